// Decoders are compiled, as an application may do it.
import "effect/schema/SchemaJITCompiler/enable"
import { givenOptions } from "@payloom/example-kit/givenOptions"
import { progressBar } from "@payloom/example-kit/progressBar"
import { wholeNumber } from "@payloom/example-kit/wholeNumber"
import { runTrial } from "./trial.ts"

const values = givenOptions({
  subscriptions: { type: "string", default: "1000" },
  stops: { type: "string", default: "10" },
  postgres: { type: "boolean", default: false },
  json: { type: "boolean", default: false }
})
const subscriptions = wholeNumber("subscriptions", values.subscriptions, {
  least: 1,
  most: 1_000_000
})
const stops = wholeNumber("stops", values.stops, { most: 10_000 })
const bar = progressBar()
const isPostgres = values.postgres
const result = await runTrial({ subscriptions, stops, isPostgres, onProgress: bar.show })
bar.end()
const lines = Object.entries(result).map(
  ([name, value]) => `${name.padEnd(14)}${JSON.stringify(value)}\n`
)
process.stdout.write(values.json ? `${JSON.stringify(result)}\n` : lines.join(""))
const { double, missed, cardsMissing } = result
process.exitCode = double === 0 && missed === 0 && cardsMissing === 0 ? 0 : 1
