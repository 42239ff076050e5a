import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { consolePages } from "./consolePages.ts"
import { openConsoleOn } from "./openConsoleOn.ts"
import type { PageTime } from "./timePage.ts"

/** The options of the measurement. */
export interface TimeConsoleOptions {
  /** The path of a SQLite file, or a PostgreSQL address. */
  readonly database: string
  /** The number of processes in which each page is opened. */
  readonly rounds: number
  /** The time of the newest payments, in milliseconds since the epoch. */
  readonly now: number
  /** Only pages whose names have this text. */
  readonly only: string
  readonly onProgress: (share: number, page: string) => void
}

/** The times of a page of the console, in milliseconds. */
export interface TimedPage {
  readonly page: string
  readonly address: string
  readonly status: number
  readonly bytes: number
  /** The first request of a new process, which has opened the database. */
  readonly cold: Spread
  /** The processor time of this request, without the time of a database server. */
  readonly coldCpu: Spread
  /** The requests after it. */
  readonly warm: Spread
  /** The longest time for which a warm request held the event loop. */
  readonly heldMs: number
  /** The processor time of the longest turn of the event loop in a warm request. */
  readonly heldCpuMs: number
}

interface Spread {
  readonly p50: number
  readonly max: number
}

const run = promisify(execFile)

/** Times the first request of every page of the console on a filled store. */
export const timeConsole = async ({
  database,
  rounds,
  now,
  only,
  onProgress
}: TimeConsoleOptions): Promise<ReadonlyArray<TimedPage>> => {
  const console = await openConsoleOn(database)
  const all = await consolePages(console, now)
  await console.close()
  const pages = all.filter(({ name }) => name.includes(only))
  const timed: Array<TimedPage> = []
  for (const { name, address } of pages) {
    onProgress(timed.length / pages.length, name)
    const times: Array<PageTime> = []
    for (let round = 0; round < rounds; round += 1) times.push(await timeOnce(database, address))
    timed.push({
      page: name,
      address,
      status: times[0]?.status ?? 0,
      bytes: times[0]?.bytes ?? 0,
      cold: spread(times.map(({ coldMs }) => coldMs)),
      coldCpu: spread(times.map(({ coldCpuMs }) => coldCpuMs)),
      warm: spread(times.flatMap(({ warmMs }) => warmMs)),
      heldMs: spread(times.map(({ heldMs }) => heldMs)).p50,
      heldCpuMs: spread(times.map(({ heldCpuMs }) => heldCpuMs)).p50
    })
  }
  return timed
}

const program = fileURLToPath(new URL("timePage.ts", import.meta.url))

const timeOnce = async (database: string, address: string): Promise<PageTime> => {
  const args = [...process.execArgv, program, database, address]
  const { stdout } = await run(process.execPath, args)
  return JSON.parse(stdout) as PageTime
}

const spread = (times: ReadonlyArray<number>): Spread => {
  const sorted = times.toSorted((one, other) => one - other)
  return { p50: sorted[Math.floor(sorted.length / 2)] ?? 0, max: sorted.at(-1) ?? 0 }
}

/** Returns the times as a table. */
export const timesTable = (pages: ReadonlyArray<TimedPage>): string => {
  const width = Math.max(...pages.map(({ page }) => page.length))
  const cells = (values: ReadonlyArray<string>) => values.map((value) => value.padStart(9)).join("")
  const ms = (value: number) => value.toFixed(value < 10 ? 1 : 0)
  const heads = cells(["cold p50", "max", "its cpu", "warm p50", "max", "held", "its cpu"])
  const lines = pages.map(({ page, cold, coldCpu, warm, heldMs, heldCpuMs, status }) => {
    const times = [cold.p50, cold.max, coldCpu.p50, warm.p50, warm.max, heldMs, heldCpuMs].map(ms)
    return `${page.padEnd(width)}${cells(times)}${status === 200 ? "" : `  status ${status}`}`
  })
  return [`${"milliseconds".padEnd(width)}${heads}`, ...lines].join("\n")
}
