import { parseArgs } from "node:util"
import { runTrial } from "@payloom/example-kit/runTrial"
import { wholeNumber } from "@payloom/example-kit/wholeNumber"
import { installedPgBouncer } from "@payloom/testkit/pgbouncer"
import { survive } from "./survive.ts"

const { values } = parseArgs({
  options: {
    postgres: { type: "boolean", default: false },
    pgbouncer: { type: "boolean", default: false },
    kills: { type: "string" },
    promotions: { type: "string", default: "0" },
    servers: { type: "string", default: "3" },
    json: { type: "boolean", default: false }
  }
})

const promotions = wholeNumber("promotions", values.promotions, { most: 1000 })
const usualKills = promotions > 0 ? "0" : "20"
const kills = wholeNumber("kills", values.kills ?? usualKills, { most: 10_000 })
const servers = wholeNumber("servers", values.servers, { least: 1, most: 16 })
const complaints = [
  [
    promotions > 0 && !values.postgres,
    "--promotions needs --postgres, because a file has no replica."
  ],
  [
    values.pgbouncer && !values.postgres,
    "--pgbouncer needs --postgres, because it pools connections to it."
  ],
  [values.pgbouncer && installedPgBouncer === null, "PgBouncer is not installed here."]
] as const
const complaint = complaints.find(([isWrong]) => isWrong)?.[1] ?? null
if (complaint !== null) {
  process.stderr.write(`${complaint}\n`)
  process.exit(2)
}

const { findings, unanswered } = await runTrial("crash", values.json, (trial) =>
  survive({
    ...trial,
    isPostgres: values.postgres,
    isPooled: values.pgbouncer,
    servers,
    clients: 8,
    kills,
    killEveryMs: 800,
    promotions,
    patienceMs: 300_000
  })
)
process.exitCode = findings.length === 0 && unanswered === 0 ? 0 : 1
