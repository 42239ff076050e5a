import { Clock, Effect } from "effect"
import { EngineConfig } from "../../kernel/EngineOptions.ts"
import type { Millis } from "../../kernel/primitives/Timestamp.ts"
import type { CancelOutcome, ChargeLookup, ChargeOutcome } from "../../providers/ChargeOutcome.ts"
import { callProvider, lookUpAt } from "../../providers/callProvider.ts"
import type { ChargeReference, PaymentProvider } from "../../providers/PaymentProvider.ts"
import { type AttemptRecord, chargeOf, isPayerAway, isTimeUp, queryOf } from "./Attempt.ts"
import { readLookup } from "./readLookup.ts"
import { actionWithoutPayer, lostBecause, toVerdict, type Verdict } from "./toVerdict.ts"

/** Calls a provider for the outcome of a charge; whatever it throws is an unknown one. */
export const callForOutcome = (call: () => Effect.Effect<ChargeOutcome>) =>
  Effect.flatMap(EngineConfig, ({ providerTimeoutMs }) =>
    callProvider(call, {
      timeoutMs: providerTimeoutMs,
      broken: (reason): ChargeOutcome => ({ _tag: "Unknown", reason })
    })
  )

/** What a provider knows of an attempt's charge; no answer in time counts as unavailable. */
export const lookUpCharge = (provider: PaymentProvider, attempt: AttemptRecord, askedAt: Millis) =>
  lookUpAt<ChargeLookup>(provider, () => provider.lookup({ ...queryOf(attempt), askedAt }))

/** Has a charge given up that waits for its payer; whether nobody can pay it any more. */
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

/**
 * Asks a provider what became of a charge. One that waits for a payer who is not waited for, or not
 * any more, is given up first: what counts is what the provider says after that, for until then the
 * payer may have paid.
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
 * Has a charge given up that waits for its payer, and asks what became of it; where it can't be
 * asked, what the provider said to giving it up has to do. One that was not given up and still
 * waits may be paid yet, whoever asks the payer: nothing is charged in its place.
 */
export const cancelAndLookUp = Effect.fnUntraced(function* (
  provider: PaymentProvider,
  attempt: AttemptRecord,
  providerReference: string = attempt.providerReference
) {
  const isGivenUp = yield* cancelAtProvider(provider, chargeOf(attempt, providerReference))
  if (!provider.capabilities.lookup) {
    return isGivenUp ? actionWithoutPayer(providerReference) : notCanceled
  }
  const { answer, verdict } = yield* lookUpVerdict(provider, attempt)
  const stillWaits = answer._tag === "Found" && answer.state === "requires_action"
  return stillWaits && !isGivenUp ? notCanceled : verdict
})

const notCanceled = lostBecause("The provider did not give up what waits for a payer.")

const lookUpVerdict = Effect.fnUntraced(function* (
  provider: PaymentProvider,
  attempt: AttemptRecord
) {
  // An absence is as old as the question, however long its answer took.
  const askedAt = yield* Clock.currentTimeMillis
  const answer = yield* lookUpCharge(provider, attempt, askedAt)
  return { answer, verdict: readLookup(attempt, answer, provider, askedAt) }
})

/**
 * Reads an answer to a charge. One that waits for a payer whom nobody asked is given up, and where
 * that can be found out, stands all the same if it turns out that they have paid.
 */
export const readAnswer = (
  attempt: AttemptRecord,
  outcome: ChargeOutcome,
  provider: PaymentProvider
) => {
  const verdict = toVerdict(attempt, outcome, provider)
  return outcome._tag === "RequiresAction" && verdict._tag === "Declined"
    ? cancelUnseenAction(attempt, outcome.providerReference, provider, verdict)
    : Effect.succeed(verdict)
}

/** Gives up what nobody was asked to do; declined, unless that turns out to have been paid. */
export const cancelUnseenAction = Effect.fnUntraced(function* (
  attempt: AttemptRecord,
  providerReference: string,
  provider: PaymentProvider,
  declined: Verdict
) {
  const found = yield* cancelAndLookUp(provider, attempt, providerReference)
  // That it was given up is our doing; why it came to nothing is that nobody could be asked.
  return found._tag === "Declined" || found._tag === "NotProcessed" ? declined : found
})
