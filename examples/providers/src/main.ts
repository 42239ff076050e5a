import { givenOptions } from "@payloom/example-kit/givenOptions"
import { type Trial as RunningTrial, runTrial } from "@payloom/example-kit/runTrial"
import { wholeNumber } from "@payloom/example-kit/wholeNumber"
import { chargeBare } from "./bare/chargeBare.ts"
import { findLibrary } from "./library.ts"
import { type Result, textOf } from "./report.ts"
import { survive } from "./survive.ts"

const values = givenOptions({
  payments: { type: "string", default: "2000" },
  kills: { type: "string", default: "20" },
  servers: { type: "string", default: "2" },
  json: { type: "boolean", default: false }
})

const orders = wholeNumber("payments", values.payments, { least: 1, most: 1_000_000 })
const kills = wholeNumber("kills", values.kills, { most: 10_000 })
const servers = wholeNumber("servers", values.servers, { least: 1, most: 16 })

/** The number of concurrent buyers. */
const lanes = 16

const secondsSince = (started: number): number =>
  Math.round((performance.now() - started) / 100) / 10

const run = async (trial: RunningTrial): Promise<Result> => {
  const started = performance.now()
  const library = findLibrary()
  const plan = { library, servers, orders, kills, lanes, patienceMs: 600_000 }
  const survived = await survive({ ...trial, ...plan })
  const bare = library === null ? null : await chargeBare({ ...trial, library, orders, lanes })
  return { ...survived, bare, seconds: secondsSince(started) }
}

const { audit, unanswered } = await runTrial("providers", values.json, run, textOf)
process.exitCode = audit.differences === 0 && unanswered === 0 ? 0 : 1
