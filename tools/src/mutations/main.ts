import { givenOptions } from "@payloom/example-kit/givenOptions"
import { wholeNumber } from "@payloom/example-kit/wholeNumber"
import { mutations, tryMutations } from "./tryMutations.ts"
import { seedFigures, trySeeds } from "./trySeeds.ts"

const values = givenOptions({
  json: { type: "boolean", default: false },
  /** Tries only the mutations whose name or workload contains a text. */
  only: { type: "string", default: "" },
  /** Tries one of so many mutations. */
  every: { type: "string", default: "1" },
  /** Tries them in this many simulated histories instead of their workloads. */
  seeds: { type: "string" },
  /** The first seed. */
  seed: { type: "string", default: "1" }
})

const positive = (name: string, text: string): number =>
  wholeNumber(name, text, { least: 1, most: Number.MAX_SAFE_INTEGER })

const every = positive("every", values.every)
const chosen = mutations
  .filter(({ name, workload }) => `${name} ${workload}`.includes(values.only))
  .filter((_, nth) => nth % every === 0)
if (chosen.length === 0) throw new Error(`--only ${values.only} matches no mutation`)
const started = performance.now()

/** Prints a result. The program ends with 1 if the result is not good. */
const end = (figures: object, more: object, lines: ReadonlyArray<string>, isGood: boolean) => {
  const seconds = Math.round((performance.now() - started) / 100) / 10
  if (values.json) console.log(JSON.stringify({ ...figures, seconds, ...more }, null, 2))
  else for (const line of [...lines, JSON.stringify({ ...figures, seconds })]) console.log(line)
  process.exitCode = isGood ? 0 : 1
}

const inWorkloads = async (): Promise<void> => {
  const { control, tried } = await tryMutations(chosen, ({ name, rules, sentence }) => {
    if (values.json) return
    const found = rules.length === 0 ? "SURVIVED" : rules.join(", ")
    console.log(`${name} ${found}${sentence === null ? "" : `\n    ${sentence}`}`)
  })
  const survivors = tried.filter(({ rules }) => rules.length === 0).map(({ name }) => name)
  const figures = { mutations: tried.length, found: tried.length - survivors.length, survivors }
  const lines = control.map(({ sentence }) => `Without a mutation: ${sentence}`)
  end(figures, { control, tried }, lines, survivors.length === 0 && control.length === 0)
}

const inSeeds = async (seeds: number): Promise<void> => {
  const range = { first: positive("seed", values.seed), seeds }
  const trial = await trySeeds(chosen, range, ({ name, reached, seed, sentence }) => {
    if (values.json) return
    const found = seed === null ? `not in ${reached} seeds that reach it` : `seed ${seed}`
    console.log(`${name} ${found}${sentence === null ? "" : `\n    ${sentence}`}`)
  })
  const { control, tried } = trial
  const lines = control.map((finding) => `Without a mutation: ${finding}`)
  end(seedFigures(trial), { control, tried }, lines, control.length === 0)
}

await (values.seeds === undefined ? inWorkloads() : inSeeds(positive("seeds", values.seeds)))
