import { storableMethod } from "../../cards/saved/SavedApm.ts"
import type { Millis } from "../../kernel/primitives/Timestamp.ts"
import type {
  Approval,
  CardChecks,
  ChargeFound,
  ChargeOutcome,
  ChargePending,
  NetworkAdvice
} from "../../providers/ChargeOutcome.ts"
import { type DeclineMeaning, readDecline } from "../../providers/declineTable.ts"
import { learnsPayerOutcome, type PaymentProvider } from "../../providers/PaymentProvider.ts"
import type { ProviderAction } from "../../providers/ProviderAction.ts"
import { capabilitiesFor } from "../../providers/ProviderCapabilities.ts"
import type { SavedMethod } from "../../providers/SavedMethod.ts"
import { storableReason } from "../../providers/storableReason.ts"
import type { AttemptRecord } from "./Attempt.ts"

/** The meaning of a provider's answer for an attempt. */
export type Verdict =
  /** Money was taken, or is held. */
  | {
      readonly _tag: "Charged"
      readonly captured: boolean
      readonly providerReference: string
      readonly networkReference: string | null
      /** The approved part, if the provider approved less than requested. */
      readonly part?: bigint
      /** The most that may be captured in all, if that is more than the held amount. */
      readonly capturableUpTo?: bigint
      readonly holdsUntil?: Millis | null
      readonly checks?: CardChecks | null
      readonly authCode?: string | null
      /** The alternative method that was saved with the charge. */
      readonly savedMethod?: SavedMethod
    }
  | {
      readonly _tag: "Declined"
      readonly meaning: DeclineMeaning
      readonly rawCode: string
      readonly networkCode: string | null
      readonly message: string | null
      readonly providerReference: string | null
    }
  /** The account can't take the charge. Certainly not processed, and no fault of the card. */
  | {
      readonly _tag: "AccountUnavailable"
      readonly reason: string
      readonly rawCode: string | null
    }
  /** Certainly not processed. `sent` is true if the provider may have seen it. */
  | {
      readonly _tag: "NotProcessed"
      readonly sent: boolean
      readonly reason: string | null
      /** True if the charge may still turn up. It is looked up for a while. */
      readonly isDoubted?: boolean
    }
  /** The payer has to act first, and is shown the action. */
  | {
      readonly _tag: "PayerNeeded"
      readonly providerReference: string
      readonly what: ProviderAction
      readonly expiresAt: Millis
      readonly state: string | null
    }
  /** The payer has not acted yet. */
  | { readonly _tag: "WithPayer" }
  /** The provider has the charge and will settle it. */
  | {
      readonly _tag: "Waiting"
      readonly providerReference: string
      readonly savedMethod?: SavedMethod
    }
  /** The charge may have been processed. */
  | {
      readonly _tag: "Lost"
      readonly mismatch: boolean
      readonly reason: string | null
      /** The time from which a look-up settles it, if known. */
      readonly settlesAt?: Millis
    }

type Lost = Extract<Verdict, { readonly _tag: "Lost" }>
type NotProcessed = Extract<Verdict, { readonly _tag: "NotProcessed" }>

/** The outcome is unknown for this reason. */
export const lostBecause = (reason: string): Lost => ({
  _tag: "Lost",
  mismatch: false,
  reason: storableReason(reason)
})

/** The provider answered with another amount or currency than requested. */
export const mismatched: Lost = { _tag: "Lost", mismatch: true, reason: null }

/** Nothing was charged, for this reason. */
export const notProcessed = (sent: boolean, reason: string): NotProcessed => ({
  _tag: "NotProcessed",
  sent,
  reason: storableReason(reason)
})

/** The payer has time left and has not come back. */
export const withPayer: Verdict & { readonly _tag: "WithPayer" } = { _tag: "WithPayer" }

const authenticationRequired: DeclineMeaning = {
  code: "authentication_required",
  category: "authentication",
  decision: "stop"
}

/** Reads the outcome of a charge. */
export const toVerdict = (
  attempt: AttemptRecord,
  outcome: ChargeOutcome,
  provider: PaymentProvider
): Verdict => {
  switch (outcome._tag) {
    case "Approved":
      return approvedVerdict(attempt, outcome, outcome.captured, provider)
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
      return waitingFor(outcome)
    case "NotSent":
      return notProcessed(false, outcome.reason)
    case "Unknown":
      return lostBecause(outcome.reason)
  }
}

/**
 * An approval of another amount or currency stays unknown and raises an alert. A provider with
 * partial approvals may approve less.
 */
export const approvedVerdict = (
  attempt: AttemptRecord,
  answer: Approval & { readonly amount: bigint; readonly currency: string } & Pick<
      ChargeFound,
      "providerReference"
    >,
  captured: boolean,
  { capabilities }: Pick<PaymentProvider, "capabilities">
): Verdict => {
  const { facts } = attempt
  const { partialApproval = false } = capabilitiesFor(capabilities, facts)
  const { amount } = answer
  const isPart = partialApproval && amount > 0n && amount < facts.amount
  if ((amount !== facts.amount && !isPart) || answer.currency !== facts.currency) return mismatched
  const { capturableUpTo } = answer
  return {
    _tag: "Charged",
    // A verification takes no money, so there is none left to capture.
    captured: captured || facts.type === "verify",
    providerReference: answer.providerReference,
    networkReference: answer.networkReference,
    ...(isPart ? { part: amount } : {}),
    ...(capturableUpTo == null || capturableUpTo <= amount ? {} : { capturableUpTo }),
    holdsUntil: answer.holdsUntil ?? null,
    checks: answer.checks ?? null,
    authCode: storable(answer.authCode),
    ...savedBy(answer.savedMethod)
  }
}

/** The provider has accepted the charge, and may have saved its method. */
export const waitingFor = ({
  providerReference,
  savedMethod
}: Pick<ChargePending, "providerReference" | "savedMethod">): Verdict => ({
  _tag: "Waiting",
  providerReference,
  ...savedBy(savedMethod)
})

const savedBy = (answer: SavedMethod | null | undefined) => {
  const savedMethod = storableMethod(answer)
  return savedMethod === null ? {} : { savedMethod }
}

const storable = (text: string | null | undefined): string | null =>
  text === null || text === undefined ? null : storableReason(text)

/**
 * Adds the network's advice to the meaning from the table. Only "never" stops the cascade, because
 * schemes fine merchants that retry such a card. "Later" concerns the charged account and "fix" the
 * card's details, so the decision of the table stands.
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

/** Every decline that asks for the payer asks for authentication, whatever its code. */
const normalizeStepUp = (meaning: DeclineMeaning): DeclineMeaning =>
  meaning.decision === "step_up" ? { ...authenticationRequired, decision: "step_up" } : meaning

/**
 * Returns true if a payer is present who can come back, and the provider reports the end of their
 * action.
 */
const payerIsAsked = ({ returnUrl, status }: AttemptRecord, provider: PaymentProvider): boolean =>
  returnUrl !== null && status === "pending" && learnsPayerOutcome(provider)

/** If the payer never saw the action, decline. If they did, the outcome stays unknown. */
export const actionNobodySaw = (attempt: AttemptRecord, providerReference: string): Verdict =>
  attempt.action === null
    ? actionWithoutPayer(providerReference)
    : lostBecause("The provider waits for a payer who was there.")

/** The decline of an action that nobody completed. */
export const actionWithoutPayer = (providerReference: string): Verdict => ({
  _tag: "Declined",
  meaning: authenticationRequired,
  rawCode: "requires_action",
  networkCode: null,
  message: null,
  providerReference
})
