import type { Mutation } from "./Mutation.ts"
import { seedMutations, switched } from "./seededMutations.ts"
import { mutations } from "./tryMutations.ts"

/** The result of one mutation in simulated histories. */
export interface TriedInSeeds {
  readonly name: string
  /** The number of seeds in which the mutated expression was evaluated. */
  readonly reached: number
  /** The first seed that found it, such as `12` or `12~Refund: pending to failed`, or null. */
  readonly seed: string | null
  /** The place of that seed among all seeds of the trial. The first has the place 1. */
  readonly place: number | null
  /** The first finding. Null if there is none. */
  readonly sentence: string | null
}

/** The result of a trial in seeds. */
export interface SeedTrial {
  /** The findings of the seeds on the engine as it is. They must be empty. */
  readonly control: ReadonlyArray<string>
  readonly tried: ReadonlyArray<TriedInSeeds>
}

/** The seeds of a trial, and the number of the first one. */
export interface SeedRange {
  readonly first: number
  readonly seeds: number
}

/**
 * Runs the histories of seeds on the engine as it is, as `npm run simulate` does, and then with
 * each mutation until a seed finds it. A seed is left out if it never evaluates the mutated
 * expression. Call it once in a process, before the engine is imported.
 */
export const trySeeds = async (
  chosen: ReadonlyArray<Mutation>,
  { first, seeds }: SeedRange,
  onTried: (tried: TriedInSeeds) => void
): Promise<SeedTrial> => {
  seedMutations(mutations)
  const { runSeed, simulate } = await import("@payloom/simulator")
  const control: Array<string> = []
  const reached: Array<Reached> = []
  await simulate({
    seed: first,
    seeds,
    onBegin: () => switched.evaluated.clear(),
    onRun: ({ history: { seed }, findings }) => {
      reached.push({ seed, place: reached.length + 1, names: new Set(switched.evaluated) })
      control.push(...findings.map((finding) => `seed ${seed}: ${finding}`))
    }
  })
  const tried: Array<TriedInSeeds> = []
  for (const { name } of chosen) {
    const reaching = reached.filter(({ names }) => names.has(name))
    const found = await firstFinding(runSeed, name, reaching)
    const result = { name, reached: reaching.length, ...found }
    tried.push(result)
    onTried(result)
  }
  return { control, tried }
}

/** The mutations that the history of a seed evaluates. */
interface Reached {
  readonly seed: string
  readonly place: number
  readonly names: ReadonlySet<string>
}

type RunSeed = (seed: string) => Promise<{ readonly findings: ReadonlyArray<string> }>

/** Runs seeds with a mutation until one finds it. */
const firstFinding = async (runSeed: RunSeed, name: string, seeds: ReadonlyArray<Reached>) => {
  for (const { seed, place } of seeds) {
    switched.on = name
    const { findings } = await runSeed(seed)
    switched.on = null
    const [sentence] = findings
    if (sentence !== undefined) return { seed, place, sentence }
  }
  return { seed: null, place: null, sentence: null }
}

/** The figures of a trial in seeds. */
export const seedFigures = ({ tried }: SeedTrial) => {
  const needed = tried
    .flatMap(({ place }) => (place === null ? [] : place))
    .toSorted((left, right) => left - right)
  const missed = tried.filter(({ place }) => place === null)
  return {
    mutations: tried.length,
    found: needed.length,
    /** Half of the found mutations needed at most so many seeds. */
    medianSeeds: needed[Math.floor((needed.length - 1) / 2)] ?? null,
    mostSeeds: needed.at(-1) ?? null,
    neverReached: missed.filter(({ reached }) => reached === 0).map(({ name }) => name),
    unnoticed: missed.filter(({ reached }) => reached > 0).map(({ name }) => name)
  }
}
