import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { measureCharges } from "./charges.ts"
import { measureHttp } from "./http.ts"
import { measureStored } from "./stored.ts"

/** One line of the result: its figure, and the bound that it should keep. */
interface Line {
  readonly name: string
  readonly value: number
  readonly bound: string
  readonly meaning: string
}

const rounded = (value: number): number => Math.round(value * 100) / 100

const run = async (folder: string) => {
  const { alone, with32 } = await measureCharges(folder)
  const { create, retrieve } = await measureHttp(folder)
  const { list, create: createStored, rssMiB } = await measureStored(folder)
  const lines: ReadonlyArray<Line> = [
    {
      name: "create_payment_sqlite",
      value: alone.ratio,
      bound: ">= 0.7",
      meaning: "rate of one caller to the raw driver's, same rows, same two FULL commits"
    },
    {
      name: "create_payment_sqlite_32",
      value: with32.ratio,
      bound: ">= 1.5",
      meaning: "rate of 32 callers to the same raw reference"
    },
    {
      name: "create_payment_http_32",
      value: create.ratio,
      bound: ">= 0.6",
      meaning: "rate over HTTP to a bare Hono route doing the raw grouped commits"
    },
    {
      name: "retrieve_payment_http",
      value: retrieve.ratio,
      bound: ">= 0.5",
      meaning: "rate over HTTP to a bare Hono route answering the bytes from a Map"
    },
    {
      name: "list_rare_status",
      value: 1 / list.ratio,
      bound: "<= 2",
      meaning: "cost at 200,000 payments to that at 10,000"
    },
    {
      name: "create_at_200k",
      value: createStored.ratio,
      bound: ">= 0.8",
      meaning: "rate at 200,000 payments to that at 10,000"
    },
    { name: "rss_at_200k", value: rssMiB, bound: "<= 300", meaning: "MiB of a busy process" }
  ]
  const absolute = {
    raw_charge_us: alone.reference,
    create_payment_sqlite_us: alone.subject,
    create_payment_sqlite_32_us: with32.subject,
    create_payment_http_32_us: create.subject,
    bare_create_http_32_us: create.reference,
    retrieve_payment_http_us: retrieve.subject,
    bare_retrieve_http_us: retrieve.reference,
    list_rare_status_at_200k_us: list.subject,
    list_rare_status_at_10k_us: list.reference,
    create_at_200k_us: createStored.subject,
    create_at_10k_us: createStored.reference
  }
  return { lines, absolute }
}

const folder = mkdtempSync(join(tmpdir(), "payloom-bench-"))
try {
  const { lines, absolute } = await run(folder)
  if (process.argv.includes("--json")) {
    const ratios = Object.fromEntries(lines.map(({ name, value }) => [name, rounded(value)]))
    const microseconds = Object.fromEntries(
      Object.entries(absolute).map(([name, value]) => [name, rounded(value)])
    )
    process.stdout.write(`${JSON.stringify({ ratios, absolute: microseconds })}\n`)
  } else {
    for (const { name, value, bound, meaning } of lines) {
      const figure = rounded(value).toFixed(2).padStart(8)
      process.stdout.write(`${name.padEnd(26)}${figure}  ${bound.padEnd(8)}${meaning}\n`)
    }
    for (const [name, value] of Object.entries(absolute)) {
      process.stdout.write(`${name.padEnd(34)}${value.toFixed(0).padStart(8)} us\n`)
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
