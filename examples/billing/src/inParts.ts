import { fork } from "node:child_process"
import { once } from "node:events"
import { availableParallelism } from "node:os"
import { join } from "node:path"
import type { MonthFigures } from "@payloom/testkit"
import type { Audit } from "./audit.ts"
import type { PartMessage, PartSetup } from "./part.ts"
import type { Trial } from "./simulate.ts"

/** The results of all parts. */
export interface LivedInParts {
  readonly audit: Audit
  readonly figures: ReadonlyArray<MonthFigures>
  /** The time from the start of the first process to the last simulated month of the last one. */
  readonly tookMs: number
  /** The resident memory of all processes after each year, in MiB. */
  readonly rssMiB: ReadonlyArray<number>
}

/**
 * Simulates in memory, where several processes can't share a file. Each core runs a process with a
 * simulation of its own. It has a part of the subscribers, and a bank of its own.
 */
export const simulateInParts = async (
  trial: Omit<Trial, "part" | "storage"> & Pick<PartSetup, "isDrawn">
): Promise<LivedInParts> => {
  const { onProgress, ...setup } = trial
  const parts = Math.min(availableParallelism(), 8, trial.subscriptions)
  const shares = Array.from({ length: parts }, () => 0)
  const residentMiB = Array.from({ length: parts }, () => 0)
  const rssMiB: Array<number> = []
  const started = performance.now()
  let tookMs = 0
  const lived = Array.from({ length: parts }, (_, nth) =>
    livePart({ ...setup, part: { nth, of: parts } }, (message) => {
      if (message._tag === "Lived") tookMs = performance.now() - started
      if (message._tag !== "Progress") return
      shares[nth] = message.share
      residentMiB[nth] = message.rssMiB
      const share = Math.min(...shares)
      if (share * trial.months >= 12 * (rssMiB.length + 1)) {
        rssMiB.push(residentMiB.reduce((sum, each) => sum + each))
      }
      if (share === message.share) onProgress(share, message.month)
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

/** Options for V8: stored rows live long, and other objects are freed at once. */
const execArgv = [
  "--conditions=source",
  "--max-old-space-size=16384",
  "--initial-old-space-size=3072",
  "--min-semi-space-size=64",
  "--max-semi-space-size=64"
]

type Audited = Extract<PartMessage, { readonly _tag: "Audited" }>

const livePart = async (
  setup: PartSetup & Required<Pick<PartSetup, "part">>,
  onMessage: (message: PartMessage) => void
): Promise<Audited> => {
  const script = join(import.meta.dirname, "part.ts")
  const lives = fork(script, [JSON.stringify(setup)], {
    execArgv,
    // JSON has no bigints, and amounts are bigints.
    serialization: "advanced"
  })
  let audited: Audited | undefined
  lives.on("message", (message: PartMessage) => {
    if (message._tag === "Audited") audited = message
    onMessage(message)
  })
  await once(lives, "close")
  if (audited === undefined)
    throw new Error(`The process of part ${setup.part.nth} ended before its audit.`)
  return audited
}

const bothAudits = (left: Audit, right: Audit): Audit => ({
  cycles: left.cycles + right.cycles,
  paid: left.paid + right.paid,
  recovered: left.recovered + right.recovered,
  lost: left.lost + right.lost,
  pastDue: left.pastDue + right.pastDue,
  pastDueBlameless: left.pastDueBlameless + right.pastDueBlameless,
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
