import { Effect, Result } from "effect"
import type { CommitContext } from "../../platform/events/CommitContext.ts"
import { fresh, replayed } from "../../platform/idempotency/Answer.ts"
import {
  type Claim,
  claimKey,
  orRefused,
  type Refused,
  refused
} from "../../platform/idempotency/claimKey.ts"
import { type Change, check } from "../../platform/storage/Change.ts"
import { KeyedLock } from "../../platform/storage/KeyedLock.ts"
import { Storage, type StorageUnavailable } from "../../platform/storage/Storage.ts"
import type { Caller, MutationOptions } from "../../platform/tenants/Caller.ts"
import { type BillingMove, type BillingRows, loadBilling, moved } from "../BillingRows.ts"
import {
  getSubscription,
  SubscriptionCollection,
  subscriptionCodec,
  toSubscription
} from "./Subscription.ts"

/** The effect of a request on a subscription. `move` is null if the subscription stays as it is. */
export interface SubscriptionChange {
  readonly move: BillingMove | null
  /** Checks on other rows that the decision depends on, and changes of other rows. */
  readonly changes?: ReadonlyArray<Change>
}

/** A request to change a subscription. */
interface ChangeRequest<F, R> {
  /** The operation's name. */
  readonly endpoint: string
  readonly id: string
  readonly input: unknown
  readonly decide: (
    rows: BillingRows,
    commit: CommitContext
  ) => Effect.Effect<SubscriptionChange, F, R>
}

/** A change whose decision depends on the subscription alone. */
export const decided = <E>(
  { subscription }: BillingRows,
  result: Result.Result<BillingMove | null, E>
): Effect.Effect<SubscriptionChange, Refused<E>> =>
  Effect.fromResult(
    Result.mapBoth(result, {
      onSuccess: (move): SubscriptionChange => ({ move }),
      onFailure: (error) => refused(error, check(SubscriptionCollection, subscription))
    })
  )

/**
 * Reads the subscription with its cycles, decides, and commits the decision, once per idempotency
 * key. Update, cancel, pause and resume use it. Each returns the subscription.
 */
export const changeSubscription = Effect.fnUntraced(function* <
  F extends Refused<unknown> | StorageUnavailable,
  R
>(caller: Caller, options: MutationOptions, request: ChangeRequest<F, R>) {
  const lock = yield* KeyedLock
  const { endpoint, id, input } = request
  const claimed = yield* claimKey(
    { ...caller, endpoint, options, input: [id, input] },
    (claim, moment) =>
      lock.withLock(
        id,
        SubscriptionCollection.name
      )(
        change(
          { ...moment, scope: caller.scope, apiVersion: caller.serviceVersion },
          claim,
          request
        )
      )
  )
  return claimed._tag === "Replayed" ? replayed(subscriptionCodec, claimed.body) : claimed.value
})

const change = Effect.fnUntraced(function* <F extends Refused<unknown> | StorageUnavailable, R>(
  commit: CommitContext,
  claim: Claim,
  { id, decide }: ChangeRequest<F, R>
) {
  const storage = yield* Storage
  const rows = yield* loadBilling(yield* orRefused(getSubscription(commit.scope, id)))
  const seen = check(SubscriptionCollection, rows.subscription)
  const { move, changes = [] } = yield* decide(rows, commit)
  const after =
    move === null ? { subscription: rows.subscription, changes: [seen] } : moved(commit, rows, move)
  const answer = fresh(subscriptionCodec, toSubscription(after.subscription.row))
  yield* storage.commit([...claim.answered(answer.body), ...after.changes, ...changes])
  return answer
})
