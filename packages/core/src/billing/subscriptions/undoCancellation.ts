import { Effect, Result } from "effect"
import type { Millis } from "../../kernel/primitives/Timestamp.ts"
import type { Caller, MutationOptions } from "../../platform/tenants/Caller.ts"
import { type BillingMove, type BillingRows, unpaidCycle } from "../BillingRows.ts"
import { changeSubscription, decided } from "./changeSubscription.ts"
import { SubscriptionEnded } from "./errors.ts"
import { isCancellationDue } from "./plannedCancellation.ts"
import { isEnded } from "./Subscription.ts"

/**
 * Takes a planned cancellation back. The subscription continues as before. One without a planned
 * cancellation stays as it is.
 */
export const undoCancellation = Effect.fnUntraced(function* (
  caller: Caller,
  id: string,
  options: MutationOptions
) {
  return yield* changeSubscription(caller, options, {
    endpoint: "undoCancellation",
    id,
    input: null,
    decide: (rows, { now }) => decided(rows, decideUndo(rows, now))
  })
})

/** Returns the move, null without a planned cancellation, or the reason why it is too late. */
const decideUndo = (
  rows: BillingRows,
  now: Millis
): Result.Result<BillingMove | null, SubscriptionEnded> => {
  const { row } = rows.subscription
  if (isEnded(row)) {
    return Result.fail(new SubscriptionEnded({ subscription: row.id, status: row.status }))
  }
  // The subscription has ended, although its job is late.
  if (isCancellationDue(row, unpaidCycle(rows)?.row ?? null, now)) {
    return Result.fail(new SubscriptionEnded({ subscription: row.id, status: "canceled" }))
  }
  return Result.succeed(
    row.cancelAtPeriodEnd
      ? { subscription: { ...row, cancelAtPeriodEnd: false, cancelReason: null } }
      : null
  )
}
