import { Effect, Schema } from "effect"
import { currentMoment } from "../../kernel/ids/Moment.ts"
import { inputChecker } from "../../kernel/input/decodeInput.ts"
import type { CurrencyCode } from "../../kernel/primitives/CurrencyCode.ts"
import { refusedAs } from "../../kernel/primitives/RefusalCode.ts"
import type { Millis } from "../../kernel/primitives/Timestamp.ts"
import type { Caller } from "../../platform/tenants/Caller.ts"
import { loadRoutes } from "../../routing/loadRoutes.ts"
import { datesOf } from "../cycles/cycleSchedule.ts"
import { firstCharge, type Terms, trialEndOf } from "../Terms.ts"
import { validateTermsAgainstMids } from "../validateTermsAgainstMids.ts"
import { PreviewSubscription, type SubscriptionTerms } from "./subscriptionInput.ts"
import { loadTerms } from "./subscriptionTerms.ts"

const mostCycles = 100

/** The options of a preview. */
export interface PreviewOptions {
  /** The number of cycles to show, with a trial: 1 to 100. The default is 12. */
  readonly cycles?: number
}
const PreviewOptions = Schema.Struct({
  cycles: Schema.optionalKey(
    Schema.Int.check(
      Schema.isBetween(
        { minimum: 1, maximum: mostCycles },
        refusedAs("parameter_invalid", `a whole number from 1 to ${mostCycles}`)
      )
    )
  )
})

/** An upcoming cycle, and its charge. */
export interface PreviewedCycle {
  /** The position among the cycles. 1 is the first cycle, 0 a trial before it. */
  readonly sequence: number
  /** The time of the charge, in milliseconds since the epoch. */
  readonly dueAt: number
  /** The start of the period, in milliseconds since the epoch. */
  readonly periodStart: number
  /** The end of the period, when the next begins, in milliseconds since the epoch. */
  readonly periodEnd: number
  /** The amount of the charge, in minor units. The first charge includes the setup fee. */
  readonly amount: bigint
}

/** The charges and their times of a subscription that began now. */
export interface SubscriptionPreview {
  /** An ISO 4217 code. */
  readonly currency: CurrencyCode
  /** The amount charged at once, in minor units: `0n` if the card is only checked. */
  readonly dueNow: bigint
  /** The end of the trial, in milliseconds since the epoch. Null if there is none. */
  readonly trialEnd: number | null
  /** The first cycles, with a trial. There are fewer than requested if the terms have fewer. */
  readonly cycles: ReadonlyArray<PreviewedCycle>
}

const checkTerms = inputChecker(PreviewSubscription)
const checkOptions = inputChecker(PreviewOptions)

/** Returns the charges and their times of a subscription on these terms that began now. */
export const previewSubscription = Effect.fnUntraced(function* (
  caller: Caller,
  terms: SubscriptionTerms,
  options: PreviewOptions = {}
) {
  const { scope } = caller
  const given = yield* Effect.fromResult(checkTerms(terms))
  const { cycles = 12 } = yield* Effect.fromResult(checkOptions(options))
  const loaded = yield* Effect.catchTag(loadTerms(scope, given), "Refused", ({ error }) =>
    Effect.fail(error)
  )
  const { now } = yield* currentMoment
  const { mids } = yield* loadRoutes(scope, now)
  yield* Effect.fromResult(validateTermsAgainstMids(loaded.terms, mids))
  return previewOf(loaded.terms, now, cycles)
})

/** Returns the preview of loaded terms that begin at a given time. */
export const previewOf = (terms: Terms, start: Millis, cycles: number): SubscriptionPreview => {
  const { amount, currency, endAfterCycles } = terms
  const trialEnd = trialEndOf(terms, start)
  const dueNow = firstCharge(terms)
  const trialCycle =
    trialEnd === null
      ? []
      : [{ sequence: 0, dueAt: start, periodStart: start, periodEnd: trialEnd, amount: dueNow }]
  const counted = Math.min(cycles - trialCycle.length, endAfterCycles ?? cycles)
  const schedule = { billingCycleAnchor: trialEnd ?? start, anchorSequence: 1, terms }
  const paid = Array.from({ length: counted }, (_, at) => ({
    sequence: at + 1,
    ...datesOf(schedule, at + 1),
    amount: trialEnd === null && at === 0 ? dueNow : amount
  }))
  return { currency, dueNow, trialEnd, cycles: [...trialCycle, ...paid] }
}
