import { Effect, Option, Result } from "effect"
import type { WireCodec } from "../../kernel/codec/WireCodec.ts"
import type { Moment } from "../../kernel/ids/Moment.ts"
import { ResourceNotFound } from "../../kernel/input/ResourceNotFound.ts"
import type { CommitContext } from "../../platform/events/CommitContext.ts"
import { type Answer, fresh, replayed } from "../../platform/idempotency/Answer.ts"
import { type Claim, claimKey, refused } from "../../platform/idempotency/claimKey.ts"
import { InFlightWork } from "../../platform/jobs/InFlightWork.ts"
import { RequestJobs } from "../../platform/jobs/RequestJobs.ts"
import { runLeased } from "../../platform/jobs/runLeased.ts"
import { check, inserted, update, updated } from "../../platform/storage/Change.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import type { Job } from "../../platform/storage/Job.ts"
import { KeyedLock } from "../../platform/storage/KeyedLock.ts"
import { readTogether } from "../../platform/storage/readTogether.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import { accountSettings } from "../../platform/tenants/accountSettings.ts"
import type { Caller, MutationOptions } from "../../platform/tenants/Caller.ts"
import type { PaymentProvider } from "../../providers/PaymentProvider.ts"
import { capabilitiesFor, type ProviderCapabilities } from "../../providers/ProviderCapabilities.ts"
import { Providers } from "../../providers/Providers.ts"
import { AttemptCollection, type AttemptRecord } from "../charges/Attempt.ts"
import { holdJobsOf } from "../charges/holdJobs.ts"
import { PaymentCollection, type PaymentRecord } from "../charges/Payment.ts"
import {
  ModificationCollection,
  type ModificationKind,
  type ModificationRecord
} from "./Modification.ts"
import type { ModificationRows } from "./ModificationRows.ts"
import {
  insertLeasedModification,
  insertPendingModification,
  newModification
} from "./newModification.ts"
import { recordModificationEvent } from "./resources.ts"
import { runModificationNow } from "./runModification.ts"

/** The facts on which a capture, void or refund is decided. */
export interface ModificationBasis {
  readonly payment: PaymentRecord
  /** The attempt that was charged. Null if there is none. */
  readonly attempt: AttemptRecord | null
  /**
   * True if a capture, void or increment is in progress, or if the last capture or a void is done.
   * It is not read for a refund.
   */
  readonly released: boolean
  /**
   * The capabilities of the charge's provider for its method. Null if the provider isn't registered
   * any more.
   */
  readonly capabilities: ProviderCapabilities | null
}

/** The operation to carry out, and the payment after the request. */
export interface ModificationDraft {
  readonly amount: bigint
  readonly reason: string | null
  /** True for a capture that leaves the rest of the hold. */
  readonly keepsRest?: true
  /** True for a refund of which the accounts of the payment's parts pay their share. */
  readonly reversesSplits?: true
  /** The parts that such a refund takes back. */
  readonly splits?: NonNullable<ModificationRecord["splits"]>
  readonly payment: PaymentRecord
}

/** One kind of request: a capture, void, refund or increment. */
export interface ModificationRequestKind<A, E> {
  readonly kind: ModificationKind
  /** The operation's name. */
  readonly endpoint: string
  readonly codec: WireCodec<A>
  readonly toResource: (row: ModificationRecord) => A
  readonly decide: (basis: ModificationBasis) => Result.Result<ModificationDraft, E>
}

/**
 * Records a capture, void, refund or increment as `pending` with the job that carries it out, and
 * stores the answer, all in one commit. A process that runs jobs leases the job to itself, marks it
 * as being sent in the same commit, and sends it right after.
 */
export const requestModification = Effect.fnUntraced(function* <A, E>(
  caller: Caller,
  paymentId: string,
  input: unknown,
  options: MutationOptions,
  request: ModificationRequestKind<A, E>
) {
  const underway = yield* InFlightWork
  const lock = yield* KeyedLock
  const { endpoint, codec } = request
  const claimed = yield* underway.finish(
    Effect.tap(
      claimKey({ ...caller, endpoint, options, input: [paymentId, input] }, (claim, moment) =>
        lock.withLock(
          paymentId,
          PaymentCollection.name
        )(begin(caller, paymentId, request, claim, moment))
      ),
      (begun) =>
        begun._tag === "Begun" && begun.value.own !== null ? carryOut(begun.value.own) : Effect.void
    )
  )
  return claimed._tag === "Replayed" ? replayed(codec, claimed.body) : claimed.value.answer
})

/** A recorded modification, and what is needed to carry it out at once. */
interface Recorded<A> {
  readonly answer: Answer<A>
  /** Null if its job waits for a worker. */
  readonly own: OwnModification | null
}

interface OwnModification {
  readonly rows: ModificationRows
  readonly job: Stored<Job>
  readonly provider: PaymentProvider
}

/**
 * Sends the operation that was committed as being sent. The request doesn't wait for it, because
 * its answer is `pending`.
 */
