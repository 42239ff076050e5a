import type { Agreement } from "../../cards/saved/Agreement.ts"
import { hourMs } from "../../kernel/primitives/durations.ts"
import type { Millis } from "../../kernel/primitives/Timestamp.ts"
import { type Movement, postingsFor } from "../../ledger/postingsFor.ts"
import { type CommitContext, withFirstEventId } from "../../platform/events/CommitContext.ts"
import type { InternalEventType } from "../../platform/events/EventRecord.ts"
import { type EventResource, recordEvent } from "../../platform/events/recordEvent.ts"
import { completeRecord } from "../../platform/idempotency/claimKey.ts"
import { type Change, update, updated } from "../../platform/storage/Change.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import { withoutSourceSecrets } from "../../providers/ChargeSource.ts"
import type { PaymentProvider } from "../../providers/PaymentProvider.ts"
import {
  AttemptCollection,
  type AttemptRecord,
  attemptCodec,
  chargeAtProvider,
  toAttempt
} from "./Attempt.ts"
import type { AttemptRows, OpenedAttempt } from "./AttemptRows.ts"
import { type Following, followedBy } from "./Follower.ts"
import { PaymentCollection, type PaymentRecord, paymentBody } from "./Payment.ts"
import { recordTransition } from "./paymentEvents.ts"

/** What deciding on an attempt comes to: one commit, and where the payment stands after it. */
export interface Decision {
  readonly changes: ReadonlyArray<Change>
  readonly payment: Stored<PaymentRecord>
  /** The attempt that the cascade goes on with, null where the payment rests. */
  readonly next: OpenedAttempt | null
  /** What the key was answered by someone else meanwhile; null where nobody did. */
  readonly answered: string | null
}

/** What a decision depends on beside the rows. */
export interface DecisionContext {
  readonly commit: CommitContext
  /** Null where it isn't registered any more, and the attempt is settled by hand. */
  readonly provider: PaymentProvider | null
  /** What moves with the payment. */
  readonly followers: ReadonlyArray<Following>
  /** Where the cascade would go on; null where it can't, as in a recovery. */
  readonly nextAttempt: AttemptRecord | null
  /** Whether a payer is there whom the issuer may ask for. */
  readonly allowsStepUp: boolean
  /** Whether the payer gave this up for another way to pay: no decline of theirs. */
  readonly supersedes?: boolean
  /** How long a call may take, in milliseconds. */
  readonly callTimeoutMs: number
  /** Whether the attempt's job has asked and is answered by this. */
  readonly isAnswer: boolean
}

/** The payment rests: attempt and payment, events, ledger, jobs and the answer in one commit. */
export const atRest = (
  { commit, provider, followers, supersedes = false }: RestingContext,
  rows: AttemptRows,
  settled: AttemptRecord,
  moved: PaymentRecord,
  more: {
    readonly events?: ReadonlyArray<Change>
    readonly movement?: Movement | undefined
    readonly changes?: ReadonlyArray<Change>
    readonly agreement?: Agreement | null
  }
): Decision => {
  const attempt = withoutSpent(settled, provider, commit.now)
  // What becomes of the payment is told before what follows from it.
  const telling = withFirstEventId(commit)
  const { payment, changes } = followedBy(followers, commit, {
    before: rows.payment.row,
    after: moved,
    attempt,
    agreement: more.agreement ?? null,
    isSuperseded: supersedes
  })
  const after = updated(rows.payment, payment)
  const postings = postingsFor(commit, more.movement)
  return {
    payment: after,
    next: null,
    answered: rows.record?.row.answer ?? null,
    changes: [
      update(AttemptCollection, rows.attempt, attempt),
      update(PaymentCollection, rows.payment, payment),
      ...(more.events ?? []),
      ...recordTransition(telling, rows.payment.row, after),
      ...postings,
      ...(more.changes ?? []),
      ...changes,
      ...completeRecord(rows.record, paymentBody(payment))
    ]
  }
}

type RestingContext = Pick<DecisionContext, "commit" | "provider" | "followers" | "supersedes">

/** What is only good for sending it is kept while that may be sent again: without a look-up. */
const withoutSpent = (
  attempt: AttemptRecord,
  provider: PaymentProvider | null,
  now: Millis
): AttemptRecord => {
  if (attempt.source._tag !== "Wallet" && attempt.details === undefined) return attempt
  const { lookup = true, dedupesForHours = 0 } = provider?.capabilities ?? {}
  const mayBeSentAgain = !lookup && now <= attempt.created + dedupesForHours * hourMs
  const { details: _, ...kept } = attempt
  return mayBeSentAgain ? attempt : { ...kept, source: withoutSourceSecrets(attempt.source) }
}

/** The money that an attempt moved, or that came back; none where no MID took it. */
export const movementOf = (
  attempt: AttemptRecord,
  kind: "capture" | "capture_return" | "late_charge",
  amount: bigint = attempt.facts.amount
): Movement | undefined =>
  attempt.mid === null
    ? undefined
    : {
        kind,
        payment: attempt.payment,
        mid: attempt.mid,
        amount,
        currency: attempt.facts.currency,
        atProvider: chargeAtProvider(
          attempt,
          kind === "capture_return" ? "charge_return" : "charge"
        )
      }

const asEventResource: EventResource<AttemptRecord> = {
  show: (attempt) => attemptCodec.encode(toAttempt(attempt)),
  payment: ({ payment }) => payment
}

/** An alert that carries the attempt it is about, as a commit leaves it. */
export const recordAttemptAlert = (
  commit: CommitContext,
  type: InternalEventType,
  attempt: Stored<AttemptRecord>
): ReadonlyArray<Change> => recordEvent(commit, type, attempt, asEventResource)
