import type { Millis } from "../../kernel/primitives/Timestamp.ts"
import type { CardChecks, ChargeOutcome, NetworkAdvice } from "../../providers/ChargeOutcome.ts"
import { type DeclineMeaning, readDecline } from "../../providers/declineTable.ts"
import { learnsPayerOutcome, type PaymentProvider } from "../../providers/PaymentProvider.ts"
import type { ProviderAction } from "../../providers/ProviderAction.ts"
import { storableReason } from "../../providers/storableReason.ts"
import type { AttemptRecord } from "./Attempt.ts"

/** What an answer of a provider means for an attempt. */
export type Verdict =
  /** Money was taken, or is held. */
  | {
      readonly _tag: "Charged"
      readonly captured: boolean
      readonly providerReference: string
      readonly networkReference: string | null
      readonly holdsUntil?: Millis | null
      readonly checks?: CardChecks | null
      readonly authCode?: string | null
    }
  | {
      readonly _tag: "Declined"
      readonly meaning: DeclineMeaning
      readonly rawCode: string
      readonly networkCode: string | null
      readonly message: string | null
      readonly providerReference: string | null
    }
  /** The account can't take it: certainly not processed, and no fault of the card. */
  | {
      readonly _tag: "AccountUnavailable"
      readonly reason: string
      readonly rawCode: string | null
    }
  /** Certainly not processed; `sent` tells whether the provider may have seen it. */
  | {
      readonly _tag: "NotProcessed"
      readonly sent: boolean
      readonly reason: string | null
      /** True if the charge may turn up all the same: it is watched for a while. */
      readonly isDoubted?: boolean
    }
  /** The payer has to do something first, and is told so. */
  | {
      readonly _tag: "PayerNeeded"
      readonly providerReference: string
      readonly what: ProviderAction
      readonly expiresAt: Millis
      readonly state: string | null
    }
  /** The payer has not done it yet. */
  | { readonly _tag: "WithPayer" }
  /** The provider has it and will settle it. */
  | { readonly _tag: "Waiting"; readonly providerReference: string }
  /** May have been processed. */
  | {
      readonly _tag: "Lost"
      readonly mismatch: boolean
      readonly reason: string | null
      /** From when on a look-up settles it, if that is known. */
      readonly settlesAt?: Millis
    }

type Lost = Extract<Verdict, { readonly _tag: "Lost" }>
type NotProcessed = Extract<Verdict, { readonly _tag: "NotProcessed" }>

/** Nobody can say what became of it, for this reason. */
export const lostBecause = (reason: string): Lost => ({
  _tag: "Lost",
  mismatch: false,
  reason: storableReason(reason)
})

/** The provider was silent for as long as a call may take. */
export const noAnswer: Lost = lostBecause("The provider did not answer in time.")

/** The provider says another amount or currency than was asked. */
export const mismatched: Lost = { _tag: "Lost", mismatch: true, reason: null }

/** Nothing was charged, for this reason. */
export const notProcessed = (sent: boolean, reason: string): NotProcessed => ({
  _tag: "NotProcessed",
  sent,
  reason: storableReason(reason)
})

/** The payer has time left, and nobody has heard of them. */
export const withPayer: Verdict & { readonly _tag: "WithPayer" } = { _tag: "WithPayer" }

const authenticationRequired: DeclineMeaning = {
  code: "authentication_required",
  category: "authentication",
  decision: "stop"
}

