import { Clock, Effect, type Fiber } from "effect"
import { EngineConfig } from "../../kernel/EngineOptions.ts"
import type { Millis } from "../../kernel/primitives/Timestamp.ts"
import type { CancelOutcome, ChargeLookup, ChargeOutcome } from "../../providers/ChargeOutcome.ts"
import { callProvider, lookUpAt } from "../../providers/callProvider.ts"
import type { ChargeReference, PaymentProvider } from "../../providers/PaymentProvider.ts"
import { type AttemptRecord, chargeOf, isPayerAway, isTimeUp, queryOf } from "./Attempt.ts"
import { readLookup } from "./readLookup.ts"
import { actionWithoutPayer, lostBecause, toVerdict, type Verdict } from "./toVerdict.ts"

/** The outcome of a call for a charge. */
export interface CalledCharge {
  /** `Unknown` after a timeout. */
  readonly outcome: ChargeOutcome
  /** The call that still runs after a timeout, null if it has ended. */
  readonly late: Fiber.Fiber<ChargeOutcome> | null
}

/** Calls a provider for the outcome of a charge. An exception is an unknown outcome. */
export const callForOutcome = (call: () => Effect.Effect<ChargeOutcome>) =>
  Effect.flatMap(EngineConfig, ({ providerTimeoutMs }) =>
    Effect.map(
      callProvider(call, {
        timeoutMs: providerTimeoutMs,
        broken: (reason): ChargeOutcome => ({ _tag: "Unknown", reason })
      }),
      (called): CalledCharge =>
        called._tag === "Answered"
          ? { outcome: called.answer, late: null }
          : { outcome: timedOut, late: called.late }
    )
  )

const timedOut: ChargeOutcome = { _tag: "Unknown", reason: "The provider did not answer in time." }

/**
 * Reads the outcome of a call. A charge that waits for a payer who was not asked is canceled. If a
 * look-up then shows that the payer has paid, the payment stands.
 */
export const verdictOf = (
  attempt: AttemptRecord,
  outcome: ChargeOutcome,
  provider: PaymentProvider
) => {
  const verdict = toVerdict(attempt, outcome, provider)
  return outcome._tag === "RequiresAction" && verdict._tag === "Declined"
    ? cancelUnseenAction(attempt, outcome.providerReference, provider, verdict)
    : Effect.succeed(verdict)
}

/** Cancels an action that no payer saw. Declined, unless the charge turns out to be paid. */
export const cancelUnseenAction = Effect.fnUntraced(function* (
  attempt: AttemptRecord,
  providerReference: string,
  provider: PaymentProvider,
  declined: Verdict
) {
  const found = yield* cancelAndLookUp(provider, attempt, providerReference)
  // The cancellation was ours. The reason of the decline is that no payer could be asked.
  return found._tag === "Declined" || found._tag === "NotProcessed" ? declined : found
})

/** Looks a charge up at its provider. No answer in time counts as unavailable. */
export const lookUpCharge = (provider: PaymentProvider, attempt: AttemptRecord, askedAt: Millis) =>
  lookUpAt<ChargeLookup>(provider, () => provider.lookup({ ...queryOf(attempt), askedAt }))

/**
 * Looks up an unknown charge. If it waits for a payer whose time is up, or whom nobody waits for,
 * it is canceled and looked up again: until the cancellation the payer may have paid.
 */
export const resolveUnknownCharge = Effect.fnUntraced(function* (
  provider: PaymentProvider,
  attempt: AttemptRecord
) {
  const isAwaited = isPayerAway(attempt) && !isTimeUp(attempt, yield* Clock.currentTimeMillis)
  const { answer, verdict } = yield* lookUpVerdict(provider, attempt)
  if (answer._tag !== "Found" || answer.state !== "requires_action" || isAwaited) return verdict
  return yield* cancelAndLookUp(provider, attempt, answer.providerReference)
})

/**
 * Cancels a charge that waits for its payer, and looks it up. Without look-ups the answer to the
 * cancellation decides. A charge that was not canceled and still waits may be paid yet, so it stays
 * unknown and nothing is charged in its place.
 */
export const cancelAndLookUp = Effect.fnUntraced(function* (
  provider: PaymentProvider,
  attempt: AttemptRecord,
  providerReference: string = attempt.providerReference
) {
  const isCanceled = yield* cancelAtProvider(provider, chargeOf(attempt, providerReference))
  if (!provider.capabilities.lookup) {
    return isCanceled ? actionWithoutPayer(providerReference) : notCanceled
  }
  const { answer, verdict } = yield* lookUpVerdict(provider, attempt)
  const stillWaits = answer._tag === "Found" && answer.state === "requires_action"
  return stillWaits && !isCanceled ? notCanceled : verdict
})

const notCanceled = lostBecause("The provider did not give up what waits for a payer.")

/** Cancels a charge that waits for its payer. Returns true if it can no longer be paid. */
const cancelAtProvider = Effect.fnUntraced(function* (
  provider: PaymentProvider,
  { mid, reference, providerReference }: ChargeReference
) {
  const { providerTimeoutMs } = yield* EngineConfig
  const called = yield* callProvider(() => provider.cancel({ mid, reference, providerReference }), {
    timeoutMs: providerTimeoutMs,
    broken: (reason): CancelOutcome => ({ _tag: "NotCanceled", reason })
  })
  return called._tag === "Answered" && called.answer._tag === "Canceled"
})

const lookUpVerdict = Effect.fnUntraced(function* (
  provider: PaymentProvider,
  attempt: AttemptRecord
) {
  // An absence is dated from the time of the request, not of the answer.
  const askedAt = yield* Clock.currentTimeMillis
  const answer = yield* lookUpCharge(provider, attempt, askedAt)
  return { answer, verdict: readLookup(attempt, answer, provider, askedAt) }
})
