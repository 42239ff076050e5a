import type {
  ChargeLookup,
  ChargeOutcome,
  ModificationLookup,
  ModificationOutcome
} from "@payloom/core"
import {
  type BankCharge,
  type BankModification,
  modificationAt,
  payerHasUntil
} from "./bankCharge.ts"
import { visibleStanding } from "./SandboxBank.ts"
import { networkCodeOf } from "./sandboxDeclines.ts"
import { sandboxApms } from "./sandboxMethods.ts"

/** What the scheme calls a transaction; alternative methods have no scheme. */
const networkReferenceOf = ({ card, providerReference }: BankCharge): string | null =>
  Object.hasOwn(sandboxApms, card) ? null : `nw_${providerReference}`

/** The first answer to a charge, which its repeats get again. */
export const chargeOutcome = (charge: BankCharge, bankPage: string): ChargeOutcome => {
  const { verdict, providerReference, amount, currency, capture } = charge
  switch (verdict._tag) {
    case "Approve":
      return {
        _tag: "Approved",
        providerReference,
        captured: capture,
        amount,
        currency,
        networkReference: networkReferenceOf(charge)
      }
    case "Decline": {
      const { rawCode } = verdict
      return {
        _tag: "Declined",
        rawCode,
        networkCode: networkCodeOf(rawCode),
        providerReference
      }
    }
    case "AskPayer": {
      const url = `${bankPage}/${encodeURIComponent(charge.reference)}`
      const action = verdict.instructions
        ? ({ _tag: "Instructions", text: `Pay at ${url}.`, reference: providerReference } as const)
        : ({ _tag: "Redirect", url } as const)
      const expiresAt = payerHasUntil(charge)
      return { _tag: "RequiresAction", providerReference, action, expiresAt }
    }
    case "Settle":
      return { _tag: "Pending", providerReference }
  }
}

/** What a lookup tells of a charge: what it is now. */
export const chargeLookup = (charge: BankCharge | undefined, now: number): ChargeLookup => {
  const standing = charge === undefined ? undefined : visibleStanding(charge, now)
  if (charge === undefined || standing === undefined) return { _tag: "Absent" }
  return {
    _tag: "Found",
    state: standing.state,
    amount: charge.amount,
    amountCaptured: standing.captured,
    currency: charge.currency,
    providerReference: charge.providerReference,
    rawCode: standing.rawCode,
    networkReference: standing.state === "declined" ? null : networkReferenceOf(charge)
  }
}

/** The first answer to a capture, void or refund, which its repeats get again. */
export const modificationOutcome = (made: BankModification): ModificationOutcome => {
  const { result, providerReference } = made
  switch (result._tag) {
    case "Done":
      return { _tag: "Succeeded", providerReference }
    case "Refused":
      return { _tag: "Failed", rawCode: result.rawCode }
    case "HoldExpired":
      return { _tag: "HoldExpired" }
    case "Settling":
      return { _tag: "Pending", providerReference }
  }
}

/** What a lookup tells of a capture, void or refund: what it is now. */
export const modificationLookup = (
  made: BankModification | undefined,
  now: number
): ModificationLookup =>
  made === undefined
    ? { _tag: "Absent" }
    : { _tag: "Found", providerReference: made.providerReference, ...modificationAt(made, now) }
