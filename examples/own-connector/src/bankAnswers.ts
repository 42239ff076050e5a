import {
  amountFromProvider,
  type ChargeFound,
  type ChargeOutcome,
  type HttpFailure,
  type ModificationFound,
  type ModificationOutcome,
  type ProviderNotification,
  type ProviderUnits,
  providerAmount
} from "@payloom/core"
import type { BankCharge, BankEvent, BankModification } from "./bank/BankApi.ts"

/** An ISK has no decimals in ISO 4217, and two at the bank. */
const units: ProviderUnits = { decimals: { ISK: 2 } }

/** An amount as the bank counts it; none that `amountStep` lets through is too fine for it. */
export const inBankUnits = (amount: bigint, currency: string): string => {
  const counted = providerAmount(amount, currency, units)
  if (counted !== null) return String(counted)
  const reason = `It can't count ${amount} ${currency}.`
  throw { _tag: "AccountUnavailable", reason, rawCode: "too_fine" } satisfies HttpFailure
}

/** An amount finer than ISO 4217 has it is none that was asked for, and neither is -1. */
const fromBankUnits = (amount: string, currency: string): bigint =>
  amountFromProvider(BigInt(amount), currency, units) ?? -1n

/** What holds of a charge, whether it was just made or looked up. */
const known = ({ id, amount, currency, scheme_reference, held_until }: BankCharge) => ({
  providerReference: id,
  amount: fromBankUnits(amount, currency),
  currency,
  networkReference: scheme_reference,
  holdsUntil: held_until
})

/** Why a charge was declined. */
const declined = ({ code, scheme_code, message }: BankCharge) => ({
  rawCode: code ?? "unknown",
  networkCode: scheme_code,
  message
})

/** What became of a charge that was just sent, or whose payer is back. */
export const outcomeOf = (charge: BankCharge): ChargeOutcome => {
  const { id: providerReference, pay_at, pay_until } = charge
  switch (charge.status) {
    case "taken":
    case "held":
      return { _tag: "Approved", captured: charge.status === "taken", ...known(charge) }
    case "declined":
    case "canceled":
      return { _tag: "Declined", providerReference, ...declined(charge) }
    case "waiting": {
      const action = { _tag: "Redirect", url: pay_at } as const
      return { _tag: "RequiresAction", providerReference, action, expiresAt: pay_until }
    }
    case "pending":
      return { _tag: "Pending", providerReference }
    default:
      return { _tag: "Unknown", reason: `The bank has it as ${charge.status}.` }
  }
}

const states: Readonly<Record<BankCharge["status"], ChargeFound["state"]>> = {
  waiting: "requires_action",
  pending: "pending",
  held: "authorized",
  taken: "captured",
  released: "voided",
  lapsed: "expired",
  declined: "declined",
  canceled: "declined"
}

/** Whether all that was taken was given back; the bank has it as taken all the same. */
const isFullyReturned = ({ taken, refunded }: BankCharge): boolean =>
  taken !== "0" && refunded === taken

/** A charge that was looked up, or that the bank tells of. */
export const foundAs = (charge: BankCharge): ChargeFound => ({
  _tag: "Found",
  state: isFullyReturned(charge) ? "refunded" : states[charge.status],
  ...known(charge),
  ...declined(charge),
  amountCaptured: fromBankUnits(charge.taken, charge.currency)
})

/** What became of a capture, void or refund that was just sent. */
export const modifiedBy = ({ id, status, code }: BankModification): ModificationOutcome => {
  if (status === "done") return { _tag: "Succeeded", providerReference: id }
  return code === "hold_lapsed"
    ? { _tag: "HoldExpired" }
    : { _tag: "Failed", rawCode: code ?? "unknown" }
}

/** One that was looked up, or that the bank tells of. */
export const modificationFound = ({ id, status, code }: BankModification): ModificationFound => ({
  _tag: "Found",
  state: status === "done" ? "succeeded" : code === "hold_lapsed" ? "hold_expired" : "failed",
  providerReference: id,
  rawCode: code
})

/** What the bank tells of its own accord; nothing where it is news of another kind. */
export const notificationsOf = (event: BankEvent): ReadonlyArray<ProviderNotification> => {
  const { id } = event
  if ("charge" in event) {
    const { charge } = event
    return [{ _tag: "Charge", id, reference: charge.reference, charge: foundAs(charge) }]
  }
  if ("modification" in event) {
    const { modification: made } = event
    const { reference } = made
    return [{ _tag: "Modification", id, reference, modification: modificationFound(made) }]
  }
  return []
}
