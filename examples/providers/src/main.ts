import { parseArgs } from "node:util"
import { runTrial } from "@payloom/example-kit/runTrial"
import { wholeNumber } from "@payloom/example-kit/wholeNumber"
import { survive } from "./survive.ts"

const { values } = parseArgs({
  options: {
    payments: { type: "string", default: "2000" },
    kills: { type: "string", default: "20" },
    servers: { type: "string", default: "2" },
    json: { type: "boolean", default: false }
  }
})

const orders = wholeNumber("payments", values.payments, { least: 1, most: 1_000_000 })
const kills = wholeNumber("kills", values.kills, { most: 10_000 })
const servers = wholeNumber("servers", values.servers, { least: 1, most: 16 })

const { findings, unanswered } = await runTrial("providers", values.json, (trial) =>
  survive({ ...trial, servers, orders, kills, patienceMs: 300_000 })
)
process.exitCode = findings.length === 0 && unanswered === 0 ? 0 : 1
