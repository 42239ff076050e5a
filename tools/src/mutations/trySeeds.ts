import type { Mutation } from "./Mutation.ts"
import { seedMutations, switched } from "./seededMutations.ts"
import { mutations } from "./tryMutations.ts"

/** The result of one mutation in simulated histories. */
export interface TriedInSeeds {
  readonly name: string
  /** The number of seeds in which the mutated expression was evaluated. */
  readonly reached: number
  /** The first seed that found it. Null if none did. */
  readonly seed: number | null
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
 * Runs the histories of seeds on the engine as it is, and then with each mutation until a seed
 * finds it. A seed is left out if it never evaluates the mutated expression. Call it once in a
 * process, before the engine is imported.
 */
export const trySeeds = async (
  chosen: ReadonlyArray<Mutation>,
  { first, seeds }: SeedRange,
  onTried: (tried: TriedInSeeds) => void
): Promise<SeedTrial> => {
  seedMutations(mutations)
  const { runSeed } = await import("@payloom/simulator")
  const control: Array<string> = []
  const reachedBy = new Map<number, ReadonlySet<string>>()
  for (let seed = first; seed < first + seeds; seed++) {
    switched.evaluated.clear()
    const { findings } = await runSeed(`${seed}`)
    reachedBy.set(seed, new Set(switched.evaluated))
    control.push(...findings.map((finding) => `seed ${seed}: ${finding}`))
  }
  const tried: Array<TriedInSeeds> = []
  for (const { name } of chosen) {
    const reaching = [...reachedBy].flatMap(([seed, names]) => (names.has(name) ? seed : []))
    const found = await firstFinding(runSeed, name, reaching)
    const result = { name, reached: reaching.length, ...found }
    tried.push(result)
    onTried(result)
  }
  return { control, tried }
}

type RunSeed = (seed: string) => Promise<{ readonly findings: ReadonlyArray<string> }>

/** Runs seeds with a mutation until one finds it. */
const firstFinding = async (runSeed: RunSeed, name: string, seeds: ReadonlyArray<number>) => {
  for (const seed of seeds) {
    switched.on = name
    const { findings } = await runSeed(`${seed}`)
    switched.on = null
    const [sentence] = findings
    if (sentence !== undefined) return { seed, sentence }
  }
  return { seed: null, sentence: null }
}

/** The figures of a trial in seeds. */
export const seedFigures = ({ tried }: SeedTrial, { first }: SeedRange) => {
  const needed = tried
    .flatMap(({ seed }) => (seed === null ? [] : seed - first + 1))
    .toSorted((left, right) => left - right)
  const missed = tried.filter(({ seed }) => seed === null)
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
