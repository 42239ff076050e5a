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
  /** Null where nothing moves at the provider. */
  readonly atProvider: AtProvider | null
  /** Whether the settlement report corrects the amount; false if absent. */
  readonly isEstimate?: boolean
}

const transferFor = ({ kind, mid, amount }: Movement): Transfer => {
  const receivable = `provider_receivable:${mid}` as const
  switch (kind) {
    case "capture":
      return { debit: receivable, credit: "merchant_payable", amount }
    case "capture_return":
      return { debit: "merchant_payable", credit: receivable, amount }
    case "refund":
      return { debit: "refunds", credit: receivable, amount }
    case "refund_reversal":
      return { debit: receivable, credit: "refunds", amount }
    case "late_charge":
      return { debit: receivable, credit: "suspense", amount }
    case "late_charge_reversal":
      return { debit: "suspense", credit: receivable, amount }
    case "dispute_hold":
      return { debit: "disputes_held", credit: receivable, amount }
    case "dispute_release":
      return { debit: receivable, credit: "disputes_held", amount }
    case "dispute_loss":
      return { debit: "dispute_losses", credit: "disputes_held", amount }
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
          ...(movement.atProvider === null ? {} : { atProvider: movement.atProvider }),
          ...(movement.isEstimate === true ? { isEstimate: true as const } : {}),
          created: moment.now
        }
      ]
