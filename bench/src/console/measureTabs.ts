import { type ChildProcess, fork } from "node:child_process"
import { Agent, type ClientRequest, get } from "node:http"
import { join } from "node:path"
import type { Line } from "../report.ts"
import { loadPages } from "./loadPages.ts"
import type { Charged, TabsListening } from "./tabsServer.ts"

/** The effect of open pages of the console on charges in the same process. */
export interface TabsComparison {
  /** The rate of charges with the pages, compared with the rate without. The median of pairs. */
  readonly rate: number
  /** The processor time of a charge with the pages, compared with the time without. */
  readonly cpu: number
  /** The delay of the event loop, which 99 of 100 timers stay below. The median of the rounds. */
  readonly delayMs: { readonly alone: number; readonly withTabs: number }
  readonly microseconds: { readonly alone: number; readonly withTabs: number }
  /** The messages that all pages received in a second of charges. */
  readonly messagesPerSecond: number
  /** The same while a thousand pages are loaded at once, as after a restart of the server. */
  readonly reloads: {
    readonly rate: number
    readonly cpu: number
    readonly delayMs: number
    /** The time until the last page has its data, beside charges. */
    readonly seconds: number
  }
}

const tabs = 1000
const rounds = 5
const roundMs = 6000

/** Measures charges in pairs: alone, and with a thousand live pages open. */
export const measureTabs = async (folder: string): Promise<TabsComparison> => {
  const program = join(import.meta.dirname, "tabsServer.ts")
  const child = fork(program, [join(folder, "tabs.db")], { execArgv: ["--conditions=source"] })
  const { page, data } = await nextMessage<TabsListening>(child)
  const charged = (ms: number): Promise<Charged> => {
    child.send(ms)
    return nextMessage<Charged>(child)
  }
  await charged(roundMs)
  const pairs: Array<readonly [alone: Charged, withTabs: Charged]> = []
  const reloads: Array<readonly [alone: Charged, beside: Charged, seconds: number]> = []
  let messages = 0
  let seconds = 0
  for (let round = 0; round < rounds; round += 1) {
    const alone = await charged(roundMs)
    const open = await openTabs(`${data}/live`)
    const withTabs = await charged(roundMs)
    messages += open.messages()
    seconds += withTabs.ms / 1000
    open.close()
    pairs.push([alone, withTabs])
    const aloneAgain = await charged(roundMs)
    const loading = loadPages({ page, data, pages: tabs })
    const beside = await charged(roundMs)
    reloads.push([aloneAgain, beside, await loading])
  }
  child.disconnect()
  const rateOf = ({ charges, ms }: Charged) => charges / ms
  const cpuOf = ({ charges, cpuMs }: Charged) => (cpuMs * 1000) / charges
  return {
    rate: median(pairs.map(([alone, withTabs]) => rateOf(withTabs) / rateOf(alone))),
    cpu: median(pairs.map(([alone, withTabs]) => cpuOf(withTabs) / cpuOf(alone))),
    delayMs: {
      alone: median(pairs.map(([alone]) => alone.delayMs)),
      withTabs: median(pairs.map(([, withTabs]) => withTabs.delayMs))
    },
    microseconds: {
      alone: median(pairs.map(([alone]) => cpuOf(alone))),
      withTabs: median(pairs.map(([, withTabs]) => cpuOf(withTabs)))
    },
    messagesPerSecond: messages / seconds,
    reloads: {
      rate: median(reloads.map(([alone, beside]) => rateOf(beside) / rateOf(alone))),
      cpu: median(reloads.map(([alone, beside]) => cpuOf(beside) / cpuOf(alone))),
      delayMs: median(reloads.map(([, beside]) => beside.delayMs)),
      seconds: median(reloads.map(([, , loaded]) => loaded))
    }
  }
}

const nextMessage = <A>(child: ChildProcess): Promise<A> =>
  new Promise((resolve, reject) => {
    const gone = (code: number | null) => reject(new Error(`The server exited with code ${code}.`))
    child.once("exit", gone)
    child.once("message", (message) => {
      child.off("exit", gone)
      resolve(message as A)
    })
  })

/** Opens the live streams of so many pages. Resolves when all have received their first piece. */
const openTabs = async (live: string) => {
  const agent = new Agent({ keepAlive: false, maxSockets: tabs })
  const requests: Array<ClientRequest> = []
  let messages = 0
  const openOne = () =>
    new Promise<void>((resolve, reject) => {
      const request = get(live, { agent }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`HTTP ${response.statusCode}`))
        response.on("data", (piece: Buffer) => {
          if (piece.includes("data: ")) messages += 1
          resolve()
        })
        response.on("error", () => undefined)
      })
      request.on("error", reject)
      requests.push(request)
    })
  await Promise.all(Array.from({ length: tabs }, openOne))
  return {
    messages: () => messages,
    close: () => {
      for (const request of requests) request.destroy()
      agent.destroy()
    }
  }
}

const median = (values: ReadonlyArray<number>): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN

/** Returns the lines of the result. */
export const tabsLines = ({
  rate,
  cpu,
  delayMs,
  messagesPerSecond,
  reloads
}: TabsComparison): ReadonlyArray<Line> => [
  {
    name: "charges_with_1000_tabs",
    value: rate,
    bound: "",
    meaning: "rate of charges with 1,000 live pages of the console, compared with none"
  },
  {
    name: "cpu_with_1000_tabs",
    value: cpu,
    bound: "",
    meaning: "processor time of a charge with these pages, compared with none"
  },
  {
    name: "loop_delay_without_tabs",
    value: delayMs.alone,
    bound: "",
    meaning: "milliseconds of delay of the event loop that 99 of 100 timers stay below, with none"
  },
  {
    name: "loop_delay_with_1000_tabs",
    value: delayMs.withTabs,
    bound: "",
    meaning: "the same with these pages"
  },
  {
    name: "loop_delay_with_1000_reloads",
    value: reloads.delayMs,
    bound: "",
    meaning: "the same while 1,000 pages are loaded at once"
  },
  {
    name: "tab_messages_per_second",
    value: messagesPerSecond,
    bound: "",
    meaning: "messages that these pages received in a second"
  },
  {
    name: "charges_with_1000_reloads",
    value: reloads.rate,
    bound: "",
    meaning: "rate of charges while 1,000 pages are loaded at once, compared with none"
  },
  {
    name: "cpu_with_1000_reloads",
    value: reloads.cpu,
    bound: "",
    meaning: "processor time of a charge meanwhile, compared with none"
  },
  {
    name: "seconds_of_1000_reloads",
    value: reloads.seconds,
    bound: "",
    meaning: "time until the last of these pages has its data"
  }
]

/** Returns the processor time of a charge, by its name. */
export const tabsMicroseconds = ({
  microseconds
}: TabsComparison): Readonly<Record<string, number>> => ({
  charge_alone_cpu: microseconds.alone,
  charge_with_1000_tabs_cpu: microseconds.withTabs
})
