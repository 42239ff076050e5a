import { Effect, Fiber, Option, Schedule } from "effect"
import { EngineConfig } from "../../kernel/EngineOptions.ts"
import { currentMoment, type Moment } from "../../kernel/ids/Moment.ts"
import type { CommitContext } from "../../platform/events/CommitContext.ts"
import { lookUpDelayMs } from "../../platform/jobs/scheduleJob.ts"
import type { Change } from "../../platform/storage/Change.ts"
import { retryConflicts } from "../../platform/storage/retryConflicts.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import { withWritten } from "../../platform/storage/withWritten.ts"
import type { ChargeDetails } from "../../providers/ChargeDetails.ts"
import type { ChargeOutcome } from "../../providers/ChargeOutcome.ts"
import { mayStillSend, pastDeadline } from "../../providers/callProvider.ts"
import { readDecline } from "../../providers/declineTable.ts"
import type { PaymentProvider } from "../../providers/PaymentProvider.ts"
import { RouteHealth, type RouteResult } from "../../routing/RouteHealth.ts"
import { type AttemptRecord, isPayerAway } from "./Attempt.ts"
import { type AttemptRows, reload } from "./AttemptRows.ts"
import { chargeRequestFor, noDetails } from "./chargeRequest.ts"
import { decideAttempt } from "./decideAttempt.ts"
import { Followers } from "./Follower.ts"
import { type CalledCharge, callForOutcome, verdictOf } from "./providerCalls.ts"
import { recordPayerReturn } from "./recordPayerReturn.ts"
import { notProcessed, type Verdict } from "./toVerdict.ts"

/** An account that the cascade may go to next, with the attempt that would begin there. */
interface NextTarget {
  readonly provider: PaymentProvider
  /** True if it only charges the number of a card whose network token was refused before. */
  readonly isFallback: boolean
  readonly details: ChargeDetails
  readonly attemptAt: (moment: Moment) => AttemptRecord
}

/** A charge whose attempt is in flight, with the accounts that the cascade may still go to. */
export interface ChargeInFlight {
  readonly rows: AttemptRows
  readonly provider: PaymentProvider
  /** The further details of the charge request. Absent if the charge is not sent any more. */
  readonly details?: ChargeDetails
  readonly remainingTargets: ReadonlyArray<NextTarget>
  readonly apiVersion: string
  /** True if the payer is present, so the issuer may ask for authentication once. */
  readonly allowsStepUp?: boolean
  /** True if the payer abandons this charge for another way to pay. */
  readonly supersedes?: boolean
  /** True if the attempt's job looked the charge up, and the verdict is the answer to that. */
  readonly isAnswer?: boolean
  /** The changes of the commit that opened the charge. Their rows are not read again. */
  readonly written?: ReadonlyArray<Change>
}

/**
 * Runs an opened charge to its end: calls the provider, decides, commits. If the decision lets
 * another account try, the next attempt opens in the same commit and the loop starts again. Returns
 * the decision after which the payment is settled or waits.
 */
export const runCharge = Effect.fnUntraced(function* (opened: ChargeInFlight) {
  let inFlight = opened
  for (;;) {
    // A process that slept past the deadline does not charge that late, on this MID or another.
    if (!(yield* mayStillSend(inFlight.rows.attempt.row.sendBefore))) {
      const tooLate = notProcessed(false, pastDeadline)
      return yield* applyVerdict({ ...inFlight, remainingTargets: [] }, tooLate)
    }
    const { outcome, late } = yield* sendCharge(inFlight)
    const verdict = yield* verdictOf(inFlight.rows.attempt.row, outcome, inFlight.provider)
    const targets = targetsAfter(inFlight, verdict)
    const decision = yield* applyVerdict({ ...inFlight, remainingTargets: targets }, verdict)
    if (late !== null) yield* applyWhenItAnswers(inFlight, late)
    const [target, ...remainingTargets] = targets
    if (decision.next === null || target === undefined) return decision
    const { provider, details } = target
    const rows = { ...inFlight.rows, ...decision.next }
    inFlight = { ...inFlight, provider, details, remainingTargets, rows }
  }
})

/** Sends the charge and records the result in the health of its account. */
const sendCharge = Effect.fnUntraced(function* ({ rows, provider, details }: ChargeInFlight) {
  const health = yield* RouteHealth
  const { mid, sendBefore } = rows.attempt.row
  const instrument = rows.instrument?.row ?? null
  const request = chargeRequestFor(
    rows.payment.row,
    rows.attempt.row,
    instrument,
    details ?? noDetails
  )
  const calling = Effect.flatMap(
    callForOutcome(() => provider.charge(request)),
    (called) =>
      Effect.clockWith((clock) => {
        const result = healthResultOf(called.outcome, provider)
        if (mid !== null && result !== undefined) {
          health.record(mid, result, clock.currentTimeMillisUnsafe())
        }
        return Effect.succeed(called)
      })
  )
  if (mid === null) return yield* calling
  return Option.getOrElse(yield* health.inTurn(mid, sendBefore, calling), () => turnNeverCame)
})

/** The account is unhealthy and the charges before this one took too long. Nothing was sent. */
const turnNeverCame: CalledCharge = {
  outcome: {
    _tag: "NotSent",
    reason: "The account is unhealthy, and other charges were trying it until it was too late."
  },
  late: null
}

