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
import type { Ask } from "../../Processor.ts"
import { kindOfReference } from "../../references.ts"
import { isSignedBy } from "../../signatures.ts"
import type { StripePrismAccount } from "./stripe.ts"
import { refusedIn } from "./stripeErrors.ts"

/** The age from which on a signature isn't accepted any more. */
const mostAgeMs = 5 * 60_000

/** Reads a webhook of Stripe. Returns null if it isn't signed by the account's secret. */
export const readStripeNotification = async (
  { webhookSecrets }: StripePrismAccount,
  { headers, body }: RawNotification,
  known: (reference: string) => Promise<KnownCharge | null>,
  { ask }: { readonly ask: Ask }
): Promise<ReadonlyArray<ProviderNotification> | null> => {
  if (!isSigned(webhookSecrets, headers["stripe-signature"] ?? "", body)) return null
  const event = fieldsIn(body)
  const id = textOf(event?.id)
  if (event === null || id === null) return null
  const type = String(event.type)
  const object = at(event, "data", "object")
  const occurredAt = Number(event.created) * 1000
  if (type.startsWith("refund.")) return refundIn(object, id, occurredAt, ask)
  const reference = textOf(at(object, "metadata").order_id)
  if (!type.startsWith("payment_intent.") || kindOfReference(reference) !== "attempt") return []
  const charge = chargeIn(type, object, await known(reference ?? ""))
  return charge === null || reference === null
    ? []
    : [{ _tag: "Charge", id, reference, occurredAt, charge }]
}

const isSigned = (secrets: ReadonlyArray<string>, header: string, body: string): boolean => {
  const parts = header.split(",").map((part) => part.trim().split("="))
  const time = parts.find(([name]) => name === "t")?.[1] ?? ""
  const age = Math.abs(Date.now() - Number(time) * 1000)
  if (!/^\d+$/.test(time) || age > mostAgeMs) return false
  return parts
    .filter(([name]) => name === "v1")
    .some(([, signature]) => isSignedBy(secrets, `${time}.${body}`, signature))
}

type State = ModificationFound["state"]

const states: Readonly<Record<string, State>> = {
  succeeded: "succeeded",
  pending: "pending",
  requires_action: "pending",
  failed: "failed",
  canceled: "failed"
}

/** Returns the state of a refund. If its money came back to the account, it had been paid out. */
const refundState = ({ status, failure_balance_transaction }: Fields): State | undefined => {
  const state = states[String(status)]
  return state === "failed" && failure_balance_transaction != null ? "reversed" : state
}

/** Returns a refund: one of the engine's, or one that was made in the Dashboard. */
const refundIn = async (
  object: Fields,
  id: string,
  occurredAt: number,
  ask: Ask
): Promise<ReadonlyArray<ProviderNotification>> => {
  const state = refundState(object)
  const providerReference = textOf(object.id)
  if (state === undefined || providerReference === null) return []
  const isOver = state === "failed" || state === "reversed"
  const rawCode = isOver ? (textOf(object.failure_reason) ?? "failed") : null
  const own = textOf(at(object, "metadata").order_id)
  if (own !== null && kindOfReference(own) === "refund") {
    const modification = { _tag: "Found", state, providerReference, rawCode } as const
    return [{ _tag: "Modification", id, reference: own, occurredAt, modification }]
  }
  const intent = textOf(object.payment_intent)
  const money = moneyIn(object.amount, String(object.currency).toUpperCase())
  if (intent === null || money === null || state === "hold_expired") return []
  const { status, body } = await ask(`v1/payment_intents/${encodeURIComponent(intent)}`)
  if (status !== 200) throw new Error(`Stripe answered HTTP ${status} for a payment intent.`)
  const reference = textOf(at(fieldsIn(body), "metadata").order_id)
  if (reference === null || kindOfReference(reference) !== "attempt") return []
  return [{ _tag: "Refund", id, reference, refund: { providerReference, ...money, state } }]
}

const chargeIn = (type: string, intent: Fields, known: KnownCharge | null): ChargeFound | null => {
  const currency = String(intent.currency).toUpperCase()
  const received = moneyIn(intent.amount_received, currency)
  const held = moneyIn(intent.amount_capturable, currency)
  const asked = moneyIn(intent.amount, currency)
  const providerReference = textOf(intent.id)
  if (received === null || held === null || asked === null || providerReference === null)
    return null
  const card = at(intent, "latest_charge", "payment_method_details", "card")
  const networkReference = textOf(card.network_transaction_id)
  const own = { _tag: "Found", providerReference, networkReference, rawCode: null } as const
  switch (type) {
    case "payment_intent.succeeded": {
      const isOfHold = known !== null && !known.capture
      const { amount } = isOfHold ? known : received
      return { ...own, amount, currency, state: "captured", amountCaptured: received.amount }
    }
    case "payment_intent.amount_capturable_updated":
      return { ...own, ...held, state: "authorized" }
    case "payment_intent.processing":
      return { ...own, ...asked, state: "pending" }
    case "payment_intent.payment_failed": {
      const refused = refusedIn(at(intent, "last_payment_error"))
      return { ...own, ...asked, state: "declined", ...(refused ?? { rawCode: "card_declined" }) }
    }
    case "payment_intent.canceled": {
      const isHold = known?.capture === false && !known.isInFlight
      return isHold
        ? { ...own, ...asked, state: "voided" }
        : { ...own, ...asked, state: "declined", rawCode: "canceled" }
    }
    default:
      return null
  }
}
