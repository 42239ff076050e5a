import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type {
  ImporterReport,
  ImporterSetup,
  StripeOrder,
  StripeReport,
  StripeSetup
} from "./messages.ts"

const run = {
  execArgv: [
    "--conditions=source",
    "--max-old-space-size=6144",
    "--disable-warning=ExperimentalWarning"
  ],
  // A hundred processes compile the same modules.
  env: { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), "payloom-import-compiled") }
}

const start = (script: string, setup: object): ChildProcess =>
  fork(fileURLToPath(new URL(script, import.meta.url)), [JSON.stringify(setup)], run)

/** The process in which the fake of Stripe runs. */
export interface StripeProcess {
  readonly url: string
  readonly apiKey: string
  /** Sends an order, and resolves to the report that answers it. */
  readonly ask: (order: StripeOrder) => Promise<StripeReport>
  readonly stop: () => Promise<void>
}

/** Starts the fake of Stripe with an account. */
export const startStripe = async (setup: StripeSetup): Promise<StripeProcess> => {
  const child = start("./stripeProcess.ts", setup)
  const report = async (): Promise<StripeReport> => {
    const [message] = (await once(child, "message")) as [StripeReport]
    return message
  }
  const first = await report()
  if (first._tag !== "Listens") throw new Error("The fake of Stripe did not start.")
  return {
    url: first.url,
    apiKey: first.apiKey,
    ask: async (order) => {
      const answer = report()
      child.send(order)
      return answer
    },
    stop: async () => {
      const ended = once(child, "exit")
      child.send({ _tag: "Stop" } satisfies StripeOrder)
      await ended
    }
  }
}

/** The result of all processes that imported. */
export interface Imported {
  /** From the first process to the end of the takeover. */
  readonly seconds: number
  readonly stops: number
  readonly cpuSeconds: number
  /** The seconds of each step, of the processes that were not killed in it. */
  readonly steps: Readonly<Record<string, number>>
}

const rounded = (seconds: number): number => Math.round(seconds * 10) / 10

/** How often a process is killed, and how much it may do before. */
export interface Stops {
  readonly stops: number
  /** The number of pages in all steps. */
  readonly pages: number
}

/** The longest time between the last page of a process and its end, in milliseconds. */
const withinMs = 60

/** Imports with one process after the other, and kills a number of them at random times. */
export const importWith = async (
  setup: ImporterSetup,
  { stops, pages }: Stops,
  onProgress: (share: number, what: string) => void
): Promise<Imported> => {
  const started = performance.now()
  const steps: Record<string, number> = {}
  let killed = 0
  let cpuMs = 0
  let seconds: number | null = null
  for (let isDone = false; !isDone; ) {
    const child = start("./importerProcess.ts", setup)
    let timer: NodeJS.Timeout | undefined
    // The sum of the shares is at most one, so that all stops come before the end.
    let left = Math.floor(((0.5 + Math.random() / 2) * pages) / stops)
    const stopSoon = (): void => {
      timer ??= setTimeout(() => {
        if (!isDone && child.kill("SIGKILL")) killed += 1
      }, Math.random() * withinMs)
    }
    child.on("message", (report: ImporterReport) => {
      if (report._tag === "Step") {
        steps[report.step] = rounded((steps[report.step] ?? 0) + report.seconds)
      }
      if (report._tag === "TakenOver") seconds ??= (performance.now() - started) / 1000
      if (report._tag === "Done") {
        isDone = true
        cpuMs = report.cpuMs
        clearTimeout(timer)
      }
      if (report._tag === "Page") left -= 1
      if (left <= 0 && killed < stops) stopSoon()
    })
    const [code] = (await once(child, "exit")) as [number | null]
    clearTimeout(timer)
    if (!isDone && code !== null && code !== 0) throw new Error("An importing process failed.")
    onProgress(stops === 0 ? 0 : killed / stops, `${killed} stops`)
  }
  return { seconds: rounded(seconds ?? 0), stops: killed, cpuSeconds: rounded(cpuMs / 1000), steps }
}
