import { parseArgs } from "node:util"
import { mutations, tryMutations } from "./tryMutations.ts"

const { values } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    /** Tries only the mutations whose name or workload contains a text. */
    only: { type: "string", default: "" },
    /** Tries one of so many mutations. */
    every: { type: "string", default: "1" }
  }
})

const every = Number(values.every)
if (!Number.isInteger(every) || every < 1) {
  throw new Error(`--every must be a whole number of at least 1, but is ${values.every}`)
}
const chosen = mutations
  .filter(({ name, workload }) => `${name} ${workload}`.includes(values.only))
  .filter((_, nth) => nth % every === 0)
if (chosen.length === 0) throw new Error(`--only ${values.only} matches no mutation`)
const started = performance.now()
const { control, tried } = await tryMutations(chosen, ({ name, rules, sentence }) => {
  if (values.json) return
  const found = rules.length === 0 ? "SURVIVED" : rules.join(", ")
  console.log(`${name} ${found}${sentence === null ? "" : `\n    ${sentence}`}`)
})
const survivors = tried.filter(({ rules }) => rules.length === 0).map(({ name }) => name)
const seconds = Math.round((performance.now() - started) / 100) / 10
const figures = {
  mutations: tried.length,
  found: tried.length - survivors.length,
  survivors,
  seconds
}
if (values.json) console.log(JSON.stringify({ ...figures, control, tried }, null, 2))
else {
  for (const { sentence } of control) console.log(`Without a mutation: ${sentence}`)
  console.log(`${figures.found} of ${figures.mutations} mutations were found in ${seconds} s.`)
}
process.exitCode = survivors.length === 0 && control.length === 0 ? 0 : 1
