// As an application may: compiled decoders.
import "effect/schema/SchemaJITCompiler/enable"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { audit } from "./audit.ts"
import { booksOf } from "./books.ts"
import { progressBar } from "./progress.ts"
import { simulate } from "./simulate.ts"

const { values } = parseArgs({
  options: {
    subscriptions: { type: "string", default: "1000" },
    months: { type: "string", default: "36" },
    memory: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    chart: { type: "string", default: "billing.svg" }
  }
})

const wholeNumber = (name: "subscriptions" | "months", most: number): number => {
  const value = Number(values[name])
  if (Number.isInteger(value) && value >= 1 && value <= most) return value
  process.stderr.write(`--${name} must be a whole number from 1 to ${most}.\n`)
  process.exit(2)
}

const subscriptions = wholeNumber("subscriptions", 1_000_000)
const months = wholeNumber("months", 1200)
const folder = mkdtempSync(join(tmpdir(), "payloom-billing-"))
const bar = progressBar(!values.json)

try {
  const simulated = await simulate({
    subscriptions,
    months,
    folder,
    inMemory: values.memory,
    onProgress: (share, month) => bar.show(share, month)
  })
  bar.end()
  const { lab, bank, lives, end, tookMs, rssMiB, ratioToRaw } = simulated
  const books = await booksOf(simulated)
  const { cycles, paid, recovered, lost, findings } = audit(lives, books, end)
  const result = {
    cycles,
    paid,
    recovered,
    lost,
    seconds: Math.round(tookMs / 100) / 10,
    cyclesPerSecond: Math.round((cycles * 1000) / tookMs),
    ratioToRaw: ratioToRaw === null ? null : Math.round(ratioToRaw * 100) / 100,
    rssMiB,
    findings
  }
  if (values.json) {
    process.stdout.write(`${JSON.stringify(result)}\n`)
  } else {
    const chart = resolve(values.chart)
    writeFileSync(chart, await lab.chart())
    const lines = Object.entries(result).map(
      ([name, value]) => `${name.padEnd(18)}${JSON.stringify(value)}`
    )
    process.stdout.write(`${lines.join("\n")}\nchart             ${chart}\n`)
  }
  await lab.close()
  bank.close()
  process.exitCode = findings.length === 0 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
