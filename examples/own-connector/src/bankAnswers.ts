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

/** The bank's decimals. An ISK has none in ISO 4217, but two at the bank. */
const units: ProviderUnits = { decimals: { ISK: 2 } }

/** Returns an amount in the bank's units. All amounts that `amountStep` allows can be converted. */
export const inBankUnits = (amount: bigint, currency: string): string => {
  const counted = providerAmount(amount, currency, units)
  if (counted !== null) return String(counted)
  const reason = `The bank can't charge ${amount} ${currency}.`
  throw { _tag: "AccountUnavailable", reason, rawCode: "too_fine" } satisfies HttpFailure
}

/**
 * Returns an amount in minor units. An amount with more decimals than ISO 4217 can't be the
 * requested one, so it becomes -1, which never is.
 */
const fromBankUnits = (amount: string, currency: string): bigint =>
  amountFromProvider(BigInt(amount), currency, units) ?? -1n

/** Returns the common fields of new and looked up charges. */
const known = ({ id, amount, currency, scheme_reference, held_until }: BankCharge) => ({
  providerReference: id,
  amount: fromBankUnits(amount, currency),
  currency,
  networkReference: scheme_reference,
  holdsUntil: held_until
})

/** Returns the reason of a decline. */
const declined = ({ code, scheme_code, message }: BankCharge) => ({
  rawCode: code ?? "unknown",
  networkCode: scheme_code,
  message
})

/** Returns the outcome of a charge that was just sent, or whose payer has returned. */
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
      return { _tag: "Unknown", reason: `The bank's status is ${charge.status}.` }
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

/** Returns true after a full refund. The bank's status remains `taken`. */
const isFullyReturned = ({ taken, refunded }: BankCharge): boolean =>
  taken !== "0" && refunded === taken

/** Returns a charge from a look-up or an event. */
export const foundAs = (charge: BankCharge): ChargeFound => ({
  _tag: "Found",
  state: isFullyReturned(charge) ? "refunded" : states[charge.status],
  ...known(charge),
  ...declined(charge),
  amountCaptured: fromBankUnits(charge.taken, charge.currency)
})

/** Returns the outcome of a capture, void or refund that was just sent. */
export const modifiedBy = ({ id, status, code }: BankModification): ModificationOutcome => {
  if (status === "done") return { _tag: "Succeeded", providerReference: id }
  return code === "hold_lapsed"
    ? { _tag: "HoldExpired" }
    : { _tag: "Failed", rawCode: code ?? "unknown" }
}

/** Returns a capture, void or refund from a look-up or an event. */
export const modificationFound = ({ id, status, code }: BankModification): ModificationFound => ({
  _tag: "Found",
  state: status === "done" ? "succeeded" : code === "hold_lapsed" ? "hold_expired" : "failed",
  providerReference: id,
  rawCode: code
})

/** Returns the notifications in an event. Returns none for other kinds of events. */
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
