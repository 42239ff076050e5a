import {
  type Fields,
  fieldsIn,
  type ProviderNotification,
  type RawNotification
} from "@payloom/core"
import { at, textOf } from "../../fields.ts"
import { type Dated, occurredAt } from "../../occurredAt.ts"
import type { Ask } from "../../Processor.ts"
import { kindOfReference } from "../../references.ts"
import { isSignedBy } from "../../signatures.ts"
import type { WorldpayAccount } from "./worldpay.ts"
import { lookUpWorldpay } from "./worldpayLookups.ts"
import { ownReference, worldpayMoney } from "./worldpayPayments.ts"

/**
 * Reads a webhook of Worldpay. Returns null if the account's secret didn't sign it. An event has no
 * id of the payment, so the charge itself is read from Worldpay. Throws if Worldpay doesn't have it
 * yet, so that it repeats the webhook.
 */
export const readWorldpayNotification = async (
  { webhookSecrets }: WorldpayAccount,
  { headers, body }: RawNotification,
  _: unknown,
  { ask }: { readonly ask: Ask }
): Promise<ReadonlyArray<ProviderNotification> | null> => {
  if (!isSigned(webhookSecrets, headers["event-signature"], body)) return null
  const event = fieldsIn(body)
  const id = textOf(event?.eventId)
  const details = at(event, "eventDetails")
  const type = textOf(details.type)
  if (event === null || id === null || type === null) return null
  const reference = textOf(details.transactionReference)
  if (details.classification !== "payment" || kindOfReference(reference) !== "attempt") return []
  const dated = { id, ...occurredAt(textOf(event.eventTimestamp)?.replace(/Z?$/, "Z")) }
  if (Object.hasOwn(refundStates, type)) return refundIn(details, type, dated, String(reference))
  return chargeTypes.has(type) ? chargeIn(ask, type, dated, String(reference)) : []
}

/** The header has `1/SHA256/…` for each key, separated by commas. */
const isSigned = (
  secrets: ReadonlyArray<string>,
  header: string | undefined,
  body: string
): boolean =>
  (header ?? "").split(",").some((part) => {
    const [, hash, signature] = part.trim().split("/")
    return hash === "SHA256" && isSignedBy(secrets, body, signature)
  })

const refundStates = {
  sentForRefund: "succeeded",
  refundFailed: "failed"
} as const satisfies Readonly<Record<string, "succeeded" | "failed">>

const refundIn = (
  details: Fields,
  type: string,
  dated: Dated,
  charge: string
): ReadonlyArray<ProviderNotification> => {
  const state = refundStates[type as keyof typeof refundStates]
  const rawCode =
    state === "failed" ? (textOf(at(details, "refund", "refusal").code) ?? type) : null
  const own = ownReference(details.reference)
  if (own !== null) {
    const modification = { _tag: "Found", state, providerReference: own, rawCode } as const
    return [{ _tag: "Modification", ...dated, reference: own, modification }]
  }
  const { value: amount, currencyCode: currency } = at(details, "amount")
  const money = worldpayMoney({ amount, currency })
  const providerReference = textOf(details.reference) ?? dated.id
  if (money === null) return []
  const refund = { providerReference, ...money, state, ...(rawCode === null ? {} : { rawCode }) }
  return [{ _tag: "Refund", id: dated.id, reference: charge, refund }]
}

/** The events after which a charge is read. The others change nothing that the engine books. */
const chargeTypes: ReadonlySet<string> = new Set([
  "sentForSettlement",
  "settlementFailed",
  "refused",
  "cancelled",
  "error",
  "expired"
])

const chargeIn = async (
  ask: Ask,
  type: string,
  dated: Dated,
  reference: string
): Promise<ReadonlyArray<ProviderNotification>> => {
  const charge = await lookUpWorldpay(ask, { reference, capture: true })
  if (charge._tag !== "Found") {
    throw new Error(`Worldpay reports the payment ${reference}, but doesn't have it yet.`)
  }
  const isReturned = type === "settlementFailed"
  return [
    {
      _tag: "Charge",
      ...dated,
      reference,
      charge: isReturned ? { ...charge, state: "returned", rawCode: type } : charge
    }
  ]
}
