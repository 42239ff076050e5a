import type { Moment } from "../ids/Moment.ts"
import type { CurrencyCode } from "../values/CurrencyCode.ts"
import type { MidId, PaymentId } from "../values/PublicId.ts"
import { type AtProvider, entriesOf, type LedgerGroup, type Transfer } from "./LedgerGroup.ts"

/** What moved, on which MID. */
export interface Movement {
  readonly kind: Exclude<LedgerGroup["kind"], "settlement">
  readonly payment: PaymentId
  readonly mid: MidId
  readonly amount: bigint
  readonly currency: CurrencyCode
  readonly atProvider: AtProvider
}

const transferFor = ({ kind, mid, amount }: Movement): Transfer => {
  const receivable = `provider_receivable:${mid}` as const
  switch (kind) {
    case "capture":
      return { debit: receivable, credit: "merchant_payable", amount }
    case "refund":
      return { debit: "refunds", credit: receivable, amount }
    case "refund_reversal":
      return { debit: receivable, credit: "refunds", amount }
    case "late_charge":
      return { debit: receivable, credit: "suspense", amount }
    case "late_charge_reversal":
      return { debit: "suspense", credit: receivable, amount }
  }
}

/** The balanced group for a movement of money; none where nothing moved. */
export const postingsFor = (moment: Moment, movement: Movement): ReadonlyArray<LedgerGroup> =>
  movement.amount === 0n
    ? []
    : [
        {
          id: moment.id("ledger"),
          kind: movement.kind,
          payment: movement.payment,
          currency: movement.currency,
          entries: entriesOf(transferFor(movement)),
          atProvider: movement.atProvider,
          created: moment.now
        }
      ]
