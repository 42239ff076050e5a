// Decoders are compiled, as an application may do it.
import "effect/schema/SchemaJITCompiler/enable"
import { storageAt } from "@payloom/cli"
import { Storage } from "@payloom/core"
import { givenOptions } from "@payloom/example-kit/givenOptions"
import { progressBar } from "@payloom/example-kit/progressBar"
import { wholeNumber } from "@payloom/example-kit/wholeNumber"
import { Effect } from "effect"
import { timeConsole, timesTable } from "./console/timeConsole.ts"
import { fillDatabase } from "./fillDatabase.ts"
import { openTemplates } from "./templates.ts"

const values = givenOptions({
  payments: { type: "string", default: "1000000" },
  database: { type: "string", default: "payloom-filled.db" },
  journal: { type: "string" },
  seed: { type: "string", default: "fill" },
  until: { type: "string" },
  "time-console": { type: "boolean", default: false },
  rounds: { type: "string", default: "3" },
  only: { type: "string", default: "" },
  json: { type: "boolean", default: false }
})

const payments = wholeNumber("payments", values.payments, { least: 1, most: 10_000_000 })
const { database, seed, journal } = values
const now = values.until === undefined ? Date.now() : Date.parse(values.until)
if (Number.isNaN(now)) {
  process.stderr.write("--until must be a time, such as 2026-11-26T12:00:00Z.\n")
  process.exit(2)
}

const bar = progressBar()
const started = performance.now()
const seconds = () => `${((performance.now() - started) / 1000).toFixed(0)} s`

/** Ends the program if the database has a shop already. */
const refuseUsed = Effect.flatMap(Storage, (storage) =>
  Effect.map(storage.scopes({ limit: 10 }), (scopes) => {
    if (scopes.every(({ tenant }) => tenant === "deployment")) return
    process.stderr.write(`${database} has rows already. Give a new database.\n`)
    process.exit(1)
  })
)

/** Fills a new database. */
const fill = async (): Promise<void> => {
  await Effect.runPromise(Effect.provide(refuseUsed, storageAt(database)))
  const steps = Math.min(Math.max(Math.ceil(payments / 500), 60), 1500)
  const templates = await openTemplates({
    seed,
    now,
    customers: steps,
    subscriptions: Math.ceil(steps / 25),
    ...(journal === undefined ? {} : { journal }),
    onProgress: (share) => bar.show(share, `templates, ${seconds()}`)
  })
  await fillDatabase({
    database,
    templates,
    fill: {
      seed,
      now,
      payments,
      onProgress: (written) =>
        bar.show(written / payments, `${written.toLocaleString("en")} payments, ${seconds()}`)
    },
    onStep: (share, step) => bar.show(share, `${step}, ${seconds()}`)
  })
  bar.end()
  process.stdout.write(
    `${database} has ${payments.toLocaleString("en")} payments of the shop "sandbox", ` +
      `after ${seconds()}.\n`
  )
}

/** Times the console on a database that was filled before. */
const time = async (): Promise<void> => {
  const rounds = wholeNumber("rounds", values.rounds, { least: 1, most: 100 })
  const onProgress = (share: number, page: string) => bar.show(share, `${page}, ${seconds()}`)
  const times = await timeConsole({ database, rounds, now, only: values.only, onProgress })
  bar.end()
  process.stdout.write(`${values.json ? JSON.stringify(times, null, 2) : timesTable(times)}\n`)
}

await (values["time-console"] ? time() : fill())
