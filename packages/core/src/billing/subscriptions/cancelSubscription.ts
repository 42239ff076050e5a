import { Effect, Result } from "effect"
import { inputChecker } from "../../kernel/input/decodeInput.ts"
import type { Millis } from "../../kernel/primitives/Timestamp.ts"
import type { Caller, MutationOptions } from "../../platform/tenants/Caller.ts"
import type { BillingMove, BillingRows } from "../BillingRows.ts"
import { canceled } from "../transitions/endSubscription.ts"
import { changeSubscription, decided } from "./changeSubscription.ts"
import { SubscriptionEnded } from "./errors.ts"
import { pausedCancellationAt } from "./plannedCancellation.ts"
import { CancelSubscription } from "./subscriptionInput.ts"

const checkInput = inputChecker(CancelSubscription)

/**
 * Cancels a subscription at once or at the end of its current period. Past charges are not
 * refunded. A charge in flight when it ends at once is refunded. A canceled subscription stays as
 * it is.
 */
export const cancelSubscription = Effect.fnUntraced(function* (
  caller: Caller,
  id: string,
  input: CancelSubscription = {},
  options: MutationOptions
) {
  const given = yield* Effect.fromResult(checkInput(input))
  return yield* changeSubscription(caller, options, {
    endpoint: "cancelSubscription",
    id,
    input: given,
    decide: (rows, { now }) => decided(rows, decideCancel(rows, given, now))
  })
})

/** Returns the move of a cancellation. Null if the subscription was canceled before. */
const decideCancel = (
  rows: BillingRows,
  { cancelAtPeriodEnd = true, reason }: CancelSubscription,
  now: Millis
): Result.Result<BillingMove | null, SubscriptionEnded> => {
  const { row } = rows.subscription
  const { id, status } = row
  if (status === "canceled") return Result.succeed(null)
  if (status === "expired" || status === "terminated") {
    return Result.fail(new SubscriptionEnded({ subscription: id, status }))
  }
  const cancelReason = reason ?? row.cancelReason
  return Result.succeed(
    cancelAtPeriodEnd && !endsAtOnce(rows, now)
      ? { subscription: { ...row, cancelAtPeriodEnd: true, cancelReason } }
      : canceled(rows, now, cancelReason)
  )
}

/**
 * True if a cancellation at the period's end takes effect at once: before the first payment there
 * is no period, and the period of a paused subscription may be over.
 */
const endsAtOnce = ({ subscription: { row } }: BillingRows, now: Millis): boolean =>
  row.status === "pending_first_payment" || (row.pause !== null && now >= pausedCancellationAt(row))
