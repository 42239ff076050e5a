import { Clock, Effect } from "effect"
import { EngineConfig } from "../EngineOptions.ts"
import type { ChargeOutcome } from "../providers/ChargeOutcome.ts"
import { callProvider } from "../providers/callProvider.ts"
import type { PaymentProvider } from "../providers/PaymentProvider.ts"
import { type AttemptRecord, chargeOf } from "./Attempt.ts"
import { giveUpCharge } from "./giveUpCharge.ts"
import { hearOutcome } from "./hearOutcome.ts"
import { lookUpCharge } from "./lookUpCharge.ts"
import { lost, readLookup, type Verdict } from "./readOutcome.ts"
import { settleWhenItAnswers } from "./runAttempts.ts"
import { type Course, settleCourse } from "./settleCourse.ts"

/** Finishes a charge whose payer is back: at its provider where that wants to be told of it. */
export const resumeCharge = Effect.fnUntraced(function* (course: Course) {
  const { resume } = course.provider
  const { row } = course.rows.attempt
  if (resume === undefined) {
    return yield* settleCourse(course, yield* whatBecame(course.provider, row))
  }
  const { providerTimeoutMs } = yield* EngineConfig
  const request = { ...chargeOf(row), sendBefore: row.sendBefore }
  const called = yield* callProvider<ChargeOutcome>(() => resume(request), {
    timeoutMs: providerTimeoutMs,
    broken: (reason) => ({ _tag: "Unknown", reason })
  })
  const verdict =
    called._tag === "Answered" ? yield* hearOutcome(row, called.answer, course.provider) : lost
  const settlement = yield* settleCourse(course, verdict)
  if (called._tag === "TimedOut") yield* settleWhenItAnswers(course, called.late)
  return settlement
})

/** Asks what the payer did. One who did nothing has given up, and may choose anew. */
const whatBecame = Effect.fnUntraced(function* (provider: PaymentProvider, attempt: AttemptRecord) {
  const { providerReference } = attempt
  // Without a lookup a notification or its job tells.
  if (!provider.capabilities.lookup) return { _tag: "Waiting", providerReference } satisfies Verdict
  const askedAt = yield* Clock.currentTimeMillis
  const answer = yield* lookUpCharge(provider, attempt)
  if (answer._tag === "Found" && answer.state === "requires_action") {
    yield* giveUpCharge(provider, chargeOf(attempt, answer.providerReference))
  }
  return readLookup(attempt, answer, provider, askedAt)
})
