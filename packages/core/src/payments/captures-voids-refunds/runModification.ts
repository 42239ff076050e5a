import { Clock, Effect, Option } from "effect"
import { EngineConfig } from "../../kernel/EngineOptions.ts"
import { currentMoment } from "../../kernel/ids/Moment.ts"
import type { Millis } from "../../kernel/primitives/Timestamp.ts"
import type { CommitContext } from "../../platform/events/CommitContext.ts"
import { removeJob } from "../../platform/jobs/scheduleJob.ts"
import { check, update, updated } from "../../platform/storage/Change.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import { type Job, JobCollection } from "../../platform/storage/Job.ts"
import { retryConflicts } from "../../platform/storage/retryConflicts.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import { currentCommitContext } from "../../platform/tenants/accountSettings.ts"
import { callProvider, lookUpAt, mayStillSend } from "../../providers/callProvider.ts"
import type {
  ModificationLookup,
  ModificationOutcome
} from "../../providers/ModificationOutcome.ts"
import type {
  ModificationQuery,
  ModificationRequest,
  PaymentProvider
} from "../../providers/PaymentProvider.ts"
import { Providers } from "../../providers/Providers.ts"
import { chargeOf } from "../charges/Attempt.ts"
import { PaymentCollection, type PaymentRecord } from "../charges/Payment.ts"
import { decideWithExternal } from "./decideWithExternal.ts"
import { lateChargeLeft } from "./lateRefunds.ts"
import { ModificationCollection, movesPayment } from "./Modification.ts"
import { loadModification, type ModificationRows } from "./ModificationRows.ts"
import {
  type ModificationVerdict,
  readModificationLookup,
  readModificationOutcome,
  sendModificationWithinMs
} from "./readModification.ts"

/**
 * Runs the job of a capture, void or refund. It commits that it sends before it sends. A process
 * that finds this commit looks up by our own reference first, so nothing is carried out twice.
 */
export const runModification = Effect.fnUntraced(function* (job: Stored<Job>) {
  const storage = yield* Storage
  const providers = yield* Providers
  const loaded = yield* loadModification(job.scope, job.row.subject)
  if (Option.isNone(loaded) || loaded.value.modification.row.status !== "pending") {
    return yield* storage.commit(removeJob(job))
  }
  const wasSentBefore = loaded.value.modification.row.lastSentAt !== null
  const rows: ModificationRows = { ...loaded.value, job, isAnswer: wasSentBefore }
  const provider = providers.get(rows.attempt.row.provider)
  if (Option.isNone(provider)) {
    yield* providers.logMissing(rows.attempt.row.provider)
    return yield* applyVerdict({ ...rows, isAnswer: true }, { _tag: "Lost" })
  }
  const requestedAt = yield* Clock.currentTimeMillis
  const verdict = wasSentBefore ? yield* lookUp(rows, provider.value, requestedAt) : notSent
  if (verdict._tag !== "NotSent") return yield* applyVerdict(rows, verdict)
  const obstacle = refundObstacle(rows)
  if (obstacle !== null && !isAccepted(rows)) {
    // It may have arrived, so it has not failed. Sending it again might pay the money twice.
    return yield* applyVerdict(rows, verdict.mayHaveArrived === true ? { _tag: "Lost" } : obstacle)
  }
  const sending = yield* commitSending(rows, job)
  const sent = yield* send(sending, provider.value, requestedAt + sendModificationWithinMs)
  // "Not sent" is about this call. An earlier one may have arrived.
  yield* applyVerdict(sending, wasSentBefore && sent._tag === "NotSent" ? { _tag: "Lost" } : sent)
})

/**
 * Carries out the operation that the request's commit marked as being sent, with its job leased to
 * this process. It was never sent before. If the result is unknown, its job looks it up.
 */
export const runModificationNow = Effect.fnUntraced(function* (
  rows: ModificationRows,
  provider: PaymentProvider
) {
  const sentAt = rows.modification.row.lastSentAt ?? 0
  yield* applyVerdict(rows, yield* send(rows, provider, sentAt + sendModificationWithinMs))
})

const notSent: ModificationVerdict = { _tag: "NotSent" }

/** Returns true if its provider has it. Sending it again only asks for the result. */
const isAccepted = ({ modification }: ModificationRows): boolean =>
  modification.row.providerReference !== null

/**
 * Returns the reason why a refund that certainly didn't reach its provider is not sent any more, or
 * not yet. Null if it may be sent. A dispute or a returned capture may have taken its money while
 * it waited. The refund of a late charge also waits while a notification about its money is not
 * booked.
 */
const refundObstacle = ({
  modification,
  payment,
  attempt,
  lateRefunds
}: ModificationRows): ModificationVerdict | null => {
  if (modification.row.kind !== "refund") return null
  if (lateRefunds !== undefined) {
    const left = lateChargeLeft(attempt.row, lateRefunds)
    if (modification.row.amount > left) return { _tag: "Failed", rawCode: "refunded_elsewhere" }
  }
  if (movesPayment(modification.row) && isUncovered(payment.row)) {
    return { _tag: "Failed", rawCode: takenBy(payment.row) }
  }
  return payment.row.unbooked === undefined ? null : notSent
}

