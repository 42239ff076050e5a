import { Context, Effect, Layer } from "effect"
import type { Agreement } from "../../cards/saved/Agreement.ts"
import type { CardVault } from "../../cards/vault/CardVault.ts"
import type { CommitContext } from "../../platform/events/CommitContext.ts"
import type { Change } from "../../platform/storage/Change.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import type { Storage, StorageUnavailable } from "../../platform/storage/Storage.ts"
import type { AttemptRecord } from "./Attempt.ts"
import type { PaymentRecord } from "./Payment.ts"

/** A payment that moves on by what became of its charge. */
export interface PaymentMove {
  readonly before: PaymentRecord
  readonly after: PaymentRecord
  /** The attempt that moved it, as it is left; null where none did. */
  readonly attempt: AttemptRecord | null
  /** The agreement that the charge began; null where none was declared, or nothing was charged. */
  readonly agreement: Agreement | null
  /** Whether the payer gave it up for another way to pay, which is no decline of theirs. */
  readonly isSuperseded: boolean
}

/** What a follower does about a move, in the commit of the move. */
export interface Followed {
  readonly changes: ReadonlyArray<Change>
  /** What it adds to the payment. */
  readonly payment?: Partial<PaymentRecord>
}

/** A follower that was loaded with the payment it follows. Everything it answers is pure. */
export interface Following {
  /** Whether the money must be taken at once, since nobody captures it later. */
  readonly isPaidAtOnce: boolean
  /** What it takes to wait for the payer, whom the issuer wants to see after all. */
  readonly payerAwaited: (commit: CommitContext) => ReadonlyArray<Change>
  readonly follow: (commit: CommitContext, move: PaymentMove) => Followed
}

/**
 * A subject that moves when a payment moves, such as the checkout session that it pays. What
 * charges doesn't know what is paid: it loads the followers of a payment when it decides a charge,
 * and takes their changes into its own commit, so nothing can be lost between the two.
 */
export interface Follower {
  /** The subject that this payment moves, as it stands; null where there is none of its kind. */
  readonly load: (
    payment: Stored<PaymentRecord>
  ) => Effect.Effect<Following | null, StorageUnavailable, Storage | CardVault>
}

/** All followers there are, declared where the engine is wired. */
export class Followers extends Context.Service<
  Followers,
  {
    /** Those of a payment, in the order in which they were declared. */
    readonly of: (
      payment: Stored<PaymentRecord>
    ) => Effect.Effect<ReadonlyArray<Following>, StorageUnavailable, Storage | CardVault>
  }
>()("@payloom/core/payments/charges/Followers") {
  static readonly layer = (followers: ReadonlyArray<Follower>) =>
    Layer.succeed(Followers, {
      of: (payment) =>
        Effect.map(
          Effect.forEach(followers, ({ load }) => load(payment)),
          (loaded) => loaded.filter((following) => following !== null)
        )
    })
}

/** A payment's move with all that follows it; each follower sees what those before it added. */
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
