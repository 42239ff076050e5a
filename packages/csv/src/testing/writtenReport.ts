import type { SettlementRow } from "@payloom/core"
import { stringify } from "csv-stringify/sync"
import { DateTime } from "effect"
import fc from "fast-check"
import { amountText } from "../amounts.ts"
import { isTaken } from "../rowAmounts.ts"
import type { FeeColumn, GrossColumns, SettlementMapping } from "../SettlementMapping.ts"

/** A mapping, and the properties of a report that is written by it. */
export interface Form {
  readonly mapping: SettlementMapping
  readonly before: number
  readonly hasMinorUnits: boolean
  readonly zone: string
}

const ways = { debit: "DR", credit: "CR" } as const
const grossForms: ReadonlyArray<GrossColumns> = [
  "gross",
  { signed: "gross" },
  { debit: "out", credit: "in" },
  { column: "gross", direction: "way", ...ways }
]
const feeForms: ReadonlyArray<ReadonlyArray<FeeColumn>> = [
  [],
  ["fee"],
  ["fee", "more"],
  [{ debit: "kept", credit: "given" }],
  [{ column: "fee", direction: "fee way", ...ways }, "more"]
]
const kinds = ["charge", "refund", "reversal", "dispute", "dispute_release"] as const

/** Generates mappings of every form. */
export const anyForm: fc.Arbitrary<Form> = fc
  .record({
    gross: fc.constantFrom(...grossForms),
    fee: fc.constantFrom(...feeForms),
    delimiter: fc.constantFrom("," as const, ";" as const, "\t" as const, "|" as const),
    marks: fc.constantFrom(
      { decimalMark: ".", thousandsMark: "," } as const,
      { decimalMark: ",", thousandsMark: "." } as const,
      { decimalMark: ",", thousandsMark: " " } as const,
      { decimalMark: ".", thousandsMark: "'" } as const,
      { decimalMark: "." } as const
    ),
    negatives: fc.constantFrom("leading" as const, "trailing" as const, "parentheses" as const),
    hasMinorUnits: fc.boolean(),
    negativeFees: fc.boolean(),
    lines: fc.constantFrom("plain", "any", "number", "typed", "ended"),
    zone: fc.constantFrom("UTC", "Europe/Berlin", "America/St_Johns", "Asia/Kathmandu"),
    zoneForm: fc.constantFrom("mapping", "column", "offset")
  })
  .map(({ gross, fee, delimiter, marks, negatives, hasMinorUnits, negativeFees, ...more }) => {
    const { lines, zone, zoneForm } = more
    const zones = { mapping: zone, column: { column: "zone" }, offset: undefined } as const
    const { [zoneForm as "mapping"]: named } = zones
    return {
      hasMinorUnits,
      zone: zoneForm === "offset" ? "" : zone,
      before: lines === "any" || lines === "number" ? 3 : 0,
      mapping: {
        reference: "reference",
        kind: { column: "kind", kinds: Object.fromEntries(kinds.map((kind) => [kind, kind])) },
        gross,
        fee,
        net: "net",
        negativeFees,
        currency: "currency",
        settlement: "payout",
        settledAt: { column: "time", ...(named === undefined ? {} : { zone: named }) },
        delimiter,
        negatives,
        ...(hasMinorUnits ? { amounts: "minor" as const } : marks),
        ...(lines === "any" ? { linesBefore: "any" as const } : {}),
        ...(lines === "number" ? { linesBefore: 3 } : {}),
        ...(lines === "ended" ? { endsAt: "Total" } : {}),
        ...(lines === "typed"
          ? { lineTypes: { header: "H", row: "R", end: "E", others: ["X"] } }
          : {})
      }
    }
  })

const text = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 20 })
  .filter((made) => made.trim() === made && !/[\0\uFEFF]/.test(made))

/** Generates rows of every kind, in currencies with zero, two and three decimals. */
export const anyRow: fc.Arbitrary<SettlementRow> = fc.record({
  reference: text,
  kind: fc.constantFrom(...kinds),
  gross: fc.bigInt({ min: 0n, max: 10n ** 12n }),
  fee: fc.bigInt({ min: -(10n ** 6n), max: 10n ** 6n }),
  currency: fc.constantFrom("EUR", "JPY", "KWD", "HUF"),
  settlement: fc.option(text, { nil: null }),
  settledAt: fc
    .date({
      min: new Date("2001-01-01T00:00:00Z"),
      max: new Date("2037-01-01T00:00:00Z"),
      noInvalidDate: true
    })
    // In the middle of a month no clock of these zones changes.
    .map((date) => Math.floor(date.setUTCDate(16) / 1000) * 1000)
})