/** A request that its provider rejects on every account says nothing about this account. */
const healthResultOf = (
  outcome: ChargeOutcome,
  { declines }: PaymentProvider
): RouteResult | undefined =>
  outcome._tag === "Declined" &&
  readDecline(declines, outcome.rawCode, outcome.networkCode).decision === "other_provider"
    ? "unjudged"
    : healthResults[outcome._tag]

const healthResults: Partial<Record<ChargeOutcome["_tag"], RouteResult>> = {
  Approved: "approved",
  Declined: "declined",
  NotSent: "failed",
  Unknown: "failed"
}

/**
 * Returns the accounts that may still be charged. The card's number is only charged after its
 * network token was refused. The accounts of a provider that would reject the same request on each
 * of them are left out.
 */
const targetsAfter = (
  { provider, remainingTargets }: ChargeInFlight,
  verdict: Verdict
): ChargeInFlight["remainingTargets"] => {
  const decision = verdict._tag === "Declined" ? verdict.meaning.decision : null
  const [next, ...others] = remainingTargets
  const isFallback = next?.isFallback === true
  if (decision === "card_number") return isFallback ? remainingTargets : []
  const rest = isFallback ? others : remainingTargets
  return decision === "other_provider"
    ? rest.filter((target) => target.provider.name !== provider.name)
    : rest
}

/** A charge in flight. Its provider is null if it is not registered any more. */
type Applying = Omit<ChargeInFlight, "provider"> & { readonly provider: PaymentProvider | null }

/** Decides by a verdict and commits. After a lost commit, reads the rows and decides again. */
export const applyVerdict = (inFlight: ChargeInFlight, verdict: Verdict) => {
  const { written: _, ...moved } = inFlight
  return retryConflicts(
    applyVerdictOnce(inFlight, verdict, []),
    Effect.flatMap(reload(inFlight.rows), (rows) =>
      applyVerdictOnce({ ...moved, rows }, verdict, [])
    )
  )
}

/** Decides an attempt by the rows that were just read, and commits with `more` changes. */
export const applyVerdictOnce = Effect.fnUntraced(function* (
  { rows, provider, remainingTargets, apiVersion, ...how }: Applying,
  verdict: Verdict,
  more: ReadonlyArray<Change>
) {
  const storage = yield* Storage
  const moment = yield* currentMoment
  const { providerTimeoutMs: callTimeoutMs } = yield* EngineConfig
  const commit: CommitContext = { ...moment, scope: rows.attempt.scope, apiVersion }
  const nextAttempt = remainingTargets[0]?.attemptAt(moment) ?? null
  const { allowsStepUp = false, supersedes = false, isAnswer = false, written = [] } = how
  const followers = yield* Effect.provideService(
    (yield* Followers).of(rows.payment, {
      declines: nextAttempt === null && isRefusal(verdict)
    }),
    Storage,
    withWritten(storage, written)
  )
  const decision = decideAttempt(
    {
      commit,
      provider,
      followers,
      nextAttempt,
      allowsStepUp,
      supersedes,
      isAnswer,
      callTimeoutMs
    },
    provesReturn(rows, verdict) ? yield* recordReturn(rows, moment) : rows,
    verdict
  )
  const changes = [...decision.changes, ...more]
  if (changes.length > 0) yield* storage.commit(changes)
  return decision
})

/** True if a verdict ends the payment without money, unless another account is tried. */
const isRefusal = ({ _tag }: Verdict): boolean =>
  _tag === "Declined" || _tag === "AccountUnavailable" || _tag === "NotProcessed"

/** Money that moved proves that the payer completed the action, even if they never came back. */
const provesReturn = ({ attempt }: AttemptRows, verdict: Verdict): boolean =>
  isPayerAway(attempt.row) &&
  (verdict._tag === "Charged" || (verdict._tag === "Lost" && verdict.mismatch))

const recordReturn = (rows: AttemptRows, { now }: Moment) =>
  recordPayerReturn(rows, now, now + lookUpDelayMs(0))

/** Retries for two minutes: the late answer may be the only word of a charge that was given up. */
const storeLateAnswer = { schedule: Schedule.exponential("2 seconds"), times: 6 } as const

/** Waits in the background for a call that timed out, and applies its answer as a recovery. */
export const applyWhenItAnswers = Effect.fnUntraced(function* (
  inFlight: ChargeInFlight,
  late: Fiber.Fiber<ChargeOutcome>
) {
  const { row } = inFlight.rows.attempt
  yield* Fiber.join(late).pipe(
    // The payer was answered in the meantime, so nobody is there to act on the page.
    Effect.flatMap((answer) => verdictOf({ ...row, returnUrl: null }, answer, inFlight.provider)),
    Effect.flatMap((verdict) => Effect.retry(applyLateAnswer(inFlight, verdict), storeLateAnswer)),
    Effect.catchCause((cause) =>
      Effect.logError(`The provider's late answer to ${row.id} could not be stored.`, cause)
    ),
    Effect.forkDetach
  )
})

/** Applies an answer that no request waits for any more. */
const applyLateAnswer = Effect.fnUntraced(function* (inFlight: ChargeInFlight, verdict: Verdict) {
  const rows = yield* reload(inFlight.rows)
  return yield* applyVerdict(
    { ...inFlight, rows, remainingTargets: [], allowsStepUp: false },
    verdict
  )
})
