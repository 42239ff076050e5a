import { Clock, Effect, Fiber, Schedule } from "effect"
import type { ChargeOutcome } from "../providers/ChargeOutcome.ts"
import { type Called, mayStillSend, pastDeadline } from "../providers/callProvider.ts"
import { RouteHealth, type RouteResult } from "../routing/RouteHealth.ts"
import { type Course, settleCourse, settleNews } from "./applyVerdict.ts"
import { callForOutcome } from "./callForOutcome.ts"
import { chargeRequestFor } from "./chargeRequest.ts"
import { hearOutcome } from "./hearOutcome.ts"
import { noAnswer } from "./readOutcome.ts"

/**
 * Carries an opened attempt through: call, settle, and where the answer lets it, the next MID; one
 * attempt at a time. Answers the payment where it came to rest, or waits.
 */
export const runAttempts = Effect.fnUntraced(function* (opened: Course) {
  let course = opened
  for (;;) {
    // Who slept past the deadline doesn't charge that late, here or on another MID.
    if (!(yield* mayStillSend(course.rows.attempt.row.sendBefore))) {
      return yield* settleCourse(
        { ...course, rest: [] },
        {
          _tag: "NotProcessed",
          sent: false,
          reason: pastDeadline
        }
      )
    }
    const called = yield* sendCharge(course)
    const settlement = yield* settleCourse(course, yield* verdictOf(course, called))
    if (called._tag === "TimedOut") yield* settleWhenItAnswers(course, called.late)
    const [stop, ...rest] = course.rest
    if (settlement.next === null || stop === undefined) return settlement
    course = {
      ...course,
      provider: stop.provider,
      rest,
      rows: { ...course.rows, ...settlement.next }
    }
  }
})

const sendCharge = Effect.fnUntraced(function* ({ rows, provider }: Course) {
  const health = yield* RouteHealth
  const { mid } = rows.attempt.row
  const request = chargeRequestFor(rows.payment.row, rows.attempt.row, rows.instrument?.row ?? null)
  const called = yield* callForOutcome(() => provider.charge(request))
  const result = called._tag === "TimedOut" ? "failed" : healthResults[called.answer._tag]
  if (mid !== null && result !== undefined) {
    health.record(mid, result, yield* Clock.currentTimeMillis)
  }
  return called
})

const verdictOf = ({ rows, provider }: Course, called: Called<ChargeOutcome>) =>
  called._tag === "Answered"
    ? hearOutcome(rows.attempt.row, called.answer, provider)
    : Effect.succeed(noAnswer)

const healthResults: Partial<Record<ChargeOutcome["_tag"], RouteResult>> = {
  Approved: "approved",
  Declined: "declined",
  NotSent: "failed",
  Unknown: "failed"
}

/** Two minutes in all, for it may be the only word of a charge that was given up meanwhile. */
const storeLateAnswer = { schedule: Schedule.exponential("2 seconds"), times: 6 } as const

/** A call that outran its time is still listened to; what it says late is settled as a recovery. */
export const settleWhenItAnswers = Effect.fnUntraced(function* (
  course: Course,
  late: Fiber.Fiber<ChargeOutcome>
) {
  const { row } = course.rows.attempt
  yield* Fiber.join(late).pipe(
    // Whoever was there to be asked has been told meanwhile that nobody knows.
    Effect.flatMap((answer) => hearOutcome({ ...row, returnUrl: null }, answer, course.provider)),
    Effect.flatMap((verdict) => Effect.retry(settleNews(course, verdict), storeLateAnswer)),
    Effect.catchCause((cause) =>
      Effect.logError(`What a provider said late of ${row.id} could not be stored.`, cause)
    ),
    Effect.forkDetach
  )
})
