import { insertJob, removeJob } from "../../platform/jobs/scheduleJob.ts"
import { type Change, insert, inserted, update, updated } from "../../platform/storage/Change.ts"
import { declineBlock } from "../../providers/Decline.ts"
import { AttemptCollection, type AttemptRecord, isInFlight } from "./Attempt.ts"
import { type AttemptRows, isPaidAtOnce } from "./AttemptRows.ts"
import { agreementBy, agreementStarted } from "./agreements.ts"
import { attemptAfter } from "./attemptMachine.ts"
import { withCapturable } from "./capturable.ts"
import {
  atRest,
  type Decision,
  type DecisionContext,
  movementOf,
  recordAttemptAlert
} from "./decision.ts"
import { holdScheduled } from "./holdJobs.ts"
import { keepUnknown } from "./keepUnknown.ts"
import { applyLateVerdict, returnPart } from "./lateApproval.ts"
import { PaymentCollection, type PaymentRecord } from "./Payment.ts"
import { recordPaymentEvent } from "./paymentEvents.ts"
import { paymentAfter } from "./paymentMachine.ts"
import { recoveryJob, scheduleNextLookUp } from "./recoveryJob.ts"
import { splitMovements } from "./splits.ts"
import { lostBecause, type Verdict } from "./toVerdict.ts"
import { watchedFor } from "./watchedCharge.ts"

/**
 * Decides an attempt by a verdict, which may come from the request, a recovery or a notification.
 * Pure. The decision is one commit.
 */
export const decideAttempt = (
  context: DecisionContext,
  rows: AttemptRows,
  verdict: Verdict
): Decision => {
  if (!isInFlight(rows.attempt.row)) return applyLateVerdict(context, rows, verdict)
  switch (verdict._tag) {
    case "Charged":
      if (verdict.part !== undefined && rows.attempt.row.acceptsPartial !== true) {
        return returnPart(context, rows, { ...verdict, part: verdict.part })
      }
      // The money is held, but the follower needs it captured.
      return !verdict.captured && isPaidAtOnce(rows, context.followers)
        ? keepUnknown(context, rows, { ...verdict, _tag: "Waiting" })
        : applyApproval(context, rows, verdict)
    case "Declined":
      return declined(context, rows, verdict)
    case "AccountUnavailable":
      return mayBeSentAgain(context, rows)
        ? keepUnknown(context, rows, lostBecause(verdict.reason))
        : accountUnavailable(context, rows, verdict)
    case "NotProcessed":
      return !verdict.sent && mayBeSentAgain(context, rows)
        ? keepUnknown(context, rows, { ...verdict, _tag: "Lost", mismatch: false })
        : notProcessed(context, rows, verdict)
    case "PayerNeeded":
      // The outcome is unknown in the meantime, so the payer can't be asked any more.
      return rows.attempt.row.status === "pending"
        ? payerAsked(context, rows, verdict)
        : keepUnknown(context, rows, lostBecause("The provider's request for the payer came late."))
    case "WithPayer":
    case "Waiting":
    case "Lost":
      return keepUnknown(context, rows, verdict)
  }
}

/** Without look-ups the job resends unknown charges, so "not sent" describes one call of two. */
const mayBeSentAgain = ({ provider }: DecisionContext, { attempt }: AttemptRows): boolean =>
  attempt.row.status === "unknown" && provider?.capabilities.lookup === false

const applyApproval = (
  context: DecisionContext,
  rows: AttemptRows,
  verdict: Extract<Verdict, { readonly _tag: "Charged" }>
): Decision => {
  const { commit } = context
  const before = rows.payment.row
  const { part, capturableUpTo } = verdict
  const attempt = attemptAfter(rows.attempt.row, verdict.captured ? "capture" : "authorize", {
    ...(part === undefined ? {} : { authorizedAmount: part }),
    ...(capturableUpTo === undefined ? {} : { capturableUpTo }),
    providerReference: verdict.providerReference,
    networkReference: verdict.networkReference,
    reason: null,
    settledAt: commit.now,
    ...(verdict.checks == null ? {} : { checks: verdict.checks }),
    ...(verdict.authCode == null ? {} : { authCode: verdict.authCode }),
    ...(verdict.savedMethod === undefined ? {} : { savedMethod: verdict.savedMethod })
  })
  const payment = approvedPayment(before, verdict)
  const isPartTaken = verdict.captured && part !== undefined
  return atRest(context, rows, attempt, payment, {
    agreement: agreementBy(before, verdict.networkReference),
    ...(isPartTaken
      ? { events: recordPaymentEvent(commit, "payment.captured", updated(rows.payment, payment)) }
      : {}),
    movements: verdict.captured
      ? [movementOf(attempt, "capture"), ...splitMovements(attempt, "split", payment.splits)]
      : [],
    changes: [
      ...removeJob(rows.job),
      ...agreementStarted(rows, verdict.networkReference),
      ...(verdict.captured ? [] : holdScheduled(context, attempt, verdict.holdsUntil ?? null))
    ]
  })
}

/** The payment is in full, or in the part that the issuer approved. */
const approvedPayment = (
  before: PaymentRecord,
  { captured, part }: Extract<Verdict, { readonly _tag: "Charged" }>
): PaymentRecord => {
  if (!captured) {
    const held = paymentAfter(before, "authorize", { decline: null })
    return part === undefined ? held : withCapturable(held, part)
  }
  return part === undefined
    ? paymentAfter(before, "succeed", { amountCaptured: before.amount, decline: null })
    : paymentAfter(before, "capture_partially", { amountCaptured: part, decline: null })
}

