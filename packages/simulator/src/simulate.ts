import { addCoverage, type Coverage, newCoverage, unreached } from "./coverage/Coverage.ts"
import type { RunChanges } from "./ground/openGround.ts"
import { chooseHistory } from "./history/chooseHistory.ts"
import type { History } from "./history/History.ts"
import type { Run } from "./run/Run.ts"
import { runHistory } from "./run/runHistory.ts"
import { shrinkHistory } from "./shrink/shrinkHistory.ts"

/** The options of a simulation of many seeds. */
export interface SimulateOptions extends RunChanges {
  /** The number of seeds. */
  readonly seeds: number
  /** The first seed. Each later one is one higher. Default: 1. */
  readonly seed?: number
  /** No new seed begins after this many minutes of real time. Default: no limit. */
  readonly minutes?: number
  /** Called before each seed. */
  readonly onBegin?: (seed: string) => void
  /** Called after each seed. */
  readonly onRun?: (run: Run, so: Simulated) => void
}

/** The figures of a simulation. */
export interface Simulated {
  /** The number of seeds that were run. */
  readonly seeds: number
  readonly calls: number
  readonly simulatedMs: number
  /** The real time, in milliseconds. */
  readonly tookMs: number
  /** The seeds with findings, each with its run. */
  readonly failed: ReadonlyArray<Run>
  readonly coverage: Coverage
}

/** One seed in this many is biased toward something that no seed has reached. */
const biasedEvery = 2

/** The seeds before the first biased one. Before them almost nothing was reached. */
const seedsBeforeBias = 50

/**
 * Runs the histories of many seeds. Every second one is biased toward a transition, an operation
 * or a fault at a commit that no earlier seed has reached.
 */
export const simulate = async (options: SimulateOptions): Promise<Simulated> => {
  const { seeds, seed: first = 1, minutes = Number.POSITIVE_INFINITY, onRun } = options
  const began = performance.now()
  const coverage = newCoverage()
  const failed: Array<Run> = []
  let so: Simulated = { seeds: 0, calls: 0, simulatedMs: 0, tookMs: 0, failed, coverage }
  for (let number = first; number < first + seeds; number++) {
    if (so.tookMs >= minutes * 60_000) break
    const seed = seedOf(number, number - first, coverage)
    options.onBegin?.(seed)
    const run = await runSeed(seed, options)
    addCoverage(coverage, run.coverage)
    if (run.findings.length > 0) failed.push(run)
    so = {
      ...so,
      seeds: so.seeds + 1,
      calls: so.calls + run.calls,
      simulatedMs: so.simulatedMs + run.simulatedMs,
      tookMs: performance.now() - began
    }
    onRun?.(run, so)
  }
  return so
}

/** Runs the history of one seed. An error of the run itself is a finding. */
export const runSeed = (seed: string, options: RunChanges = {}): Promise<Run> =>
  runSafely(chooseHistory(seed), options)

const runSafely = async (history: History, options: RunChanges): Promise<Run> => {
  try {
    return await runHistory(history, options)
  } catch (error) {
    const findings = [`The run ended with an error: ${error}`]
    return { history, findings, timeline: [], coverage: newCoverage(), calls: 0, simulatedMs: 0 }
  }
}

const seedOf = (number: number, place: number, coverage: Coverage): string => {
  if (place < seedsBeforeBias || place % biasedEvery !== 0) return `${number}`
  const { transitions, operations, faults } = unreached(coverage)
  const kinds = [transitions, operations, faults].filter(({ length }) => length > 0)
  const nth = place / biasedEvery
  // There are many more faults than transitions, so the kinds take turns.
  const goals = kinds[nth % kinds.length]
  const goal = goals?.[Math.floor(nth / kinds.length) % goals.length]
  return goal === undefined ? `${number}` : `${number}~${goal}`
}

/**
 * Shortens a failed run. The shorter history has a finding of the same kind: the same sentence
 * without ids and numbers.
 */
export const shortenRun = async (
  { history, findings }: Run,
  options: RunChanges = {}
): Promise<Run> => {
  const kinds = new Set(findings.map(kindOf))
  const shrunk = await shrinkHistory(history, async (shorter) => {
    const run = await runSafely(shorter, options)
    return run.findings.some((finding) => kinds.has(kindOf(finding)))
  })
  return runSafely(shrunk.history, options)
}

const kindOf = (finding: string): string =>
  finding.replaceAll(/[a-z]+_[0-9A-Z]{26}/g, "").replaceAll(/\d+/g, "")
