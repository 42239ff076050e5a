import { parseArgs } from "node:util"
import { createHandler } from "@payloom/adapter-http"
import { checkIsolation } from "./checkIsolation.ts"

const usage = `npm run isolation -- [--rounds N] [--seed S] [--json]

  --rounds N  Try this many inputs of each operation. Default: 10.
  --seed S    Choose the rows and the inputs by this number. Default: 1.
  --json      Print the result as one JSON document.`

const whole = (option: string, text: string): number => {
  const number = Number(text)
  if (Number.isSafeInteger(number) && number > 0) return number
  throw new Error(`--${option} is ${text}: give a whole number above 0.`)
}

const main = async (): Promise<void> => {
  const { values } = parseArgs({
    options: {
      rounds: { type: "string", default: "10" },
      seed: { type: "string", default: "1" },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false }
    }
  })
  if (values.help) return console.log(usage)
  const [rounds, seed] = [whole("rounds", values.rounds), whole("seed", values.seed)]
  const began = performance.now()
  const checked = await checkIsolation({ rounds, seed, handlerOf: createHandler })
  const { findings, slots, calls, without, untold } = checked
  const seconds = Math.round((performance.now() - began) / 100) / 10
  const figures = { places: slots.size, calls, found: findings.length, seconds }
  if (values.json) {
    const all = { ...figures, findings, slots: Object.fromEntries(slots), without, untold }
    console.log(JSON.stringify(all, null, 2))
  } else {
    for (const [slot, times] of slots) console.log(`${slot}: ${times} times`)
    for (const operation of without) console.log(`no id of another was tried: ${operation}`)
    for (const place of untold) console.log(`an own id was answered as an unknown one: ${place}`)
    for (const finding of findings) console.log(`FINDING: ${finding}`)
    console.log(JSON.stringify(figures))
  }
  process.exitCode = findings.length === 0 ? 0 : 1
}

try {
  await main()
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`)
  process.exitCode = 2
}
