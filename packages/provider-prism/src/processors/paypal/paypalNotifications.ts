import {
  type ChargeFound,
  type Fields,
  fieldsIn,
  type KnownCharge,
  type ModificationFound,
  type ProviderNotification,
  type RawNotification
} from "@payloom/core"
import { at, textOf } from "../../fields.ts"
import { occurredAt } from "../../occurredAt.ts"
import type { Ask, Money } from "../../Processor.ts"
import { kindOfReference } from "../../references.ts"
import type { PaypalAccount } from "./paypal.ts"
import { moneyIn } from "./paypalOrders.ts"

/** The age from which on a webhook isn't accepted any more. PayPal repeats one for three days. */
const mostAgeMs = 4 * 24 * 3_600_000

/**
 * Reads a webhook of PayPal. PayPal's API verifies its signature. Returns null if the signature is
 * wrong. Throws if the API can't be reached, so that PayPal repeats the webhook.
 */
export const readPaypalNotification = async (
  { webhookId }: PaypalAccount,
  { headers, body }: RawNotification,
  known: (reference: string) => Promise<KnownCharge | null>,
  { ask }: { readonly ask: Ask }
): Promise<ReadonlyArray<ProviderNotification> | null> => {
  const event = fieldsIn(body)
  const id = textOf(event?.id)
  const time = headers["paypal-transmission-time"] ?? ""
  if (event === null || id === null) return null
  if (!(Math.abs(Date.now() - Date.parse(time)) < mostAgeMs)) return null
  if (!(await isVerified(ask, webhookId, headers, body))) return null
  const resource = at(event, "resource")
  const reference = textOf(resource.invoice_id) ?? ""
  const kind = kindOfReference(reference)
  if (kind === null) return []
  const type = String(event.event_type)
  const dated = { id, reference, ...occurredAt(event.create_time) }
  if (kind !== "attempt") {
    const modification = modificationIn(type, resource, kind)
    return modification === null ? [] : [{ _tag: "Modification", ...dated, modification }]
  }
  const charge = chargeIn(type, resource, await known(reference))
  return charge === null ? [] : [{ _tag: "Charge", ...dated, charge }]
}

const fields = {
  auth_algo: "paypal-auth-algo",
  cert_url: "paypal-cert-url",
  transmission_id: "paypal-transmission-id",
  transmission_sig: "paypal-transmission-sig",
  transmission_time: "paypal-transmission-time"
} as const

/** Asks PayPal for the signature. The event is sent as its bytes came, because they are signed. */
const isVerified = async (
  ask: Ask,
  webhookId: string,
  headers: Readonly<Record<string, string>>,
  body: string
): Promise<boolean> => {
  const given = Object.entries(fields).map(([name, header]) => [name, headers[header] ?? ""])
  if (given.some(([, value]) => value === "")) return false
  const rest = JSON.stringify({ ...Object.fromEntries(given), webhook_id: webhookId })
  const question = `${rest.slice(0, -1)},"webhook_event":${body}}`
  const answer = await ask("v1/notifications/verify-webhook-signature", { body: question })
  if (answer.status === 400) return false
  if (answer.status !== 200) throw new Error(`PayPal answered HTTP ${answer.status}.`)
  return fieldsIn(answer.body)?.verification_status === "SUCCESS"
}

type State = ModificationFound["state"]

const modifications: Readonly<Record<string, readonly [kind: string, state: State]>> = {
  "PAYMENT.CAPTURE.COMPLETED": ["capture", "succeeded"],
  "PAYMENT.CAPTURE.PENDING": ["capture", "pending"],
  "PAYMENT.CAPTURE.DENIED": ["capture", "failed"],
  "PAYMENT.CAPTURE.DECLINED": ["capture", "failed"],
  "PAYMENT.CAPTURE.REFUNDED": ["refund", "succeeded"],
  "PAYMENT.REFUND.PENDING": ["refund", "pending"],
  "PAYMENT.REFUND.FAILED": ["refund", "failed"]
}

const modificationIn = (type: string, resource: Fields, kind: string): ModificationFound | null => {
  const [ofKind, state] = modifications[type] ?? []
  const providerReference = textOf(resource.id)
  if (ofKind !== kind || state === undefined || providerReference === null) return null
  return { _tag: "Found", state, providerReference, rawCode: state === "failed" ? type : null }
}

const states: Readonly<Record<string, ChargeFound["state"]>> = {
  "PAYMENT.AUTHORIZATION.CREATED": "authorized",
  "PAYMENT.AUTHORIZATION.VOIDED": "voided",
  "PAYMENT.CAPTURE.COMPLETED": "captured",
  "PAYMENT.CAPTURE.PENDING": "pending",
  "PAYMENT.CAPTURE.DENIED": "declined",
  "PAYMENT.CAPTURE.DECLINED": "declined"
}

const chargeIn = (
  type: string,
  resource: Fields,
  known: KnownCharge | null
): ChargeFound | null => {
  const state = states[type]
  const money: Money | null = moneyIn(resource)
  const order = textOf(at(resource, "supplementary_data", "related_ids").order_id)
  if (state === undefined || money === null || order === null) return null
  const code = textOf(at(resource, "processor_response").response_code)
  const isOfHold = known !== null && !known.capture && state === "captured"
  const { amount, currency } = isOfHold ? known : money
  return {
    _tag: "Found",
    amount,
    currency,
    providerReference: order,
    state,
    rawCode: state === "declined" ? (code ?? type) : null,
    networkReference: null,
    ...(state === "captured" ? { amountCaptured: money.amount } : {})
  }
}
