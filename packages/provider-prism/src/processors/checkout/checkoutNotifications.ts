import {
  type ChargeFound,
  type Fields,
  fieldsIn,
  type KnownCharge,
  type ModificationFound,
  type ProviderNotification,
  type RawNotification
} from "@payloom/core"
import { moneyIn } from "../../amounts.ts"
import { at, textOf } from "../../fields.ts"
import { occurredAt } from "../../occurredAt.ts"
import { kindOfReference } from "../../references.ts"
import { isSignedBy } from "../../signatures.ts"
import type { CheckoutAccount } from "./checkout.ts"

type Known = (reference: string) => Promise<KnownCharge | null>

/** Reads a webhook of Checkout.com. Returns null if the account's key didn't sign it. */
export const readCheckoutNotification = async (
  { signatureKey }: CheckoutAccount,
  { headers, body }: RawNotification,
  known: Known
): Promise<ReadonlyArray<ProviderNotification> | null> => {
  if (!isSignedBy([signatureKey], body, headers["cko-signature"])) return null
  const event = fieldsIn(body)
  const id = textOf(event?.id)
  const type = textOf(event?.type)
  if (event === null || id === null || type === null) return null
  const data = at(event, "data")
  const reference = textOf(data.reference) ?? ""
  const kind = kindOfReference(reference)
  if (kind === null) return []
  const dated = { id, reference, ...occurredAt(event.created_on) }
  if (kind !== "attempt") {
    const modification = modificationIn(type, data, kind)
    return modification === null ? [] : [{ _tag: "Modification", ...dated, modification }]
  }
  if (type.startsWith("payment_refund")) return refundIn(type, data, id, reference)
  const charge = chargeIn(type, data, await known(reference))
  return charge === null ? [] : [{ _tag: "Charge", ...dated, charge }]
}

/** The event types of captures, voids and refunds, with the state that each leads to. */
const modifications: Readonly<Record<string, readonly [kind: string, ModificationFound["state"]]>> =
  {
    payment_captured: ["capture", "succeeded"],
    payment_capture_pending: ["capture", "pending"],
    payment_capture_declined: ["capture", "failed"],
    payment_voided: ["void", "succeeded"],
    payment_void_declined: ["void", "failed"],
    payment_refunded: ["refund", "succeeded"],
    payment_refund_pending: ["refund", "pending"],
    payment_refund_declined: ["refund", "failed"]
  }

const modificationIn = (type: string, data: Fields, kind: string): ModificationFound | null => {
  const [ofKind, state] = modifications[type] ?? []
  const providerReference = textOf(data.action_id)
  if (ofKind !== kind || state === undefined || providerReference === null) return null
  const rawCode = state === "failed" ? (textOf(data.response_code) ?? type) : null
  return { _tag: "Found", state, providerReference, rawCode }
}

/** Returns a refund that was made in the Dashboard, under the payment's reference. */
const refundIn = (
  type: string,
  data: Fields,
  id: string,
  reference: string
): ReadonlyArray<ProviderNotification> => {
  const found = modificationIn(type, data, "refund")
  const money = moneyIn(data.amount, data.currency)
  if (found === null || money === null || found.state === "hold_expired") return []
  const { state, providerReference, rawCode } = found
  const refund = { providerReference, ...money, state, ...(rawCode === null ? {} : { rawCode }) }
  return [{ _tag: "Refund", id, reference, refund }]
}

const states: Readonly<Record<string, ChargeFound["state"]>> = {
  card_verified: "captured",
  payment_captured: "captured",
  payment_capture_declined: "returned",
  payment_declined: "declined",
  payment_authentication_failed: "declined",
  card_verification_declined: "declined",
  payment_canceled: "declined",
  payment_voided: "voided"
}

const chargeIn = (type: string, data: Fields, known: KnownCharge | null): ChargeFound | null => {
  const told = moneyIn(data.amount, data.currency)
  const providerReference = textOf(data.id)
  const state = stateIn(type, known)
  if (told === null || providerReference === null || state === null) return null
  const isOfHold = known !== null && !known.capture && type !== "payment_approved"
  // An event about a capture has the captured amount, not the held one.
  const { amount, currency } = isOfHold ? known : told
  const isDeclined = state === "declined" || state === "returned"
  return {
    _tag: "Found",
    amount,
    currency,
    providerReference,
    state,
    rawCode: isDeclined ? (textOf(data.response_code) ?? type.replace("payment_", "")) : null,
    networkReference: textOf(data.scheme_id),
    ...(type === "payment_captured" ? { amountCaptured: told.amount } : {})
  }
}

const stateIn = (type: string, known: KnownCharge | null): ChargeFound["state"] | null => {
  // An approval that is captured at once has an event for its capture.
  if (type === "payment_approved") return known?.capture === false ? "authorized" : null
  if (type === "payment_pending") return "pending"
  // A hold that expires was approved before. An unfinished payment wasn't.
  if (type === "payment_expired") return known?.isInFlight === false ? "expired" : "declined"
  return states[type] ?? null
}
