// Decoders are compiled, as an application may do it.
import "effect/schema/SchemaJITCompiler/enable"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { givenOptions } from "@payloom/example-kit/givenOptions"
import { progressBar } from "@payloom/example-kit/progressBar"
import { trialFile, trialServer } from "@payloom/example-kit/trialDatabase"
import { wholeNumber } from "@payloom/example-kit/wholeNumber"
import { chartOf } from "@payloom/testkit"
import { type Audit, audit } from "./audit.ts"
import { booksAt, booksOf } from "./books.ts"
import { simulateInParts } from "./inParts.ts"
import { simulate } from "./simulate.ts"
import { simulateKilled } from "./simulateKilled.ts"

const values = givenOptions({
  subscriptions: { type: "string", default: "1000" },
  months: { type: "string", default: "36" },
  workers: { type: "string", default: "0" },
  kills: { type: "string", default: "0" },
  "bank-ms": { type: "string" },
  postgres: { type: "boolean", default: false },
  memory: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  chart: { type: "string", default: "billing.svg" }
})

const subscriptions = wholeNumber("subscriptions", values.subscriptions, {
  least: 1,
  most: 1_000_000
})
const months = wholeNumber("months", values.months, { least: 1, most: 1200 })
const workers = wholeNumber("workers", values.workers, { most: 32 })
const kills = wholeNumber("kills", values.kills, { most: 10_000 })
const usualBankMs = values.postgres ? "50" : "0"
const bankMs = wholeNumber("bank-ms", values["bank-ms"] ?? usualBankMs, { most: 5000 })
if (values.memory && (workers > 0 || values.postgres)) {
  process.stderr.write(
    "--memory can't be combined with --workers or --postgres, which need a database.\n"
  )
  process.exit(2)
}
const folder = mkdtempSync(join(tmpdir(), "payloom-billing-"))
const bar = progressBar()

const rounded = (value: number): number => Math.round(value * 100) / 100

const figuresOf = (found: Audit, tookMs: number) => ({
  cycles: found.cycles,
  paid: found.paid,
  recovered: found.recovered,
  lost: found.lost,
  pastDue: found.pastDue,
  pastDueBlameless: found.pastDueBlameless,
  seconds: rounded(tookMs / 1000),
  cyclesPerSecond: Math.round((found.cycles * 1000) / tookMs)
})

const show = (figures: object, findings: ReadonlyArray<string>, chart: string | null): void => {
  const result = { ...figures, findings }
  const lines = Object.entries(result).map(
    ([name, value]) => `${name.padEnd(18)}${JSON.stringify(value)}\n`
  )
  process.stdout.write(
    values.json
      ? `${JSON.stringify(result)}\n`
      : `${lines.join("")}${chart === null ? "" : `chart             ${chart}\n`}`
  )
  process.exitCode = findings.length === 0 ? 0 : 1
}

const trial = { subscriptions, months, folder, onProgress: bar.show }

const drawn = (chart: string): string => {
  const file = resolve(values.chart)
  writeFileSync(file, chart)
  return file
}

/** Simulates in this process alone, on a database. */
const alone = async (storage: string): Promise<void> => {
  const simulated = await simulate({ ...trial, storage })
  bar.end()
  const { lab, bank, lives, end, tookMs, rssMiB, ratioToRaw } = simulated
  const found = await audit(lives, await booksOf(simulated), end)
  const chart = values.json ? null : drawn(await lab.chart())
  await lab.close()
  bank.close()
  const ratio = ratioToRaw === null ? null : rounded(ratioToRaw)
  show({ ...figuresOf(found, tookMs), ratioToRaw: ratio, rssMiB }, found.findings, chart)
}

/** Simulates in memory, with a process for each core. */
const inMemory = async (): Promise<void> => {
  const {
    audit: found,
    figures,
    tookMs,
    rssMiB
  } = await simulateInParts({
    ...trial,
    isDrawn: !values.json
  })
  bar.end()
  const chart = values.json ? null : drawn(chartOf(figures))
  show({ ...figuresOf(found, tookMs), ratioToRaw: null, rssMiB }, found.findings, chart)
}

/** Simulates with several processes, some of which are killed. */
const killed = async (storage: string): Promise<void> => {
  const survived = await simulateKilled({
    ...trial,
    storage,
    bankMs,
    workers,
    kills,
    killEveryMs: 500
  })
  bar.end()
  const { bank, lives, end, tookMs } = survived
  const found = await audit(lives, booksAt(storage, bank, survived.subscriptions), end)
  bank.close()
  const billingSeconds = rounded(survived.billingMs / 1000)
  const figures = { ...figuresOf(found, tookMs), billingSeconds, workers, kills: survived.kills }
  show(figures, found.findings, null)
}

const onDatabase = async (): Promise<void> => {
  const database = values.postgres ? await trialServer() : trialFile(folder)
  try {
    await (workers > 0 ? killed(database.address) : alone(database.address))
  } finally {
    await database.stop()
  }
}

try {
  await (values.memory ? inMemory() : onDatabase())
} finally {
  rmSync(folder, { recursive: true, force: true })
}
