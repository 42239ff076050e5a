import type { SettlementRow } from "@payloom/core"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { adyenSettlementDetails } from "./adyenSettlementDetails.ts"
import { CsvRefused } from "./CsvRefused.ts"
import { paypalSettlement } from "./paypalSettlement.ts"
import { readSettlementRows } from "./readSettlementRows.ts"
import type { SettlementMapping } from "./SettlementMapping.ts"
import { stripeBalance, stripePayoutReconciliation } from "./stripeReports.ts"
import { adyenSample } from "./testing/adyenSample.ts"
import { paypalSample } from "./testing/paypalSample.ts"
import { stripeSample } from "./testing/stripeSample.ts"

const samples: ReadonlyArray<readonly [csv: string, mapping: SettlementMapping]> = [
  [stripeSample, stripePayoutReconciliation],
  [stripeSample, stripeBalance],
  [adyenSample, adyenSettlementDetails],
  [paypalSample, paypalSettlement]
]

/** Texts that a mistake, a spreadsheet or an attacker puts into a cell or between cells. */
const junk = [
  ...["", "0", "-", "1.234", "1,234.50", "(5.00)", "5.00-", "-5.00", "+1", "1e3", "NaN", "١٢"],
  ...["EUR", "usd", "XXX", "CR", "DR", "T1107", "Settled", "charge", "__proto__", "constructor"],
  ...["2026-10-25 02:30:00", "31/12/2026", "Europe/Berlin", "CEST", "null", " ", "\uFEFF", "\0"],
  ...['"', '""', "'", ",", ";", "\t", "\r", "\n", "\r\n", "SB", "CH", "SF", "9".repeat(300)]
]

const mutation = fc.record({
  at: fc.nat(),
  other: fc.nat(),
  how: fc.constantFrom("cell", "insert", "remove", "swap", "double", "drop", "cut", "shuffle"),
  put: fc.oneof(fc.constantFrom(...junk), fc.string({ maxLength: 5 }))
})
type Mutation = typeof mutation extends fc.Arbitrary<infer Made> ? Made : never

const mutated = (csv: string, { at, other, how, put }: Mutation): string => {
  const lines = csv.split("\n")
  const line = at % lines.length
  const cells = (lines[line] ?? "").split(",")
  const cell = other % cells.length
  const place = at % (csv.length + 1)
  switch (how) {
    case "cell":
      return lines.with(line, cells.with(cell, put).join(",")).join("\n")
    case "insert":
      return csv.slice(0, place) + put + csv.slice(place)
    case "remove":
      return csv.slice(0, place) + csv.slice(place + 1 + (other % 9))
    case "swap":
      return lines
        .with(line, lines[other % lines.length] ?? "")
        .with(other % lines.length, lines[line] ?? "")
        .join("\n")
    case "double":
      return lines.toSpliced(line, 0, lines[line] ?? "").join("\n")
    case "drop":
      return lines.toSpliced(line, 1).join("\n")
    case "cut":
      return csv.slice(0, place)
    case "shuffle":
      return lines
        .map((each) => {
          const moved = each.split(",")
          return moved
            .toSpliced(cell, 1)
            .toSpliced(at % cells.length, 0, moved[cell] ?? "")
            .join(",")
        })
        .join("\n")
  }
}

const outcome = async (csv: string, mapping: SettlementMapping) => {
  try {
    return await readSettlementRows(csv, mapping, { timeZone: "UTC" })
  } catch (error) {
    expect(error).toBeInstanceOf(CsvRefused)
    const { issues } = error as CsvRefused
    expect(issues.length).toBeGreaterThan(0)
    expect(issues.length).toBeLessThanOrEqual(10)
    for (const { row, message } of issues) {
      expect(message).toMatch(/\.$/)
      expect(row ?? 1).toBeGreaterThan(0)
    }
    return null
  }
}

const numRuns = Number(process.env.MUTATED_RUNS ?? 400)

describe("a provider's report that was changed", () => {
  it("is read or refused, and never fails in another way", () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...samples),
        fc.array(mutation, { minLength: 1, maxLength: 4 }),
        async ([csv, mapping], mutations) => {
          await outcome(mutations.reduce(mutated, csv), mapping)
        }
      ),
      { numRuns }
    ))

  it("in one cell is refused, or all other rows stay the same", () =>
    fc.assert(
      fc.asyncProperty(fc.constantFrom(...samples), mutation, async ([csv, mapping], made) => {
        const put = made.put.replaceAll(/["\r\n,]/g, "")
        const lines = csv.split("\n")
        const isHeader = /^"?(CH|automatic_payout_id|Company Account)/.test(
          lines[made.at % lines.length] ?? ""
        )
        if (isHeader) return
        const before = await outcome(csv, mapping)
        const after = await outcome(mutated(csv, { ...made, how: "cell", put }), mapping)
        if (after === null || before === null) return
        const changed = without(before, after)
        expect(changed.length).toBeLessThanOrEqual(2)
        expect(without(after, before).length).toBeLessThanOrEqual(2)
      }),
      { numRuns }
    ))

  it("in a digit of an amount that its provider also reports as net is refused", async () => {
    let tried = 0
    const amounts = /(?<=,)-?\d+\.\d+(?=,)/g
    for (const [csv, mapping] of samples.slice(0, 3)) {
      for (const { index, 0: amount } of csv.matchAll(amounts)) {
        const lineStart = csv.lastIndexOf("\n", index) + 1
        const line = csv.slice(lineStart, csv.indexOf("\n", index))
        if (!/,(charge|refund|dispute|Settled|Refunded|Chargeback),/.test(line)) continue
        // Stripe repeats the gross as the customer-facing amount, which is not an amount of the
        // balance.
        if (/"Order 7/.test(csv.slice(lineStart, index))) continue
        const other = amount.replace(/\d$/, (digit) => `${(Number(digit) + 1) % 10}`)
        const wrong = `${csv.slice(0, index)}${other}${csv.slice(index + amount.length)}`
        expect(await outcome(wrong, mapping)).toBeNull()
        tried += 1
      }
    }
    expect(tried).toBeGreaterThan(30)
  })
})

const without = (rows: ReadonlyArray<SettlementRow>, others: ReadonlyArray<SettlementRow>) => {
  const known = new Set(others.map(key))
  return rows.filter((row) => !known.has(key(row)))
}

const key = (row: SettlementRow) =>
  JSON.stringify(row, (_, value) => (typeof value === "bigint" ? `${value}` : value))