/** Reads what a provider said to a charge. */
export const toVerdict = (
  attempt: AttemptRecord,
  outcome: ChargeOutcome,
  provider: PaymentProvider
): Verdict => {
  switch (outcome._tag) {
    case "Approved":
      return approvedVerdict(attempt, outcome, outcome.captured)
    case "Declined":
      return {
        _tag: "Declined",
        meaning: normalizeStepUp(
          applyNetworkAdvice(
            readDecline(provider.declines, outcome.rawCode, outcome.networkCode),
            outcome.networkAdvice ?? null
          )
        ),
        rawCode: storableReason(outcome.rawCode),
        networkCode: storable(outcome.networkCode),
        message: storable(outcome.message),
        providerReference: outcome.providerReference
      }
    case "AccountUnavailable":
      return {
        _tag: "AccountUnavailable",
        reason: storableReason(outcome.reason),
        rawCode: storable(outcome.rawCode)
      }
    case "RequiresAction":
      return payerIsAsked(attempt, provider)
        ? {
            _tag: "PayerNeeded",
            providerReference: outcome.providerReference,
            what: outcome.action,
            expiresAt: outcome.expiresAt,
            state: outcome.state ?? null
          }
        : actionNobodySaw(attempt, outcome.providerReference)
    case "Pending":
      return { _tag: "Waiting", providerReference: outcome.providerReference }
    case "NotSent":
      return notProcessed(false, outcome.reason)
    case "Unknown":
      return lostBecause(outcome.reason)
  }
}

/** An amount or currency other than asked is not believed: it stays unknown and raises an alert. */
export const approvedVerdict = (
  attempt: AttemptRecord,
  answer: {
    readonly amount: bigint
    readonly currency: string
    readonly providerReference: string
    readonly networkReference: string | null
    readonly holdsUntil?: Millis | null | undefined
    readonly checks?: CardChecks | null | undefined
    readonly authCode?: string | null | undefined
  },
  captured: boolean
): Verdict =>
  answer.amount !== attempt.facts.amount || answer.currency !== attempt.facts.currency
    ? mismatched
    : {
        _tag: "Charged",
        // A check of a card takes nothing, so there is nothing left to capture.
        captured: captured || attempt.facts.type === "verify",
        providerReference: answer.providerReference,
        networkReference: answer.networkReference,
        holdsUntil: answer.holdsUntil ?? null,
        checks: answer.checks ?? null,
        authCode: storable(answer.authCode)
      }

const storable = (text: string | null | undefined): string | null =>
  text === null || text === undefined ? null : storableReason(text)

/**
 * Adds the network's advice to what the table says. Only "never" stops the cascade, because schemes
 * fine whoever tries such a card again. "Later" is about the account that was charged, and "fix"
 * about the card's details, so the decision of the table stands.
 */
const applyNetworkAdvice = (
  meaning: DeclineMeaning,
  advice: NetworkAdvice | null
): DeclineMeaning => {
  switch (advice) {
    case null:
      return meaning
    case "never":
      return { code: meaning.code, category: "hard", decision: "stop", advice: "do_not_retry" }
    case "later":
      return { ...meaning, advice: "retry_later" }
    case "fix":
      return { ...meaning, advice: "correct_details" }
  }
}

/** Whatever a provider calls it, who asks for the payer asks for an authentication. */
const normalizeStepUp = (meaning: DeclineMeaning): DeclineMeaning =>
  meaning.decision === "step_up" ? { ...authenticationRequired, decision: "step_up" } : meaning

/**
 * A payer is there who can come back, and hears the answer to the call that is under way; and what
 * they did elsewhere will be heard of.
 */
const payerIsAsked = ({ returnUrl, status }: AttemptRecord, provider: PaymentProvider): boolean =>
  returnUrl !== null && status === "pending" && learnsPayerOutcome(provider)

/** What was never shown to anybody comes to nothing; what was shown, the payer may have done. */
export const actionNobodySaw = (attempt: AttemptRecord, providerReference: string): Verdict =>
  attempt.action === null
    ? actionWithoutPayer(providerReference)
    : lostBecause("The provider waits for a payer who was there.")

/** Nobody did what there was to do. */
export const actionWithoutPayer = (providerReference: string): Verdict => ({
  _tag: "Declined",
  meaning: authenticationRequired,
  rawCode: "requires_action",
  networkCode: null,
  message: null,
  providerReference
})
