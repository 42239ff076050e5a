import { Effect, Option } from "effect"
import { type Change, check, update } from "../platform/storage/Change.ts"
import type { Scope } from "../platform/storage/Scope.ts"
import { Storage } from "../platform/storage/Storage.ts"
import { BillingCycleCollection } from "./cycles/BillingCycle.ts"
import { isEnded, SubscriptionCollection } from "./subscriptions/Subscription.ts"
import { markCharging } from "./transitions/cycleOutcomes.ts"

/**
 * Returns the changes by which a payment charges a cycle, as the billing job would have made them.
 * The payment was made after the backup from which the store was restored. So the cycle is not
 * charged again. Null if the books don't have the cycle, or if it is not the one to be paid next.
 */
export const cycleAdopted = Effect.fnUntraced(function* (
  scope: Scope,
  id: string,
  payment: Parameters<typeof markCharging>[1]
) {
  const storage = yield* Storage
  const cycle = yield* storage.get(scope, BillingCycleCollection, id)
  if (Option.isNone(cycle)) return null
  const { row } = cycle.value
  const subscription = yield* storage.get(scope, SubscriptionCollection, row.subscription)
  if (Option.isNone(subscription)) return null
  const { row: subscribed } = subscription.value
  const isNext = row.sequence === subscribed.unpaid && !isEnded(subscribed)
  if (!isNext || row.status === "charging") return null
  const changes: ReadonlyArray<Change> = [
    update(BillingCycleCollection, cycle.value, markCharging(row, payment)),
    check(SubscriptionCollection, subscription.value)
  ]
  return changes
})
