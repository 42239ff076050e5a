import type { BookedMovement, Reconciliation, SettlementRow } from "@payloom/core"
import { amountsAs, type Cell, momentText, piecesOf, type WriteOptions } from "./writeCsv.ts"

/**
 * Writes the result of `ledger.reconcile` as CSV, in pieces: a line for each row of the report and
 * each movement that is missing from it. The column `result` is `matched`, `amount_differs`,
 * `currency_differs`, `duplicate`, `unknown` or `missing`. The columns up to `settled_at` are the
 * report's, and those from `booked_amount` on are the ledger's. They are empty for movements that
 * are missing from the report, or for rows that the ledger doesn't know.
 */
export const reconciliationCsv = (
  result: Reconciliation,
  options: WriteOptions = {}
): AsyncGenerator<string, void> => {
  const as = amountsAs(options)
  const header = as.header(
    ...["result", "kind", "reference", "currency", "#gross", "#fee", "settlement", "settled_at"],
    ...["#booked_amount", "booked_currency", "booked_at", "provider_reference", "payment"],
    ...["group", "settlement_group", "booked_now"]
  )
  return piecesOf(header, linesIn(result, as.cell))
}

type Line = ReadonlyArray<Cell>
type AmountCell = ReturnType<typeof amountsAs>["cell"]

function* linesIn(result: Reconciliation, cell: AmountCell): Generator<Line> {
  for (const { row, movement, settlement, booked } of result.matched) {
    const settled = [settlement, booked ? "yes" : "no"]
    yield ["matched", ...reported(row, cell), ...bookedAs(movement, cell), ...settled]
  }
  const named = [
    ["amount_differs", result.amountDiffers],
    ["currency_differs", result.currencyDiffers],
    ["duplicate", result.duplicates]
  ] as const
  for (const [name, rows] of named) {
    for (const { row, movement } of rows) {
      yield [name, ...reported(row, cell), ...bookedAs(movement, cell), null, null]
    }
  }
  for (const row of result.unknown) yield ["unknown", ...reported(row, cell), ...nothing(8)]
  for (const movement of result.missing) {
    const { kind, reference } = movement
    yield ["missing", kind, reference, ...nothing(5), ...bookedAs(movement, cell), null, null]
  }
}

const reported = (row: SettlementRow, cell: AmountCell): Line => [
  row.kind,
  row.reference,
  row.currency,
  cell(row.gross, row.currency),
  cell(row.fee, row.currency),
  row.settlement ?? null,
  row.settledAt == null ? null : momentText(row.settledAt)
]

const bookedAs = (movement: BookedMovement, cell: AmountCell): Line => [
  cell(movement.amount, movement.currency),
  movement.currency,
  momentText(movement.created),
  movement.providerReference,
  movement.payment,
  movement.group
]

const nothing = (cells: number): Line => Array.from({ length: cells }, () => null)
