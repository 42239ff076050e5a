import { insertPendingModification } from "../payments/captures-voids-refunds/newModification.ts"
import { recordModificationEvent } from "../payments/captures-voids-refunds/resources.ts"
import { newMoneyReturn } from "../payments/captures-voids-refunds/returnMoney.ts"
import type { AttemptRecord } from "../payments/charges/Attempt.ts"
import type { PaymentRecord } from "../payments/charges/Payment.ts"
import type { CommitContext } from "../platform/events/CommitContext.ts"
import { type Change, inserted } from "../platform/storage/Change.ts"

/** The fields and changes of a refund of everything that was just charged. */
interface RefundOfCharge {
  readonly payment: Partial<PaymentRecord>
  readonly changes: ReadonlyArray<Change>
}

/** Refunds a charge that was in flight when its subscription ended. */
export const refundEndedSubscription = (
  commit: CommitContext,
  payment: PaymentRecord,
  attempt: AttemptRecord
): RefundOfCharge => {
  const refund = newMoneyReturn(commit, attempt, {
    kind: "refund",
    purpose: "ended_subscription",
    amount: payment.amountCaptured
  })
  return {
    payment: { amountReserved: payment.amountReserved + payment.amountCaptured },
    changes: [
      ...insertPendingModification(commit, refund),
      ...recordModificationEvent(commit, "refund.pending", inserted(commit.scope, refund))
    ]
  }
}
