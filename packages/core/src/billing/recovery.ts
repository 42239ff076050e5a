import { Effect } from "effect"
import type { BillingCycleId } from "../kernel/primitives/PublicId.ts"
import type { OpenedPayment } from "../payments/charges/startCharge.ts"
import type { CommitContext } from "../platform/events/CommitContext.ts"
import { type Change, check, update } from "../platform/storage/Change.ts"
import type { Stored } from "../platform/storage/Collection.ts"
import type { Scope } from "../platform/storage/Scope.ts"
import { Storage } from "../platform/storage/Storage.ts"
import { type BillingRows, findBilling, moved } from "./BillingRows.ts"
import { BillingCycleCollection, type BillingCycleRecord } from "./cycles/BillingCycle.ts"
import { SubscriptionCollection } from "./subscriptions/Subscription.ts"
import { markCharging, payerDeclined } from "./transitions/cycleOutcomes.ts"

/** A cycle that is overdue, as a payer may pay it by themselves. */
export interface Owed {
  readonly rows: BillingRows
  readonly cycle: Stored<BillingCycleRecord>
}

/** A cycle and its subscription, whether or not the cycle is still owed. */
export const loadOverdueCycle = Effect.fnUntraced(function* (scope: Scope, id: BillingCycleId) {
  const storage = yield* Storage
  const found = yield* storage.get(scope, BillingCycleCollection, id)
  const cycle = yield* Effect.orDie(Effect.fromOption(found))
  const rows = yield* findBilling(scope, cycle.row.subscription)
  return { cycle, rows: yield* Effect.orDie(Effect.fromOption(rows)) } satisfies Owed
})

/** Whether nobody has paid it yet, and nobody is being charged for it. */
export const isOverdue = ({ cycle }: Pick<Owed, "cycle">): boolean =>
  cycle.row.status === "retrying"

/**
 * The cycle is being paid by a payer, so nothing else charges it until that is settled. One that
 * was declined at once is owed as before.
 */
export const recoveryOpened = (
  commit: CommitContext,
  { rows, cycle }: Owed,
  { attempt, payment }: OpenedPayment
): ReadonlyArray<Change> => {
  if (!isOverdue({ cycle })) {
    // Tried once already, and the issuer wanted to see the payer: it was theirs all the time.
    return attempt === null
      ? moved(commit, rows, payerDeclined(rows, cycle.row)).changes
      : [check(BillingCycleCollection, cycle)]
  }
  if (attempt === null) return [check(BillingCycleCollection, cycle)]
  return [
    check(SubscriptionCollection, rows.subscription),
    update(BillingCycleCollection, cycle, markCharging(cycle.row, payment.row.id))
  ]
}
