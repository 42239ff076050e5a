import type {
  ChargeLookup,
  ChargeOutcome,
  ModificationLookup,
  ModificationOutcome
} from "@payloom/core"
import {
  authorizedAt,
  type BankCharge,
  type BankModification,
  modificationAt,
  standingAt
} from "./bankCharge.ts"
import { visibleStanding } from "./SandboxBank.ts"
import { networkCodeOf } from "./sandboxDeclines.ts"
import { sandboxApms } from "./sandboxMethods.ts"
import { askedOf, type SandboxReturns } from "./sandboxReturns.ts"
import { savedDebit } from "./sandboxTokens.ts"

/** Returns the scheme's reference of a transaction. Alternative methods have no scheme. */
const networkReferenceOf = ({ card, providerReference }: BankCharge): string | null =>
  Object.hasOwn(sandboxApms, card) ? null : `nw_${providerReference}`

const twoDaysMs = 48 * 3_600_000

/**
 * Returns further fields that the bank reports for some test cards. For other cards it reports
 * only the required fields.
 */
const approvalOf = (charge: BankCharge) => {
  const { card, madeAt, reference, amount, capturableUpTo } = charge
  if (charge.savesMethod) return savedBy(charge)
  if (capturableUpTo > amount) return { capturableUpTo }
  if (card === "short_hold") return { holdsUntil: madeAt + twoDaysMs }
  if (card !== "address_mismatch") return {}
  const checks = { cvc: "pass", postalCode: "fail", line1: "unavailable" } as const
  return { checks, authCode: reference.slice(-6) }
}

const savedBy = ({ savesMethod, account, reference }: BankCharge) =>
  savesMethod ? { savedMethod: savedDebit(account, reference) } : {}

/** Returns the first answer to a charge. Repeated calls get the same answer. */
export const chargeOutcome = (
  charge: BankCharge,
  bankPage: string,
  returns: SandboxReturns = {}
): ChargeOutcome => {
  const { verdict, providerReference, amount, currency, capture } = charge
  switch (verdict._tag) {
    case "Approve":
      return {
        _tag: "Approved",
        providerReference,
        captured: capture,
        amount,
        currency,
        networkReference: networkReferenceOf(charge),
        ...approvalOf(charge)
      }
    case "Decline": {
      const { rawCode, networkAdvice } = verdict
      return {
        _tag: "Declined",
        rawCode,
        networkCode: networkCodeOf(rawCode),
        providerReference,
        ...(networkAdvice === undefined
          ? {}
          : { networkAdvice, message: `Try it ${networkAdvice}.` })
      }
    }
    case "AskPayer":
      return askedOf(charge, bankPage, returns)
    case "Settle":
      return { _tag: "Pending", providerReference, ...savedBy(charge) }
  }
}

/** Returns the outcome of a charge after its payer has returned. */
export const finishedOutcome =
  (bankPage: string, returns: SandboxReturns) =>
  (charge: BankCharge, now: number): ChargeOutcome => {
    const { state, rawCode, authorized } = standingAt(charge, now)
    const { providerReference, currency } = charge
    switch (state) {
      case "requires_action":
        return askedOf(charge, bankPage, returns)
      case "pending":
        return { _tag: "Pending", providerReference }
      case "declined": {
        const code = rawCode ?? "generic_decline"
        return { _tag: "Declined", rawCode: code, networkCode: null, providerReference }
      }
      default:
        return {
          _tag: "Approved",
          providerReference,
          captured: charge.capture,
          amount: authorized,
          currency,
          networkReference: networkReferenceOf(charge),
          ...approvalOf(charge)
        }
    }
  }

/** Returns a charge's present state, for a lookup. */
export const chargeLookup = (charge: BankCharge | undefined, now: number): ChargeLookup => {
  const standing = charge === undefined ? undefined : visibleStanding(charge, now)
  if (charge === undefined || standing === undefined) return { _tag: "Absent" }
  return {
    _tag: "Found",
    state: standing.state,
    amount: authorizedAt(charge, now),
    amountCaptured: standing.captured,
    currency: charge.currency,
    providerReference: charge.providerReference,
    rawCode: standing.rawCode,
    networkReference: standing.state === "declined" ? null : networkReferenceOf(charge),
    ...approvalOf(charge)
  }
}

/** Returns the first answer to a capture, void or refund. Repeated calls get the same answer. */
export const modificationOutcome = (made: BankModification): ModificationOutcome => {
  const { result, providerReference } = made
  switch (result._tag) {
    case "Done":
      return { _tag: "Succeeded", providerReference }
    case "AccountUnavailable":
      return { _tag: "Failed", rawCode: result.rawCode }
    case "HoldExpired":
      return { _tag: "HoldExpired" }
    case "Settling":
      return { _tag: "Pending", providerReference }
  }
}

/** Returns the present state of a capture, void or refund, for a lookup. */
export const modificationLookup = (
  made: BankModification | undefined,
  now: number
): ModificationLookup =>
  made === undefined
    ? { _tag: "Absent" }
    : { _tag: "Found", providerReference: made.providerReference, ...modificationAt(made, now) }
