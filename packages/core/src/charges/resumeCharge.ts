import { Effect } from "effect"
import { mayStillSend } from "../providers/callProvider.ts"
import { chargeOf } from "./Attempt.ts"
import { type Course, settleCourse } from "./applyVerdict.ts"
import { callForOutcome } from "./callForOutcome.ts"
import { findOut } from "./findOut.ts"
import { hearOutcome } from "./hearOutcome.ts"
import { noAnswer } from "./readOutcome.ts"
import { settleWhenItAnswers } from "./runAttempts.ts"

/**
 * Finishes a charge whose payer is back: at its provider where that wants to be told of it, and in
 * time; else by asking what the payer did. One who did nothing has given up, and may choose anew.
 */
export const resumeCharge = Effect.fnUntraced(function* (course: Course) {
  const { provider } = course
  const { resume } = provider
  const { row } = course.rows.attempt
  if (resume === undefined || !(yield* mayStillSend(row.sendBefore))) {
    return yield* settleCourse(course, yield* findOut(provider, row))
  }
  const request = { ...chargeOf(row), sendBefore: row.sendBefore }
  const called = yield* callForOutcome(() => resume(request))
  // "Not sent" speaks of this call; the payer may have paid all the same.
  if (called._tag === "Answered" && called.answer._tag === "NotSent") {
    return yield* settleCourse(course, yield* findOut(provider, row))
  }
  const verdict =
    called._tag === "Answered" ? yield* hearOutcome(row, called.answer, provider) : noAnswer
  const settlement = yield* settleCourse(course, verdict)
  if (called._tag === "TimedOut") yield* settleWhenItAnswers(course, called.late)
  return settlement
})
