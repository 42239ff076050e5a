import { Clock, Effect, Fiber, Option, Schedule } from "effect"
import type { ChargeOutcome } from "../../providers/ChargeOutcome.ts"
import { type Called, mayStillSend, pastDeadline } from "../../providers/callProvider.ts"
import { readDecline } from "../../providers/declineTable.ts"
import type { PaymentProvider } from "../../providers/PaymentProvider.ts"
import { RouteHealth, type RouteResult } from "../../routing/RouteHealth.ts"
import { applyLateAnswer, applyVerdict, type ChargeInFlight, restAfter } from "./applyVerdict.ts"
import { chargeRequestFor, noDetails } from "./chargeRequest.ts"
import { callForOutcome, readAnswer } from "./lookUpCharge.ts"
import { noAnswer } from "./toVerdict.ts"

/**
 * Carries an opened attempt through: call, decide, commit, and where the answer lets it, the next
 * MID; one attempt at a time. Answers the payment where it came to rest, or waits.
 */
export const runAttempts = Effect.fnUntraced(function* (opened: ChargeInFlight) {
  let inFlight = opened
  for (;;) {
    // Who slept past the deadline doesn't charge that late, here or on another MID.
    if (!(yield* mayStillSend(inFlight.rows.attempt.row.sendBefore))) {
      return yield* applyVerdict(
        { ...inFlight, rest: [] },
        {
          _tag: "NotProcessed",
          sent: false,
          reason: pastDeadline
        }
      )
    }
    const called = yield* sendCharge(inFlight)
    const verdict = yield* verdictOf(inFlight, called)
    const left = restAfter(inFlight, verdict)
    const decision = yield* applyVerdict({ ...inFlight, rest: left }, verdict)
    if (called._tag === "TimedOut") yield* applyWhenItAnswers(inFlight, called.late)
    const [stop, ...rest] = left
    if (decision.next === null || stop === undefined) return decision
    inFlight = {
      ...inFlight,
      provider: stop.provider,
      details: stop.details,
      rest,
      rows: { ...inFlight.rows, ...decision.next }
    }
  }
})

const sendCharge = Effect.fnUntraced(function* ({ rows, provider, details }: ChargeInFlight) {
  const health = yield* RouteHealth
  const { mid, sendBefore } = rows.attempt.row
  const request = chargeRequestFor(
    rows.payment.row,
    rows.attempt.row,
    rows.instrument?.row ?? null,
    details ?? noDetails
  )
  const calling = Effect.gen(function* () {
    const called = yield* callForOutcome(() => provider.charge(request))
    const result = called._tag === "TimedOut" ? "failed" : resultOf(called.answer, provider)
    if (mid !== null && result !== undefined) {
      health.record(mid, result, yield* Clock.currentTimeMillis)
    }
    return called
  })
  if (mid === null) return yield* calling
  return Option.getOrElse(yield* health.inTurn(mid, sendBefore, calling), () => turnNeverCame)
})

/** The account isn't healthy, and the charges before this one took too long. Nothing was sent. */
const turnNeverCame: Called<ChargeOutcome> = {
  _tag: "Answered",
  answer: {
    _tag: "NotSent",
    reason: "The account is unhealthy, and other charges were trying it until it was too late."
  }
}

const verdictOf = ({ rows, provider }: ChargeInFlight, called: Called<ChargeOutcome>) =>
  called._tag === "Answered"
    ? readAnswer(rows.attempt.row, called.answer, provider)
    : Effect.succeed(noAnswer)

/** A request that the provider takes on no account says nothing about the account's approvals. */
const resultOf = (answer: ChargeOutcome, { declines }: PaymentProvider): RouteResult | undefined =>
  answer._tag === "Declined" &&
  readDecline(declines, answer.rawCode, answer.networkCode).decision === "other_provider"
    ? "unjudged"
    : healthResults[answer._tag]

const healthResults: Partial<Record<ChargeOutcome["_tag"], RouteResult>> = {
  Approved: "approved",
  Declined: "declined",
  NotSent: "failed",
  Unknown: "failed"
}

/** Two minutes in all, for it may be the only word of a charge that was given up meanwhile. */
const storeLateAnswer = { schedule: Schedule.exponential("2 seconds"), times: 6 } as const

/** A call that outran its time is still listened to; what it says late is applied as a recovery. */
export const applyWhenItAnswers = Effect.fnUntraced(function* (
  inFlight: ChargeInFlight,
  late: Fiber.Fiber<ChargeOutcome>
) {
  const { row } = inFlight.rows.attempt
  yield* Fiber.join(late).pipe(
    // Whoever was there to be asked has been told meanwhile that nobody knows.
    Effect.flatMap((answer) => readAnswer({ ...row, returnUrl: null }, answer, inFlight.provider)),
    Effect.flatMap((verdict) => Effect.retry(applyLateAnswer(inFlight, verdict), storeLateAnswer)),
    Effect.catchCause((cause) =>
      Effect.logError(`What a provider said late of ${row.id} could not be stored.`, cause)
    ),
    Effect.forkDetach
  )
})
