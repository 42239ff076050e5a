import { CurrencyCode, SettlementRow, Timestamp } from "@payloom/core"
import { Result, Schema } from "effect"
import { type AmountReading, amountIn } from "./amounts.ts"
import type { SettlementColumns } from "./SettlementColumns.ts"

/** How the cells of a report are read. */
export interface CellReading extends AmountReading {
  /** Whether the report writes what the provider kept with a minus. */
  readonly hasNegativeFees: boolean
}

/** What is wrong with a row, by its column. */
interface Complaint {
  readonly column: string | null
  readonly complaint: string
}

/** What a line of a report says: a row, nothing that is asked for, or what is wrong with it. */
export type LineReading =
  | { readonly row: SettlementRow | null }
  | { readonly complaints: ReadonlyArray<Complaint> }

const isCurrency = Schema.is(CurrencyCode)
const decodeMoment = Schema.decodeUnknownResult(Timestamp)
const isRow = Schema.is(Schema.toType(SettlementRow))

/** Reads a line, whose cells are found by their columns' names. */
export const settlementRowIn = (
  cell: (column: string) => string,
  columns: SettlementColumns,
  reading: CellReading
): LineReading => {
  const { kind: of } = columns
  const kind = "always" in of ? of.always : kindOf(cell(of.column), of.kinds)
  if (kind === null) return { row: null }
  const complaints: Array<Complaint> = []
  const complain = (column: string | null, complaint: string) => {
    complaints.push({ column, complaint })
  }
  if (kind === undefined && "column" in of) complain(of.column, "names no kind of movement")
  const reference = cell(columns.reference)
  if (reference === "") complain(columns.reference, "is empty")
  const [currency, inColumn] = valueOf(columns.currency, cell)
  if (!isCurrency(currency)) {
    complain(inColumn, "must be an active ISO 4217 currency, such as EUR")
    return { complaints }
  }
  const amount = (column: string): bigint => {
    const read = amountIn(cell(column), currency, reading)
    if (read === null) complain(column, amountMeant(reading))
    return read ?? 0n
  }
  const gross = amount(columns.gross)
  const goesOut = kind === "refund" || kind === "dispute"
  if (gross < 0n && !goesOut) complain(columns.gross, `must not be negative for a ${kind}`)
  const kept = columns.fee === undefined ? 0n : amount(columns.fee)
  const row = {
    reference,
    kind: kind ?? "charge",
    gross: gross < 0n ? -gross : gross,
    fee: reading.hasNegativeFees ? -kept : kept,
    currency,
    ...settlementIn(columns, cell),
    ...settledIn(columns, cell, complain)
  }
  if (complaints.length === 0 && !isRow(row)) complain(null, "has a text or an amount too long")
  return complaints.length === 0 ? { row } : { complaints }
}

const kindOf = <Kind>(text: string, kinds: Readonly<Record<string, Kind>>): Kind | undefined =>
  Object.hasOwn(kinds, text) ? kinds[text] : undefined

const valueOf = (
  column: SettlementColumns["currency"],
  cell: (column: string) => string
): readonly [value: string, column: string | null] =>
  typeof column === "string" ? [cell(column), column] : [column.always, null]

const amountMeant = ({ form, decimalMark }: AmountReading): string =>
  form === "minor"
    ? "must be a whole number of minor units, such as 1250"
    : `must be an amount with the currency's decimals, such as 12${decimalMark}50`

const settlementIn = (
  { settlement }: SettlementColumns,
  cell: (column: string) => string
): Pick<SettlementRow, "settlement"> => {
  if (settlement === undefined) return {}
  const [text] = valueOf(settlement, cell)
  return { settlement: text === "" ? null : text }
}

const settledIn = (
  { settledAt }: SettlementColumns,
  cell: (column: string) => string,
  complain: (column: string, complaint: string) => void
): Pick<SettlementRow, "settledAt"> => {
  if (settledAt === undefined) return {}
  const text = cell(settledAt)
  if (text === "") return { settledAt: null }
  const moment = decodeMoment(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text)
  if (Result.isSuccess(moment)) return { settledAt: moment.success }
  complain(settledAt, "must be a date such as 2026-11-22, or an RFC 3339 date-time with its zone")
  return {}
}
