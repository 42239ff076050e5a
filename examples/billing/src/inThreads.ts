import { once } from "node:events"
import { availableParallelism } from "node:os"
import { join } from "node:path"
import { setFlagsFromString } from "node:v8"
import { Worker } from "node:worker_threads"
import type { MonthFigures } from "@payloom/testkit"
import type { Audit } from "./audit.ts"
import type { Trial } from "./simulate.ts"
import type { Told } from "./thread.ts"

/** What came of all parts. */
export interface LivedInThreads {
  readonly audit: Audit
  readonly figures: ReadonlyArray<MonthFigures>
  /** From the start of the first thread to the end of the last one's months. */
  readonly tookMs: number
  /** Resident memory of the process after each year, in MiB. */
  readonly rssMiB: ReadonlyArray<number>
}

/**
 * The same in memory, where there is no file for several to work on: a simulation of its own for
 * each core, with its part of the subscribers and a bank of its own.
 */
export const simulateInThreads = async (
  trial: Omit<Trial, "part" | "storage"> & Drawn
): Promise<LivedInThreads> => {
  // Their heaps only grow: without room from the start they are gone through again and again.
  setFlagsFromString("--initial-old-space-size=3072")
  const parts = Math.min(availableParallelism(), 8, trial.subscriptions)
  const shares = Array.from({ length: parts }, () => 0)
  const rssMiB: Array<number> = []
  const started = performance.now()
  let tookMs = 0
  const lived = Array.from({ length: parts }, (_, nth) =>
    livePart({ ...trial, part: { nth, of: parts } }, (told) => {
      if (told._tag === "Lived") tookMs = performance.now() - started
      if (told._tag !== "Progress") return
      shares[nth] = told.share
      const share = Math.min(...shares)
      if (share * trial.months >= 12 * (rssMiB.length + 1)) {
        rssMiB.push(Math.round(process.memoryUsage.rss() / 2 ** 20))
      }
      if (share === told.share) trial.onProgress(share, told.month)
    })
  )
  const all = await Promise.all(lived)
  return {
    audit: all.map(({ audit }) => audit).reduce(bothAudits),
    figures: all.map(({ figures }) => figures).reduce(bothFigures),
    tookMs,
    rssMiB
  }
}

/** Whether anybody wants the figures of each month. */
interface Drawn {
  readonly isDrawn: boolean
}

type Part = Omit<Trial, "storage" | "onProgress"> & Required<Pick<Trial, "part">> & Drawn
type Audited = Extract<Told, { readonly _tag: "Audited" }>

const livePart = async (
  { subscriptions, months, folder, part, isDrawn }: Part,
  hear: (told: Told) => void
): Promise<Audited> => {
  const own = join(folder, `part-${part.nth}`)
  const thread = new Worker(new URL("thread.ts", import.meta.url), {
    workerData: { subscriptions, months, folder: own, part, isDrawn, storage: null },
    // Rows live long, and what is made on the way to them is gone at once.
    resourceLimits: { maxOldGenerationSizeMb: 16_384, maxYoungGenerationSizeMb: 384 }
  })
  let audited: Audited | undefined
  thread.on("message", (told: Told) => {
    if (told._tag === "Audited") audited = told
    hear(told)
  })
  await once(thread, "exit")
  if (audited === undefined) throw new Error(`Part ${part.nth} ended before its audit.`)
  return audited
}

const bothAudits = (left: Audit, right: Audit): Audit => ({
  cycles: left.cycles + right.cycles,
  paid: left.paid + right.paid,
  recovered: left.recovered + right.recovered,
  lost: left.lost + right.lost,
  findings: [...left.findings, ...right.findings].slice(0, 20)
})

const bothFigures = (
  left: ReadonlyArray<MonthFigures>,
  right: ReadonlyArray<MonthFigures>
): ReadonlyArray<MonthFigures> =>
  left.map((one, nth): MonthFigures => {
    const other = right[nth] ?? one
    return {
      month: one.month,
      byStatus: counted(one.byStatus, other.byStatus),
      revenue: summed(one.revenue, other.revenue),
      recovered: summed(one.recovered, other.recovered),
      lost: summed(one.lost, other.lost)
    }
  })

type Counts = MonthFigures["byStatus"]

const counted = (left: Counts, right: Counts): Counts => {
  const both: { -readonly [Status in keyof Counts]: Counts[Status] } = { ...left }
  for (const [status, count] of Object.entries(right) as ReadonlyArray<[keyof Counts, number]>) {
    both[status] = (both[status] ?? 0) + count
  }
  return both
}

type Sums = MonthFigures["revenue"]

const summed = (left: Sums, right: Sums): Sums => {
  const both = { ...left }
  for (const [currency, sum] of Object.entries(right)) {
    both[currency] = (both[currency] ?? 0n) + sum
  }
  return both
}
