import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { progressBar } from "@payloom/example-kit/progressBar"
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
const folder = mkdtempSync(join(tmpdir(), "payloom-providers-"))
const bar = progressBar(!values.json)

try {
  const result = await survive({
    ...{ folder, servers, orders, kills },
    patienceMs: 300_000,
    onProgress: bar.show
  })
  bar.end()
  const lines = Object.entries(result).map(
    ([name, value]) => `${name.padEnd(20)}${JSON.stringify(value)}\n`
  )
  process.stdout.write(values.json ? `${JSON.stringify(result)}\n` : lines.join(""))
  process.exitCode = result.findings.length === 0 && result.unanswered === 0 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
