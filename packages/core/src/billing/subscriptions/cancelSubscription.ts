import { Effect, Result } from "effect"
import { inputChecker } from "../../kernel/input/decodeInput.ts"
import type { Millis } from "../../kernel/primitives/Timestamp.ts"
import type { Caller, MutationOptions } from "../../platform/tenants/Caller.ts"
import type { BillingMove, BillingRows } from "../BillingRows.ts"
import { canceled } from "../transitions/endSubscription.ts"
import { changeSubscription, decided } from "./changeSubscription.ts"
import { SubscriptionEnded } from "./errors.ts"
import { CancelSubscription } from "./subscriptionInput.ts"

const checkInput = inputChecker(CancelSubscription)

/**
 * Operation 28 (spec 4.8): ends a subscription with its current period, or at once. Nothing that
 * was charged is given back, but for a charge that is under way when it ends at once. One that was
 * canceled already stays as it is.
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

/** What a cancellation makes of a subscription; null where it was canceled before. */
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

/** One that nobody has paid for has no period to run out, nor has one whose pause outlasted it. */
const endsAtOnce = ({ subscription: { row } }: BillingRows, now: Millis): boolean =>
  row.status === "pending_first_payment" || (row.pause !== null && now >= row.pause.periodEnd)