const declined = (
  context: DecisionContext,
  rows: AttemptRows,
  verdict: Extract<Verdict, { readonly _tag: "Declined" }>
): Decision => {
  const { commit, nextAttempt } = context
  const { code, category, decision, advice } = verdict.meaning
  const decline = declineBlock(code, category, commit.now, advice)
  const attempt = attemptAfter(rows.attempt.row, "decline", {
    decline,
    reason: null,
    rawCode: verdict.rawCode,
    networkCode: verdict.networkCode,
    ...(verdict.message === null ? {} : { message: verdict.message }),
    providerReference: verdict.providerReference ?? rows.attempt.row.providerReference,
    settledAt: commit.now
  })
  const awaited = decision === "step_up" ? payerAwaited(context) : []
  if (awaited.length > 0) return steppedUp(context, rows, attempt, awaited)
  const goesOn = decision !== "stop" && decision !== "step_up"
  return goesOn && nextAttempt !== null
    ? tryNextMid(context, rows, attempt, nextAttempt)
    : atRest(context, rows, attempt, paymentAfter(rows.payment.row, "decline", { decline }), {
        changes: removeJob(rows.job)
      })
}

/** The changes that wait for the payer. None if no payer is present. */
const payerAwaited = ({
  commit,
  followers,
  allowsStepUp
}: DecisionContext): ReadonlyArray<Change> =>
  allowsStepUp ? followers.flatMap((follower) => follower.payerAwaited(commit)) : []

/** The issuer asks for authentication and the payer is present: the payment waits for them. */
const steppedUp = (
  context: DecisionContext,
  rows: AttemptRows,
  attempt: AttemptRecord,
  awaited: ReadonlyArray<Change>
): Decision =>
  atRest(context, rows, attempt, paymentAfter(rows.payment.row, "authenticate", {}), {
    changes: [...removeJob(rows.job), ...awaited]
  })

/** The payer has to act on the provider's page. The attempt waits, and its job looks it up. */
const payerAsked = (
  context: DecisionContext,
  rows: AttemptRows,
  { providerReference, what, expiresAt, state }: Extract<Verdict, { readonly _tag: "PayerNeeded" }>
): Decision => {
  const before = rows.attempt.row
  const action = { what, expiresAt, done: false, state, returned: null }
  const attempt = attemptAfter(before, "require_action", { providerReference, action })
  return atRest(context, rows, attempt, rows.payment.row, {
    changes: scheduleNextLookUp(context, rows, attempt)
  })
}

/** The card is not at fault: the next account is tried, and an alert names this one. */
const accountUnavailable = (
  context: DecisionContext,
  rows: AttemptRows,
  { reason, rawCode }: Extract<Verdict, { readonly _tag: "AccountUnavailable" }>
): Decision => {
  const { commit, nextAttempt } = context
  const decline = declineBlock("processing_error", "configuration", commit.now)
  const fields = { decline, reason, rawCode, settledAt: commit.now }
  const attempt = attemptAfter(rows.attempt.row, "fail", fields)
  const alert = recordAttemptAlert(commit, "alert.account_refused", updated(rows.attempt, attempt))
  return nextAttempt === null
    ? atRest(context, rows, attempt, paymentAfter(rows.payment.row, "fail", { decline }), {
        events: alert,
        changes: removeJob(rows.job)
      })
    : tryNextMid(context, rows, attempt, nextAttempt, alert)
}

const notProcessed = (
  context: DecisionContext,
  rows: AttemptRows,
  { sent, reason, isDoubted = false }: Extract<Verdict, { readonly _tag: "NotProcessed" }>
): Decision => {
  const { commit, nextAttempt } = context
  const decline = declineBlock("processing_error", "technical", commit.now)
  const attempt = attemptAfter(rows.attempt.row, "fail", {
    decline,
    reason,
    settledAt: commit.now
  })
  return !sent && nextAttempt !== null
    ? tryNextMid(context, rows, attempt, nextAttempt)
    : atRest(context, rows, attempt, paymentAfter(rows.payment.row, "fail", { decline }), {
        ...(isDoubted ? watchedFor(commit, rows, attempt) : { changes: removeJob(rows.job) })
      })
}

/** Ends this attempt and opens the next in one commit, so a processing payment always has one. */
const tryNextMid = (
  { commit, callTimeoutMs }: DecisionContext,
  rows: AttemptRows,
  attempt: AttemptRecord,
  nextAttempt: AttemptRecord,
  events: ReadonlyArray<Change> = []
): Decision => {
  const { scope } = commit
  const payment = {
    ...rows.payment.row,
    attempts: rows.payment.row.attempts.concat(nextAttempt.id)
  }
  const job = recoveryJob(commit, nextAttempt, callTimeoutMs)
  const after = updated(rows.payment, payment)
  return {
    payment: after,
    answered: null,
    next: {
      payment: after,
      attempt: inserted(scope, nextAttempt),
      job
    },
    changes: [
      update(AttemptCollection, rows.attempt, attempt),
      insert(scope, AttemptCollection, nextAttempt),
      update(PaymentCollection, rows.payment, payment),
      ...removeJob(rows.job),
      insertJob(job),
      ...events
    ]
  }
}
