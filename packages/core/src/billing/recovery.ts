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

/** An overdue cycle that a payer may pay in a recovery session. */
export interface Owed {
  readonly rows: BillingRows
  readonly cycle: Stored<BillingCycleRecord>
}

/** Loads a cycle and its subscription. The cycle may be paid by now. */
export const loadOverdueCycle = Effect.fnUntraced(function* (scope: Scope, id: BillingCycleId) {
  const storage = yield* Storage
  const found = yield* storage.get(scope, BillingCycleCollection, id)
  const cycle = yield* Effect.orDie(Effect.fromOption(found))
  const rows = yield* findBilling(scope, cycle.row.subscription)
  return { cycle, rows: yield* Effect.orDie(Effect.fromOption(rows)) } satisfies Owed
})

/** Returns true if the cycle is unpaid and no charge of it is in flight. */
export const isOverdue = ({ cycle }: Pick<Owed, "cycle">): boolean =>
  cycle.row.status === "retrying"

/**
 * Marks the cycle as being paid by a payer, so nothing else charges it until that is settled. After
 * an immediate decline the cycle stays overdue.
 */
export const recoveryOpened = (
  commit: CommitContext,
  { rows, cycle }: Owed,
  { attempt, payment }: OpenedPayment
): ReadonlyArray<Change> => {
  if (!isOverdue({ cycle })) {
    // The issuer asked for the payer after a first attempt, so the cycle was theirs already.
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
