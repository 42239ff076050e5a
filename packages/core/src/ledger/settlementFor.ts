import type { Moment } from "../kernel/ids/Moment.ts"
import type { MidId } from "../kernel/primitives/PublicId.ts"
import { goesOut, movedAmount } from "./compareRows.ts"
import type { LedgerAccount } from "./LedgerAccount.ts"
import { entriesOf, type LedgerGroup, type Transfer } from "./LedgerGroup.ts"
import type { SettlementRow } from "./SettlementRow.ts"
import type { Movement } from "./settledMovements.ts"

/**
 * Returns the transfers of a row. An estimate, such as a dispute in another currency, was booked
 * with another amount than the row's. The difference is a loss or a gain of disputes.
 */
const transfersFor = (mid: MidId, row: SettlementRow, booked: bigint): ReadonlyArray<Transfer> => {
  const { gross, fee } = row
  const receivable = `provider_receivable:${mid}` as const
  const cash = `settled_cash:${mid}` as const
  const fees = `provider_fees:${mid}` as const
  const out = goesOut(row)
  const loss = out ? gross - booked : booked - gross
  return [
    out
      ? { debit: receivable, credit: cash, amount: booked }
      : { debit: cash, credit: receivable, amount: booked },
    ...shifted("dispute_losses", cash, loss),
    ...shifted(fees, cash, fee)
  ]
}

/** Returns a transfer from `credit` to `debit`, or the reverse if the amount is negative. */
const shifted = (
  debit: LedgerAccount,
  credit: LedgerAccount,
  amount: bigint
): ReadonlyArray<Transfer> => {
  if (amount === 0n) return []
  return amount > 0n
    ? [{ debit, credit, amount }]
    : [{ debit: credit, credit: debit, amount: -amount }]
}

/** A row, the movement that it settles, and the number of this settlement of its name. */
interface SettledRow {
  readonly row: SettlementRow
  readonly movement: Movement
  readonly nth: number
}

/**
 * Creates the balanced group for a row that matches: the provider's debt becomes cash, and its fee
 * is paid from the cash.
 */
export const settlementFor = (
  moment: Moment,
  mid: MidId,
  { row, movement, nth }: SettledRow
): LedgerGroup => ({
  id: moment.id("ledger"),
  kind: "settlement",
  payment: movement.payment,
  currency: movement.currency,
  entries: entriesOf(...transfersFor(mid, row, movedAmount(movement, mid))),
  atProvider: movement.atProvider,
  settlement: {
    id: row.settlement ?? null,
    date: row.settledAt ?? null,
    movement: movement.id,
    ...(nth === 1 ? {} : { nth })
  },
  created: moment.now
})
