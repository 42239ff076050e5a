import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { progressBar } from "@payloom/example-kit/progressBar"
import { wholeNumber } from "@payloom/example-kit/wholeNumber"
import { compareBesideHanging } from "./besideHanging.ts"
import { deliverKilled } from "./deliverKilled.ts"

const { values } = parseArgs({
  options: {
    events: { type: "string", default: "2000" },
    kills: { type: "string", default: "20" },
    workers: { type: "string", default: "3" },
    hanging: { type: "boolean", default: false },
    json: { type: "boolean", default: false }
  }
})

const events = wholeNumber("events", values.events, { least: 1, most: 1_000_000 })
const kills = wholeNumber("kills", values.kills, { most: 10_000 })
const workers = wholeNumber("workers", values.workers, { least: 1, most: 16 })
const folder = mkdtempSync(join(tmpdir(), "payloom-webhooks-"))
const bar = progressBar(!values.json)

const show = (result: object): void => {
  const lines = Object.entries(result).map(
    ([name, value]) => `${name.padEnd(20)}${JSON.stringify(value)}\n`
  )
  process.stdout.write(values.json ? `${JSON.stringify(result)}\n` : lines.join(""))
}

/** The third try of a webhook comes in less than six minutes. */
const patienceMs = 420_000

const trial = { folder, events, workers, kills, killEveryMs: 2000, patienceMs }

const run = () =>
  values.hanging
    ? compareBesideHanging({ folder, rounds: 10, events: 250, onProgress: bar.show })
    : deliverKilled({ ...trial, onProgress: bar.show })

try {
  const result = await run()
  bar.end()
  show(result)
  process.exitCode = result.findings.length === 0 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