/** Writes a report by a mapping. Rows have no fee if the mapping has none. */
export const writtenReport = (form: Form, rows: ReadonlyArray<SettlementRow>): string => {
  const { mapping, before } = form
  const { lineTypes, endsAt, delimiter = "," } = mapping
  const cells = rows.map((row) => cellsOf(form, row))
  const names = Object.keys(cells[0] ?? cellsOf(form, emptyRow))
  const lines = cells.map((each) => names.map((name) => each[name] ?? ""))
  const typed = (type: string, line: ReadonlyArray<string>) =>
    lineTypes === undefined ? [line] : [[type, ...line]]
  return stringify(
    [
      ...Array.from({ length: before }, () => ["Report", "of", "November"]),
      ...(lineTypes === undefined ? [] : [["X", "1"]]),
      ...typed("H", names),
      ...lines.flatMap((line) => typed("R", line)),
      ...(lineTypes === undefined ? [] : [["E"], ["X"]]),
      ...(endsAt === undefined ? [] : [[endsAt, "12"], ["Thank you"]])
    ],
    { delimiter, quoted: true, record_delimiter: "\r\n" }
  )
}

const emptyRow: SettlementRow = {
  reference: "a",
  kind: "charge",
  gross: 0n,
  fee: 0n,
  currency: "EUR",
  settledAt: 0
}

const cellsOf = ({ mapping, hasMinorUnits, zone }: Form, row: SettlementRow) => {
  const { gross: grossForm, fee: feeForm, negativeFees = false } = mapping
  const amount = (value: bigint) => written(value, row.currency, hasMinorUnits, mapping)
  const taken = isTaken(row.kind)
  const signed = taken ? -row.gross : row.gross
  const [first, ...others] = feeForm as ReadonlyArray<FeeColumn>
  // Splits the fee between two columns.
  const split = others.length > 0 ? [row.fee - 7n, 7n] : [row.fee]
  const fees = [first, ...others].flatMap((of, index) => {
    const kept = split[index] ?? 0n
    if (of === undefined) return []
    if (typeof of === "string") return [[of, amount(negativeFees ? -kept : kept)] as const]
    return placed(of, -kept, amount)
  })
  const fee = first === undefined ? 0n : row.fee
  return Object.fromEntries([
    ["reference", row.reference],
    ["kind", row.kind],
    ...(typeof grossForm === "string"
      ? [[grossForm, amount(signed)] as const]
      : "signed" in grossForm
        ? [[grossForm.signed, amount(signed)] as const]
        : placed(grossForm, signed, amount)),
    ...fees,
    ["net", amount(signed - fee)],
    ["currency", row.currency.toLowerCase()],
    ["payout", row.settlement ?? ""],
    ["time", timeText(row.settledAt ?? 0, zone)],
    ["zone", zone]
  ])
}

/** Returns the cells of an amount. It is positive if it was given to the merchant. */
const placed = (
  of: Exclude<FeeColumn, string>,
  given: bigint,
  amount: (value: bigint) => string
): ReadonlyArray<readonly [string, string]> => {
  const size = amount(given < 0n ? -given : given)
  if ("direction" in of) {
    return [
      [of.column, size],
      [of.direction, given < 0n ? of.debit : of.credit]
    ]
  }
  return given < 0n
    ? [
        [of.debit, size],
        [of.credit, ""]
      ]
    : [
        [of.debit, ""],
        [of.credit, size]
      ]
}

const written = (
  value: bigint,
  currency: string,
  hasMinorUnits: boolean,
  { decimalMark = ".", thousandsMark, negatives = "leading" }: SettlementMapping
): string => {
  const size = amountText(value < 0n ? -value : value, currency, hasMinorUnits ? "minor" : "major")
  const [whole = "", fraction] = size.split(".")
  const grouped =
    thousandsMark === undefined ? whole : whole.replaceAll(/\B(?=(\d{3})+$)/g, thousandsMark)
  const body = fraction === undefined ? grouped : `${grouped}${decimalMark}${fraction}`
  if (value >= 0n) return body
  return { leading: `-${body}`, trailing: `${body}-`, parentheses: `(${body})` }[negatives]
}

const timeText = (moment: number, zone: string): string => {
  if (zone === "")
    return new Date(moment).toISOString().replace("T", " ").replace(".000Z", " +0000")
  const zoned = DateTime.makeZonedUnsafe(moment, { timeZone: zone })
  return DateTime.formatIsoZoned(zoned).slice(0, 19).replace("T", " ")
}
