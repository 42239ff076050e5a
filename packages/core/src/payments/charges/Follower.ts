import { Context, Effect, Layer } from "effect"
import type { Agreement } from "../../cards/saved/Agreement.ts"
import type { CardVault } from "../../cards/vault/CardVault.ts"
import type { CommitContext } from "../../platform/events/CommitContext.ts"
import type { Change } from "../../platform/storage/Change.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import type { Storage, StorageUnavailable } from "../../platform/storage/Storage.ts"
import type { Providers } from "../../providers/Providers.ts"
import type { RouteHealth } from "../../routing/RouteHealth.ts"
import type { AttemptRecord } from "./Attempt.ts"
import type { PaymentRecord } from "./Payment.ts"

/** A change of a payment by the decision of its charge. */
export interface PaymentMove {
  readonly before: PaymentRecord
  readonly after: PaymentRecord
  /** The attempt after the change, null if no attempt caused it. */
  readonly attempt: AttemptRecord | null
  /** The agreement that the charge started, null if it started none. */
  readonly agreement: Agreement | null
  /** True if the payer chose another way to pay. That is not a decline. */
  readonly isSuperseded: boolean
}

/** The changes of a follower, for the commit of the payment. */
export interface Followed {
  readonly changes: ReadonlyArray<Change>
  /** Fields to set on the payment. */
  readonly payment?: Partial<PaymentRecord>
}

/** A follower with its rows loaded. Its functions are pure. */
export interface Following {
  /** True if the money must be taken at once, because nobody captures it later. */
  readonly isPaidAtOnce: boolean
  /** Returns the changes that wait for a payer whom the issuer wants to authenticate. */
  readonly payerAwaited: (commit: CommitContext) => ReadonlyArray<Change>
  readonly follow: (commit: CommitContext, move: PaymentMove) => Followed
}

/**
 * A subject that changes when a payment changes, such as the checkout session that it pays. The
 * decision of a charge loads the followers of its payment and puts their changes into its own
 * commit, so no crash can separate them. Charges don't know their followers.
 */
export interface Follower {
  /** Returns true if the payment may have a subject of this kind. Only then it is loaded. */
  readonly follows: (payment: PaymentRecord) => boolean
  /**
   * Loads the subject of a payment. Null if the payment has none of this kind. `declines` is true
   * if the charge was declined or failed, for facts that only matter then.
   */
  readonly load: (
    payment: Stored<PaymentRecord>,
    declines: boolean
  ) => Effect.Effect<Following | null, StorageUnavailable, FollowerServices>
}

type FollowerServices = Storage | CardVault | Providers | RouteHealth

/** The followers of this engine. */
export class Followers extends Context.Service<
  Followers,
  {
    /** Loads the followers of a payment, in the order of their declaration. */
    readonly of: (
      payment: Stored<PaymentRecord>,
      outlook?: { readonly declines: boolean }
    ) => Effect.Effect<ReadonlyArray<Following>, StorageUnavailable, FollowerServices>
  }
>()("@payloom/core/payments/charges/Followers") {
  static readonly layer = (followers: ReadonlyArray<Follower>) =>
    Layer.succeed(Followers, {
      of: (payment, { declines } = { declines: false }) => {
        const possible = followers.filter(({ follows }) => follows(payment.row))
        return possible.length === 0
          ? Effect.succeed([])
          : Effect.map(
              Effect.forEach(possible, ({ load }) => load(payment, declines)),
              (loaded) => loaded.filter((following) => following !== null)
            )
      }
    })
}

/** Applies the followers to a change of a payment. Each sees the changes of those before it. */
export const followedBy = (
  followers: ReadonlyArray<Following>,
  commit: CommitContext,
  move: PaymentMove
): { readonly payment: PaymentRecord; readonly changes: ReadonlyArray<Change> } => {
  let payment = move.after
  const changes: Array<Change> = []
  if (move.before.status !== move.after.status) {
    for (const { follow } of followers) {
      const followed = follow(commit, { ...move, after: payment })
      payment = { ...payment, ...followed.payment }
      changes.push(...followed.changes)
    }
  }
  return { payment, changes }
}
