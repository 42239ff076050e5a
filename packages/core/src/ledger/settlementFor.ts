import type { Moment } from "../ids/Moment.ts"
import type { MidId } from "../values/PublicId.ts"
import type { Movement } from "./compareRows.ts"
import { entriesOf, type LedgerGroup, type Transfer } from "./LedgerGroup.ts"
import type { SettlementRow } from "./SettlementRow.ts"

const transfersFor = (mid: MidId, { kind, gross, fee }: SettlementRow): ReadonlyArray<Transfer> => {
  const receivable = `provider_receivable:${mid}` as const
  const cash = `settled_cash:${mid}` as const
  const fees = `provider_fees:${mid}` as const
  return [
    kind === "refund" || kind === "dispute"
      ? { debit: receivable, credit: cash, amount: gross }
      : { debit: cash, credit: receivable, amount: gross },
    ...(fee > 0n ? [{ debit: fees, credit: cash, amount: fee }] : []),
    ...(fee < 0n ? [{ debit: cash, credit: fees, amount: -fee }] : [])
  ]
}

/**
 * The balanced group for a row of a report that matches: what the provider owed is cash now, and
 * its fee is paid out of that.
 */
export const settlementFor = (
  moment: Moment,
  mid: MidId,
  { payment, currency, atProvider }: Movement,
  row: SettlementRow
): LedgerGroup => ({
  id: moment.id("ledger"),
  kind: "settlement",
  payment,
  currency,
  entries: entriesOf(...transfersFor(mid, row)),
  atProvider,
  settlement: { id: row.settlement ?? null, date: row.settledAt ?? null },
  created: moment.now
})
