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

/** How much of what is to come is shown. */
export interface PreviewOptions {
  /** How many cycles, a trial among them: 1 to 100, and 12 unless told. */
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

/** A cycle that is to come, and what is charged when it falls due. */
export interface PreviewedCycle {
  /** Its place among the cycles: 1 is the first, and 0 a trial before it. */
  readonly sequence: number
  /** When it is charged, in milliseconds since the epoch. */
  readonly dueAt: number
  /** When its period begins, in milliseconds since the epoch. */
  readonly periodStart: number
  /** When it ends, and the next begins, in milliseconds since the epoch. */
  readonly periodEnd: number
  /** What is charged then, in minor units: with the setup fee, where it is the first. */
  readonly amount: bigint
}

/** What a subscription that began now would charge, and when. */
export interface SubscriptionPreview {
  /** An ISO 4217 code. */
  readonly currency: CurrencyCode
  /** What is charged at once, in minor units: `0n` where the card is only checked. */
  readonly dueNow: bigint
  /** When a trial would end, in milliseconds since the epoch; null where there is none. */
  readonly trialEnd: number | null
  /** The first of its cycles, a trial among them; fewer than asked for where there are fewer. */
  readonly cycles: ReadonlyArray<PreviewedCycle>
}

const checkTerms = inputChecker(PreviewSubscription)
const checkOptions = inputChecker(PreviewOptions)

/** What a subscription on these terms would charge, and when, if it began now. Library call. */
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

/** The same of terms at hand, and of a moment. */
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