const carryOut = Effect.fnUntraced(function* ({ rows, job, provider }: OwnModification) {
  const { start } = yield* RequestJobs
  yield* start(runLeased(job, () => runModificationNow(rows, provider)))
})

/** Begins the request in a slot of this process, if one is free. */
const begin = Effect.fnUntraced(function* <A, E>(
  caller: Caller,
  paymentId: string,
  request: ModificationRequestKind<A, E>,
  claim: Claim,
  moment: Moment
) {
  const { takeSlot, releaseSlot } = yield* RequestJobs
  const isOwn = takeSlot()
  const release = Effect.sync(() => (isOwn ? releaseSlot() : undefined))
  return yield* record(caller, paymentId, request, { claim, moment, isOwn }).pipe(
    Effect.tap(({ own }) => (own === null ? release : Effect.void)),
    Effect.onError(() => release)
  )
})

/** The beginning of a request. */
interface Beginning {
  readonly claim: Claim
  readonly moment: Moment
  /** True if this process may carry the operation out. */
  readonly isOwn: boolean
}

const record = Effect.fnUntraced(function* <A, E>(
  { scope, serviceVersion }: Caller,
  paymentId: string,
  { kind, codec, toResource, decide }: ModificationRequestKind<A, E>,
  { claim, moment, isOwn }: Beginning
) {
  const storage = yield* Storage
  const commit: CommitContext = { ...moment, scope, apiVersion: serviceVersion }
  const payment = yield* storage.get(scope, PaymentCollection, paymentId)
  if (Option.isNone(payment)) {
    return yield* refused(new ResourceNotFound({ object: "payment", id: paymentId }))
  }
  const { attempt, release, settling } = yield* readRest(scope, payment.value.row, kind, isOwn)
  const charged = Option.getOrNull(attempt)?.row ?? null
  const provider = yield* providerOf(charged)
  const decision = decide({
    payment: payment.value.row,
    attempt: charged,
    released: Option.isSome(release),
    capabilities:
      provider === null || charged === null
        ? null
        : capabilitiesFor(provider.capabilities, charged.facts)
  })
  if (Result.isFailure(decision) || Option.isNone(attempt)) {
    return yield* refused(
      Result.isFailure(decision) ? decision.failure : notFoundAttempt(paymentId),
      check(PaymentCollection, payment.value)
    )
  }
  const { payment: moved, ...drafted } = decision.success
  const draft = { kind, purpose: "merchant", ...drafted } as const
  const row = newModification(commit, attempt.value.row, draft)
  const answer = fresh(codec, toResource(row))
  const { changes, own } =
    provider === null || settling === null
      ? { changes: insertPendingModification(commit, row), own: null }
      : ownModification(commit, row, provider, {
          payment: updated(payment.value, moved),
          attempt: attempt.value,
          ...settling
        })
  const events =
    kind === "refund" ? recordModificationEvent(commit, "refund.pending", inserted(scope, row)) : []
  yield* storage.commit([
    ...claim.answered(answer.body),
    ...changes,
    update(PaymentCollection, payment.value, moved),
    ...events
  ])
  return { answer, own } satisfies Recorded<A>
})

/**
 * Reads the other rows at once. They are read after the payment: if one of them changes together
 * with it, the commit conflicts.
 */
const readRest = Effect.fnUntraced(function* (
  scope: Scope,
  payment: PaymentRecord,
  kind: ModificationKind,
  isOwn: boolean
) {
  const storage = yield* Storage
  // Only one change of a hold may be in progress. Refunds don't need the check.
  const isOfHold = kind !== "refund"
  const [attempt, release, holdJobs, account] = yield* readTogether(
    storage.get(scope, AttemptCollection, payment.attempts.at(-1) ?? ""),
    isOfHold
      ? storage.findUnique(scope, ModificationCollection, "release", payment.id)
      : Effect.succeedNone,
    isOwn && isOfHold ? holdJobsOf(scope, payment.id) : Effect.succeed([]),
    isOwn ? accountSettings(scope) : Effect.succeed(null)
  )
  const settling =
    account === null ? null : { holdJobs, apiVersion: account.row.settings.serviceVersion }
  return { attempt, release, settling }
})

/** Returns the operation that this process carries out, with its rows after the commit. */
const ownModification = (
  commit: CommitContext,
  row: ModificationRecord,
  provider: PaymentProvider,
  rows: Omit<ModificationRows, "modification" | "job">
) => {
  const { changes, modification, job } = insertLeasedModification(commit, row)
  const own: OwnModification = { rows: { ...rows, modification, job }, job, provider }
  return { changes, own }
}

const notFoundAttempt = (id: string) => new ResourceNotFound({ object: "attempt", id })

const providerOf = Effect.fnUntraced(function* (attempt: AttemptRecord | null) {
  const providers = yield* Providers
  return attempt === null ? null : Option.getOrNull(providers.get(attempt.provider))
})
