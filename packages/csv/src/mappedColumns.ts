import type { SettlementRow } from "@payloom/core"
import type {
  DebitAndCredit,
  FeeColumn,
  GrossColumns,
  ReferenceColumns,
  SettlementMapping,
  TimeColumn
} from "./SettlementMapping.ts"

/** Returns a list of one value, of several, or of none. */
export const listOf = <Value>(
  of: Value | ReadonlyArray<Value> | undefined
): ReadonlyArray<Value> => (Array.isArray(of) ? of : of === undefined ? [] : [of as Value])

const isByKind = (reference: SettlementMapping["reference"]): reference is ReferenceColumns =>
  typeof reference !== "string" && !Array.isArray(reference)

/** Returns the columns in which a row of a kind may have its reference. */
export const referenceOf = (
  { reference }: SettlementMapping,
  kind: SettlementRow["kind"]
): ReadonlyArray<string> =>
  listOf<string>(isByKind(reference) ? (reference[kind] ?? reference.charge) : reference)

const references = ({ reference }: SettlementMapping): ReadonlyArray<string> =>
  isByKind(reference)
    ? Object.values(reference).flatMap((columns) => listOf<string>(columns))
    : listOf<string>(reference)

/** Returns the columns of times. The first that a file has is used. */
export const timesOf = ({ settledAt }: SettlementMapping): ReadonlyArray<TimeColumn> =>
  typeof settledAt === "string" ? [{ column: settledAt }] : listOf(settledAt)

/** Returns the columns that a mapping names, each once, except those of times. */
export const columnsOf = (mapping: SettlementMapping): ReadonlyArray<string> => {
  const { kind, currency, settlement, feeCurrency, net, skip = [], only = [] } = mapping
  const named = [
    ...references(mapping),
    ...("always" in kind ? [] : listOf(kind.column)),
    ...amountColumns(mapping.gross),
    ...listOf<FeeColumn>(mapping.fee).flatMap(amountColumns),
    ...(net === undefined ? [] : amountColumns(net)),
    ...[currency, settlement, feeCurrency].filter((column) => typeof column === "string"),
    ...[...skip, ...only].map(({ column }) => column)
  ]
  return [...new Set(named)]
}

const amountColumns = (of: GrossColumns | FeeColumn | DebitAndCredit): ReadonlyArray<string> => {
  if (typeof of === "string") return [of]
  if ("signed" in of) return [of.signed]
  return "direction" in of ? [of.column, of.direction] : [of.debit, of.credit]
}
