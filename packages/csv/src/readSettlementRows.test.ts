import type { SettlementRow } from "@payloom/core"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type ReadOptions, readSettlementRows } from "./readSettlementRows.ts"
import type { SettlementMapping } from "./SettlementMapping.ts"
import { issuesOf } from "./testing/issuesOf.ts"
import { linesOf } from "./writeCsv.ts"

const columns: SettlementMapping = {
  reference: "Reference",
  kind: {
    column: "Type",
    kinds: { Sale: "charge", Refund: "refund", Chargeback: "dispute", Payout: null }
  },
  gross: "Gross",
  fee: "Fee",
  currency: "Currency",
  settlement: "Payout",
  settledAt: "Date"
}

const header = "Type,Reference,Gross,Fee,Currency,Payout,Date,Shop"
const report = (...lines: ReadonlyArray<string>) => [header, ...lines].join("\n")

const read = (csv: string, options?: ReadOptions, of = columns) =>
  readSettlementRows(csv, of, options)

describe("settlement rows of a CSV", () => {
  it("have the values of the mapped columns, whatever other columns and quotes there are", async () => {
    const csv = `\uFEFF${header}\r\nSale,a_1,12.50,0.36,EUR,"p, 1",2026-11-22,"Jo ""&"" Co"\r\n
Refund, r_1 ,-5.00,0,EUR,p2,2026-11-22T10:00:00+01:00,\r\nPayout,,,,,,,\r\nSale,a_2,7,0,JPY,,,x\r\n`
    expect(await read(csv)).toEqual([
      {
        reference: "a_1",
        kind: "charge",
        gross: 1250n,
        fee: 36n,
        currency: "EUR",
        settlement: "p, 1",
        settledAt: Date.UTC(2026, 10, 22)
      },
      {
        reference: "r_1",
        kind: "refund",
        gross: 500n,
        fee: 0n,
        currency: "EUR",
        settlement: "p2",
        settledAt: Date.UTC(2026, 10, 22, 9)
      },
      {
        reference: "a_2",
        kind: "charge",
        gross: 7n,
        fee: 0n,
        currency: "JPY",
        settlement: null,
        settledAt: null
      }
    ])
  })

  it("have constant values, decimals, fees and delimiters as the mapping says", async () => {
    const csv = "id;brutto;gebuehr\na;1.5;x\nb;1,5;-0,3"
    const always = {
      reference: "id",
      kind: { always: "charge" },
      gross: "brutto",
      fee: "gebuehr",
      currency: { always: "KWD" },
      settlement: { always: "November" }
    } as const
    const german = { delimiter: ";", decimalMark: ",", negativeFees: true } as const
    const mapping = { ...always, ...german }
    expect(await issuesOf(read(csv, {}, mapping))).toMatchObject([
      { row: 2, column: "brutto" },
      { row: 2, column: "gebuehr" }
    ])
    expect(await read(csv.replace("a;1.5;x\n", ""), {}, mapping)).toEqual([
      {
        reference: "b",
        kind: "charge",
        gross: 1500n,
        fee: 300n,
        currency: "KWD",
        settlement: "November"
      }
    ])
    const minor = { ...always, gross: "g", fee: [], amounts: "minor" } as const
    expect(await read("id,g\na,1250", {}, minor)).toMatchObject([{ gross: 1250n, fee: 0n }])
  })

  it("are refused by row and column with all mistakes at once, and no cell is repeated", async () => {
    const csv = report(
      "Sale,a,12.505,0,EUR,,,",
      "Sold,b,1.00,0,EUR,,,",
      "Sale,,1.00,zero,EUR,,,",
      "Sale,d,1.00,0,euro,,,",
      "Sale,e,-1.00,0,EUR,,22.11.2026,",
      'Sale,f,"1,000.00",0,EUR,,,'
    )
    expect((await issuesOf(read(csv))).map(({ row, column }) => [row, column])).toEqual([
      [2, "Gross"],
      [3, "Type"],
      [4, "Reference"],
      [4, "Fee"],
      [5, "Currency"],
      [6, "Gross"],
      [6, "Date"],
      [7, "Gross"]
    ])
    await expect(read(csv)).rejects.toThrow(
      'Row 2, column "Gross", can be read in two ways, because its point may separate decimals ' +
        "or thousands: say which with `decimalMark` or `thousandsMark`."
    )
    await expect(read(csv)).rejects.not.toThrow(/Sold|zero|22\.11|1,000/)
  })

  it("of a file with thousands of wrong rows are refused with the first ten", async () => {
    const lines = Array.from({ length: 5000 }, () => "Sold,b,1.00,0,EUR,,,")
    expect(await issuesOf(read(report(...lines)))).toHaveLength(10)
  })

  it("are refused if a column is missing or repeated, or if the file is empty", async () => {
    expect(await issuesOf(read("Type,Reference,Gross,Gross\n"))).toMatchObject([
      { row: 1, column: "Gross", message: expect.stringContaining("several times") },
      { row: 1, column: "Fee" },
      { row: 1, column: "Currency" },
      { row: 1, column: "Payout" },
      { row: 1, column: "Date" }
    ])
    expect(await issuesOf(read(""))).toMatchObject([{ row: 1 }])
  })

  it("are refused by the row if the text is not CSV", async () => {
    const good = "Sale,a,1.00,0,EUR,,,"
    for (const [bad, row] of [
      [report(good, "Sale,a,1.00"), 3],
      [report(good, good, 'Sale,"a,1.00,0,EUR,,,'), 4],
      [report(good, 'Sale,a"b"c,1.00,0,EUR,,,'), 3],
      [report(`Sale,"${"x".repeat(70_000)}",1.00,0,EUR,,,`), 2]
    ] as const) {
      expect(await issuesOf(read(bad))).toMatchObject([{ row, column: null }])
    }
  })

  it("are limited in number and in length, in a text and in a stream", async () => {
    const lines = Array.from({ length: 11 }, () => "Payout,,,,,,,")
    expect(await read(report(...lines), { maxRows: 11 })).toEqual([])
    await expect(read(report(...lines), { maxRows: 10 })).rejects.toThrow("more rows than 10")
    await expect(read(report(...lines), { maxLength: 50 })).rejects.toThrow(
      "more characters than 50"
    )
    let sent = 0
    async function* endless() {
      for (;;) {
        sent += 1
        yield new TextEncoder().encode(`${report(...lines)}\n`)
      }
    }
    const reading = readSettlementRows(endless(), columns, { maxLength: 5_000 })
    await expect(reading).rejects.toMatchObject({ _tag: "CsvRefused" })
    expect(sent).toBeLessThan(100)
  })

  it("let other code run while they are read", async () => {
    const csv = report(...Array.from({ length: 5000 }, (_, n) => `Sale,a_${n},1.00,0,EUR,,,`))
    let turns = 0
    let isOver = false
    const turn = () => {
      turns += 1
      if (!isOver) setImmediate(turn)
    }
    setImmediate(turn)
    expect(await read(csv)).toHaveLength(5000)
    isOver = true
    expect(turns).toBeGreaterThan(5)
  })

  it("fail with the error of a stream", async () => {
    async function* broken() {
      yield report("Sale,a,1.00,0,EUR,,,")
      throw new Error("the line broke")
    }
    await expect(readSettlementRows(broken(), columns)).rejects.toThrow("the line broke")
  })

  it("are read as they were written, in pieces of any size", async () => {
    const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }).filter((made) => {
      return made.trim() === made && !/["\0=+@\t\r\uFF1D\uFF0B\uFF0D\uFF20-]/.test(made)
    })
    const row = fc.record({
      reference: text,
      gross: fc.bigInt({ min: 0n, max: 10n ** 15n - 1n }),
      settlement: text
    })
    const run = fc.record({ rows: fc.array(row), cuts: fc.integer({ min: 1, max: 50 }) })
    const property = fc.asyncProperty(run, async ({ rows, cuts }) => {
      const cells = rows.map((each) => [each.reference, `${each.gross}`, each.settlement])
      const bytes = new TextEncoder().encode(linesOf([["reference", "gross", "payout"], ...cells]))
      async function* pieces() {
        for (let at = 0; at < bytes.length; at += cuts) yield bytes.slice(at, at + cuts)
      }
      const found = await readSettlementRows(pieces(), {
        reference: "reference",
        kind: { always: "charge" },
        gross: "gross",
        currency: { always: "EUR" },
        settlement: "payout",
        amounts: "minor"
      })
      const expected = rows.map(
        (each): SettlementRow => ({
          ...{ kind: "charge", fee: 0n, currency: "EUR" },
          ...each
        })
      )
      expect(found).toEqual(expected)
    })
    await fc.assert(property, { numRuns: 40 })
  })
})
