import { parseArgs } from "node:util"
import { createHandler } from "@payloom/adapter-http"
import { whole } from "../report/readOptions.ts"
import { checkIsolation } from "./checkIsolation.ts"
import { type StorageName, storages } from "./storages.ts"

const usage = `npm run isolation -- [--rounds N] [--seed S] [--storage NAME] [--json]

  --rounds N      Try this many inputs of each operation. Default: 10.
  --seed S        Choose the rows and the inputs by this number. Default: 1.
  --storage NAME  Keep the rows in memory, sqlite, postgres or cells. Default: memory.
  --json          Print the result as one JSON document.`

const named = (name: string): StorageName => {
  if (Object.hasOwn(storages, name)) return name as StorageName
  throw new Error(`--storage is ${name}: give one of ${Object.keys(storages).join(", ")}.`)
}

const main = async (): Promise<void> => {
  const { values } = parseArgs({
    options: {
      rounds: { type: "string", default: "10" },
      seed: { type: "string", default: "1" },
      storage: { type: "string", default: "memory" },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false }
    }
  })
  if (values.help) return console.log(usage)
  const [rounds, seed] = [whole("rounds", values.rounds), whole("seed", values.seed)]
  const opened = await storages[named(values.storage)]()
  const began = performance.now()
  const options = { rounds, seed, handlerOf: createHandler, storage: opened.storage }
  const checked = await checkIsolation(options).finally(opened.stop)
  const { findings, slots, calls, without, untold } = checked
  const seconds = Math.round((performance.now() - began) / 100) / 10
  const figures = {
    storage: values.storage,
    places: slots.size,
    calls,
    found: findings.length,
    seconds
  }
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
