import { Effect, Result } from "effect"
import { inputChecker } from "../../kernel/input/decodeInput.ts"
import { type InvalidInput, parameterInvalid } from "../../kernel/input/InvalidInput.ts"
import type { Millis } from "../../kernel/primitives/Timestamp.ts"
import { refusedTime } from "../../kernel/primitives/Timestamp.ts"
import type { Caller, MutationOptions } from "../../platform/tenants/Caller.ts"
import type { BillingMove, BillingRows } from "../BillingRows.ts"
import { paused, resumed } from "../transitions/pauses.ts"
import { changeSubscription, decided } from "./changeSubscription.ts"
import {
  PauseBehaviorUnsupported,
  SubscriptionEnded,
  SubscriptionNotPausable,
  SubscriptionNotPaused
} from "./errors.ts"
import { isCancellationDue } from "./plannedCancellation.ts"
import { isEnded } from "./Subscription.ts"
import { PauseSubscription } from "./subscriptionInput.ts"

const checkInput = inputChecker(PauseSubscription)

/**
 * Pauses a subscription: nothing is charged until it is resumed. A charge in flight is completed.
 */
export const pauseSubscription = Effect.fnUntraced(function* (
  caller: Caller,
  id: string,
  input: PauseSubscription = {},
  options: MutationOptions
) {
  const given = yield* Effect.fromResult(checkInput(input))
  return yield* changeSubscription(caller, options, {
    endpoint: "pauseSubscription",
    id,
    input: given,
    decide: (rows, { now }) => decided(rows, decidePause(rows, given, now))
  })
})

/** Returns the move of a pause, or the reason why the subscription can't be paused. */
const decidePause = (
  rows: BillingRows,
  { behavior = "shift", resumesAt }: PauseSubscription,
  now: Millis
): Result.Result<BillingMove, SubscriptionNotPausable | SubscriptionEnded | InvalidInput> => {
  const { id, status } = rows.subscription.row
  if (isEnded({ status })) return Result.fail(new SubscriptionEnded({ subscription: id, status }))
  if (status !== "trialing" && status !== "active" && status !== "past_due") {
    return Result.fail(new SubscriptionNotPausable({ subscription: id, status }))
  }
  if (resumesAt !== undefined && resumesAt <= now) {
    return Result.fail(
      parameterInvalid("resumesAt", `must be in the future, but is ${refusedTime(resumesAt)}`)
    )
  }
  return Result.succeed(paused(rows, status, { behavior, resumesAt: resumesAt ?? null }, now))
}

/** Ends a pause with behavior `shift`. The schedule has moved by the length of the pause. */
export const resumeSubscription = Effect.fnUntraced(function* (
  caller: Caller,
  id: string,
  options: MutationOptions
) {
  return yield* changeSubscription(caller, options, {
    endpoint: "resumeSubscription",
    id,
    input: null,
    decide: (rows, { now }) => decided(rows, decideResume(rows, now))
  })
})

/** Returns the move of a resumption, or the reason why the subscription can't be resumed. */
const decideResume = (
  rows: BillingRows,
  now: Millis
): Result.Result<BillingMove, SubscriptionNotPaused | PauseBehaviorUnsupported> => {
  const { row } = rows.subscription
  const { id, status, pause, resumesAt } = row
  if (status !== "paused" || pause === null) {
    return Result.fail(new SubscriptionNotPaused({ subscription: id, status }))
  }
  // The subscription has ended, although its job is late.
  if (isCancellationDue(row, null, now)) {
    return Result.fail(new SubscriptionNotPaused({ subscription: id, status: "canceled" }))
  }
  return pause.behavior === "skip"
    ? Result.fail(new PauseBehaviorUnsupported({ subscription: id }))
    : // A pause that has an end lasts no longer, also if its job is late.
      Result.succeed(resumed(rows, Math.min(now, resumesAt ?? now)))
}
