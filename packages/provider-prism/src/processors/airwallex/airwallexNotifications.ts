import {
  type ChargeFound,
  type Fields,
  fieldsIn,
  type ProviderNotification,
  type RawNotification
} from "@payloom/core"
import { decimalMoneyIn } from "../../amounts.ts"
import { at, textOf } from "../../fields.ts"
import { type Dated, occurredAt } from "../../occurredAt.ts"
import type { Ask } from "../../Processor.ts"
import { kindOfReference } from "../../references.ts"
import { isSignedBy } from "../../signatures.ts"
import type { AirwallexAccount } from "./airwallex.ts"
import { declineOf, intentById } from "./airwallexIntents.ts"
import { chargeIn } from "./airwallexLookups.ts"
import { refundState } from "./airwallexRefunds.ts"

/** Reads a webhook of Airwallex. Returns null if none of the account's secrets signed it. */
export const readAirwallexNotification = async (
  { webhookSecrets }: AirwallexAccount,
  { headers, body }: RawNotification,
  _: unknown,
  { ask }: { readonly ask: Ask }
): Promise<ReadonlyArray<ProviderNotification> | null> => {
  const timestamp = headers["x-timestamp"] ?? ""
  if (timestamp === "") return null
  if (!isSignedBy(webhookSecrets, timestamp + body, headers["x-signature"])) return null
  const event = fieldsIn(body)
  const id = textOf(event?.id)
  const name = textOf(event?.name)
  if (event === null || id === null || name === null) return null
  const object = at(event, "data", "object")
  const dated = { id, ...occurredAt(event.created_at) }
  if (name.startsWith("refund.")) return refundIn(ask, object, dated)
  if (name === "payment_attempt.capture_failed") {
    const intent = await intentById(ask, textOf(object.payment_intent_id) ?? "")
    const charge = chargeIn(intent)
    return charge === null ? [] : chargeOf(intent, { ...charge, ...returned }, dated)
  }
  if (!chargeEvents.has(name)) return []
  // An event may have an attempt that is older than the charge's end.
  const intent = name === "payment_intent.succeeded" ? object : await current(ask, object)
  const charge = chargeIn(intent)
  const isEnded = intent.status === "SUCCEEDED" || declineOf(intent) !== null
  return charge === null || !isEnded ? [] : chargeOf(intent, charge, dated)
}

const returned = { state: "returned", rawCode: "capture_failed" } as const

/** The events after which a charge may have ended. */
const chargeEvents: ReadonlySet<string> = new Set([
  "payment_intent.succeeded",
  "payment_intent.cancelled",
  "payment_intent.requires_payment_method"
])

const isOurs = ({ merchant_order_id: order }: Fields): boolean =>
  kindOfReference(order) === "attempt"

const current = async (ask: Ask, intent: Fields): Promise<Fields> =>
  isOurs(intent) ? intentById(ask, textOf(intent.id) ?? "") : intent

const chargeOf = (
  intent: Fields,
  charge: ChargeFound,
  dated: Dated
): ReadonlyArray<ProviderNotification> =>
  isOurs(intent)
    ? [{ _tag: "Charge", ...dated, reference: String(intent.merchant_order_id), charge }]
    : []

const refundIn = async (
  ask: Ask,
  refund: Fields,
  dated: Dated
): Promise<ReadonlyArray<ProviderNotification>> => {
  const state = refundState(refund)
  const providerReference = textOf(refund.id)
  if (state === null || providerReference === null) return []
  const rawCode = state === "failed" ? "refund_failed" : null
  if (kindOfReference(refund.request_id) === "refund") {
    const modification = { _tag: "Found", state, providerReference, rawCode } as const
    const reference = String(refund.request_id)
    return [{ _tag: "Modification", ...dated, reference, modification }]
  }
  const money = decimalMoneyIn(refund.amount, refund.currency)
  if (money === null) return []
  const intent = await intentById(ask, textOf(refund.payment_intent_id) ?? "")
  const made = { providerReference, ...money, state, ...(rawCode === null ? {} : { rawCode }) }
  return isOurs(intent)
    ? [{ _tag: "Refund", id: dated.id, reference: String(intent.merchant_order_id), refund: made }]
    : []
}
