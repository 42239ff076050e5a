import { join } from "node:path"
import { givenOptions } from "@payloom/example-kit/givenOptions"
import { runTrial, type Trial } from "@payloom/example-kit/runTrial"
import { type TrialDatabase, trialFile, trialServer } from "@payloom/example-kit/trialDatabase"
import { wholeNumber } from "@payloom/example-kit/wholeNumber"
import { compareBesideHanging } from "./besideHanging.ts"
import { compareBesideHostile } from "./besideHostile.ts"
import { deliverKilled } from "./deliverKilled.ts"

const values = givenOptions({
  postgres: { type: "boolean", default: false },
  events: { type: "string", default: "2000" },
  kills: { type: "string", default: "20" },
  workers: { type: "string", default: "3" },
  hanging: { type: "boolean", default: false },
  hostile: { type: "boolean", default: false },
  "run-due": { type: "boolean", default: false },
  json: { type: "boolean", default: false }
})

const events = wholeNumber("events", values.events, { least: 1, most: 1_000_000 })
const kills = wholeNumber("kills", values.kills, { most: 10_000 })
const workers = wholeNumber("workers", values.workers, { least: 1, most: 16 })

/** The longest wait. The third try of a webhook comes in less than six minutes. */
const patienceMs = 420_000

let databases = 0

/** Creates a database: on the trial's server, or in a file. */
const newStorage = async (folder: string, newDatabase: (() => Promise<string>) | undefined) =>
  newDatabase?.() ?? join(folder, `payloom-${++databases}.db`)

const run = (trial: Trial, { address: storage, newDatabase }: TrialDatabase) => {
  if (values.hostile) {
    return compareBesideHostile({
      ...trial,
      newStorage: () => newStorage(trial.folder, newDatabase),
      hasWorkers: !values["run-due"],
      rounds: 3,
      deliveries: 10_000,
      watchMs: 5000
    })
  }
  return values.hanging
    ? compareBesideHanging({ ...trial, storage, rounds: 10, events: 250 })
    : deliverKilled({ ...trial, storage, events, workers, kills, killEveryMs: 2000, patienceMs })
}

const { findings } = await runTrial("webhooks", values.json, async (trial) => {
  const database = values.postgres ? await trialServer() : trialFile(trial.folder)
  return run(trial, database).finally(database.stop)
})
process.exitCode = findings.length === 0 ? 0 : 1