const isUncovered = ({ amountCaptured, amountReserved, amountDisputed }: PaymentRecord): boolean =>
  amountReserved + amountDisputed > amountCaptured

/** Returns the code of the event that took the refund's money. */
const takenBy = ({ amountDisputed, status }: PaymentRecord): string => {
  if (amountDisputed > 0n) return "payment_disputed"
  return status === "failed" ? "capture_returned" : "refunded_elsewhere"
}

/** The time of an absence is the time of the request, not of the answer. */
const lookUp = Effect.fnUntraced(function* (
  rows: ModificationRows,
  provider: PaymentProvider,
  requestedAt: Millis
) {
  const { kind, id, providerReference } = rows.modification.row
  const charge = chargeOf(rows.attempt.row)
  const query: ModificationQuery = { kind, reference: id, providerReference, charge }
  const answer = yield* lookUpAt<ModificationLookup>(provider, () =>
    provider.lookupModification(query)
  )
  return readModificationLookup(rows.modification.row, answer, provider, requestedAt)
})

/** Commits that it is about to be sent. */
const commitSending = Effect.fnUntraced(function* (rows: ModificationRows, job: Stored<Job>) {
  const storage = yield* Storage
  const now = yield* Clock.currentTimeMillis
  const sending = { ...rows.modification.row, lastSentAt: now }
  yield* storage.commit([
    update(ModificationCollection, rows.modification, sending),
    // A dispute, a refund or a return that took its money meanwhile has changed the payment.
    check(PaymentCollection, rows.payment),
    check(JobCollection, job)
  ])
  return { ...rows, modification: updated(rows.modification, sending) } satisfies ModificationRows
})

const send = Effect.fnUntraced(function* (
  rows: ModificationRows,
  provider: PaymentProvider,
  sendBefore: Millis
) {
  if (!(yield* mayStillSend(sendBefore))) return notSent
  const { providerTimeoutMs } = yield* EngineConfig
  const { kind, id, amount, currency, keepsRest, reversesSplits } = rows.modification.row
  const splits = sentSplits(rows)
  const request: ModificationRequest = {
    reference: id,
    charge: chargeOf(rows.attempt.row),
    amount,
    currency,
    ...(keepsRest === true ? { isFinal: false } : {}),
    ...(splits === undefined ? {} : { splits }),
    ...(reversesSplits === true ? { reversesSplits: true } : {}),
    sendBefore
  }
  const call = () => provider[kind]?.(request) ?? Effect.succeed(notOffered)
  const called = yield* callProvider<ModificationOutcome>(call, {
    timeoutMs: providerTimeoutMs,
    broken: (reason) => ({ _tag: "Unknown", reason })
  })
  return called._tag === "Answered"
    ? readModificationOutcome(called.answer)
    : ({ _tag: "Lost" } satisfies ModificationVerdict)
})

/** Returns the parts that a capture pays, or that a refund takes back. */
const sentSplits = ({ modification, payment }: ModificationRows): ModificationRequest["splits"] => {
  const { kind, reversesSplits, splits } = modification.row
  const parts = payment.row.splits
  if (kind === "capture") return parts
  if (kind !== "refund") return undefined
  // An older release stored no parts. Its provider takes the share by `reversesSplits`.
  return reversesSplits === true ? splits : parts?.map((part) => ({ ...part, amount: 0n }))
}

/** The provider raised holds when the increment was requested, and can't any more. */
const notOffered = { _tag: "Failed", rawCode: "increment_not_supported" } as const

/**
 * Commits a verdict. If the rows have changed meanwhile, it reads and decides again. The process
 * that changed them may have sent it too and looks it up itself, so a verdict without a result is
 * dropped then.
 */
const applyVerdict = Effect.fnUntraced(function* (
  rows: ModificationRows,
  verdict: ModificationVerdict
) {
  let known: ModificationRows | null = rows
  yield* retryConflicts(
    Effect.gen(function* () {
      if (known === null && (verdict._tag === "NotSent" || verdict._tag === "Lost")) return
      const current = known ?? { ...(yield* reload(rows)), isAnswer: rows.isAnswer === true }
      known = null
      yield* applyOnce(current, verdict)
    })
  )
})

const reload = Effect.fnUntraced(function* ({ modification }: ModificationRows) {
  const loaded = yield* loadModification(modification.scope, modification.row.id)
  return yield* Effect.orDie(Effect.fromOption(loaded))
})

/** Applies a verdict to rows that were just read. */
const applyOnce = Effect.fnUntraced(function* (
  rows: ModificationRows,
  verdict: ModificationVerdict
) {
  const storage = yield* Storage
  const { scope } = rows.modification
  const { apiVersion } = rows
  const commit: CommitContext =
    apiVersion === undefined
      ? yield* currentCommitContext(scope)
      : { ...(yield* currentMoment), scope, apiVersion }
  const changes = decideWithExternal(commit, rows, verdict)
  if (changes.length > 0) yield* storage.commit(changes)
})
