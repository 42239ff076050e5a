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
import { authorizedAmount } from "./capturable.ts"
import { type Following, followedBy } from "./Follower.ts"
import { PaymentCollection, type PaymentRecord } from "./Payment.ts"
import { paymentBody } from "./paymentAnswer.ts"
import { recordTransition } from "./paymentEvents.ts"

/** The decision of an attempt: the changes of one commit, and the payment after them. */
export interface Decision {
  readonly changes: ReadonlyArray<Change>
  readonly payment: Stored<PaymentRecord>
  /** The next attempt of the cascade, null if there is none. */
  readonly next: OpenedAttempt | null
  /** The answer that another process stored under the key in the meantime, null if none did. */
  readonly answered: string | null
}

/** The input of a decision beside the rows. */
export interface DecisionContext {
  readonly commit: CommitContext
  /** Null if it is not registered any more. */
  readonly provider: PaymentProvider | null
  /** The followers of the payment. */
  readonly followers: ReadonlyArray<Following>
  /** The next attempt of the cascade, null if there is none, as in a recovery. */
  readonly nextAttempt: AttemptRecord | null
  /** True if the payer is present, so the issuer may ask for authentication. */
  readonly allowsStepUp: boolean
  /** True if the payer chose another way to pay. That is not a decline. */
  readonly supersedes?: boolean
  /** The timeout of a call in milliseconds. */
  readonly callTimeoutMs: number
  /** True if the attempt's job looked the charge up, and the verdict is the answer. */
  readonly isAnswer: boolean
}

/** Settles the payment or lets it wait: all rows, events, ledger, jobs and the answer at once. */
export const atRest = (
  { commit, provider, followers, supersedes = false }: RestingContext,
  rows: AttemptRows,
  settled: AttemptRecord,
  moved: PaymentRecord,
  more: {
    readonly events?: ReadonlyArray<Change>
    readonly movements?: ReadonlyArray<Movement | undefined>
    readonly changes?: ReadonlyArray<Change>
    readonly agreement?: Agreement | null
  }
): Decision => {
  const attempt = withoutSpent(settled, provider, commit.now)
  // The event of the payment comes before the events that follow from it.
  const telling = withFirstEventId(commit)
  const { payment, changes } = followedBy(followers, commit, {
    before: rows.payment.row,
    after: moved,
    attempt,
    agreement: more.agreement ?? null,
    isSuperseded: supersedes
  })
  const after = updated(rows.payment, payment)
  const postings = postingsFor(commit, ...(more.movements ?? []))
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

/** Drops the data that only sending needs, unless the charge may be sent again. */
const withoutSpent = (
  attempt: AttemptRecord,
  provider: PaymentProvider | null,
  now: Millis
): AttemptRecord => {
  const { source } = attempt
  const isSecret =
    source._tag === "Wallet" || (source._tag === "Apm" && source.details !== undefined)
  if (!isSecret && attempt.details === undefined) return attempt
  const { lookup = true, dedupesForHours = 0 } = provider?.capabilities ?? {}
  const mayBeSentAgain = !lookup && now <= attempt.created + dedupesForHours * hourMs
  const { details: _, ...kept } = attempt
  return mayBeSentAgain ? attempt : { ...kept, source: withoutSourceSecrets(attempt.source) }
}

/** The movement of money of an attempt. Undefined if no MID took it. */
export const movementOf = (
  attempt: AttemptRecord,
  kind: "capture" | "capture_return" | "late_charge",
  amount: bigint = authorizedAmount(attempt)
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

/** Records an alert with the attempt as a commit leaves it. */
export const recordAttemptAlert = (
  commit: CommitContext,
  type: InternalEventType,
  attempt: Stored<AttemptRecord>
): ReadonlyArray<Change> => recordEvent(commit, type, attempt, asEventResource)
