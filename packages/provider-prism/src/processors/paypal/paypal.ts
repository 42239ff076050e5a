import { type Fields, fieldsIn, type ModificationOutcome } from "@payloom/core"
import { editJson, withHeaders } from "../../body.ts"
import { at, listAt, textOf } from "../../fields.ts"
import { secret } from "../../library/PrismLibrary.ts"
import type { Charged, Kind, NetworkTokens, Processor, Sent } from "../../Processor.ts"
import { paypalDeclines } from "./paypalDeclines.ts"
import { readPaypalNotification } from "./paypalNotifications.ts"
import { moneyIn, paymentOfOrder } from "./paypalOrders.ts"

/** The keys of an account at PayPal. The engine stores only the name that stands for them. */
export interface PaypalAccount {
  /** The client id of the REST app. */
  readonly clientId: string
  /** The secret of the REST app. */
  readonly clientSecret: string
  /** The id of the webhook, from the app's settings. */
  readonly webhookId: string
}

const specification = "https://github.com/paypal/paypal-rest-api-specifications/blob/main/openapi"

/** Cards by PayPal's Orders API, version 2. */
export const paypal: Processor<PaypalAccount> = {
  id: "paypal",
  title: "PayPal",
  safety: {
    repeats: {
      says:
        "The header PayPal-Request-Id recognizes a repeat of an order for 6 hours, and of a " +
        "capture or refund for 45 days. A hold can be voided once.",
      source: `${specification}/checkout_orders_v2.json`,
      read: "2026-11-26"
    },
    lookup: null,
    notifications: {
      says: "PayPal's own API verifies the signature of a webhook.",
      source: `${specification}/notifications_webhooks_v1.json`,
      read: "2026-11-26"
    }
  },
  urlOf: (environment) =>
    environment === "live" ? "https://api-m.paypal.com/" : "https://api-m.sandbox.paypal.com/",
  capabilities: {
    methods: ["card"],
    // PayPal has no decimals for HUF and TWD, but the library sends two.
    currencies:
      "AUD BRL CAD CHF CZK DKK EUR GBP HKD ILS JPY MXN MYR NOK NZD PHP PLN SEK SGD THB USD".split(
        " "
      ),
    refunds: "partial",
    manualCapture: true,
    partialCapture: true,
    dedupesForHours: 6,
    lookup: false,
    notifications: true,
    settleWindowMinutes: 0,
    holdHours: { default: 29 * 24 }
  },
  declines: paypalDeclines,
  refusesRelay: null,
  takesTokens: false,
  networkTokens: {
    says: "A card has a network_token with its number, expiry, cryptogram and eci_flag.",
    source: `${specification}/checkout_orders_v2.json`,
    read: "2024-02-03",
    withToken: (body, token) => asNetworkToken(body, token)
  },
  sends: [],
  framesAgreements: false,
  passesThreeDs: "none",
  checksCards: false,
  asksPayers: false,
  needsToken: true,
  config: ({ clientId, clientSecret }, url) => ({
    clientId: secret(clientId),
    clientSecret: secret(clientSecret),
    baseUrl: url
  }),
  headers: (_, token) => ({
    authorization: `Bearer ${token}`,
    "content-type": "application/json"
  }),
  modificationFields: async (kind, { charge, reference }, ask) => {
    const payment = await paymentOfOrder(ask, charge.providerReference)
    const isRefund = kind === "refund"
    const data = {
      authorize_id: payment.authorization,
      capture_id: isRefund ? payment.capture : null,
      psync_flow: isRefund ? "CAPTURE" : "AUTHORIZE"
    }
    return {
      merchantRequestId: reference,
      connectorFeatureData: secret(JSON.stringify(data))
    }
  },
  adjust: (built, sent) =>
    withHeaders(sent.kind === "void" ? built : editJson(built, (body) => referred(body, sent)), {
      "paypal-request-id": sent.request.reference
    }),
  charged: (body, { capture }): Charged | null => {
    const [payment, status] = paymentIn(body, capture)
    const money = moneyIn(payment)
    const providerReference = textOf(body.id)
    if (money === null || providerReference === null || payment.status !== status) return null
    const holdsUntil = Date.parse(String(payment.expiration_time))
    return {
      ...money,
      providerReference,
      captured: capture,
      networkReference: textOf(at(payment, "network_transaction_reference").id),
      ...(capture || Number.isNaN(holdsUntil) ? {} : { holdsUntil })
    }
  },
  chargeOutcome: ({ status, body }, _, { capture }) => {
    const answer = fieldsIn(body)
    if (answer === null) return null
    const issue = issueIn(answer)
    if (status === 422 && issue !== null) {
      if (inProgress.has(issue)) return { _tag: "Unknown", reason: "PayPal still works on it." }
      const isDecline = Object.hasOwn(paypalDeclines.meanings, issue)
      return isDecline
        ? { _tag: "Declined", providerReference: null, rawCode: issue, networkCode: null }
        : { _tag: "AccountUnavailable", reason: `PayPal: ${issue}`, rawCode: issue }
    }
    if (status >= 300) return null
    const providerReference = textOf(answer.id)
    const [payment] = paymentIn(answer, capture)
    if (payment.status === "PENDING" && providerReference !== null) {
      return { _tag: "Pending", providerReference }
    }
    // The library has no code for a declined card.
    const rawCode = textOf(at(payment, "processor_response").response_code)
    if (payment.status !== "DECLINED" && payment.status !== "DENIED") return null
    return rawCode === null
      ? { _tag: "Unknown", reason: "PayPal declined without a code." }
      : { _tag: "Declined", providerReference, rawCode, networkCode: null }
  },
  modificationOutcome: (kind, { status, body }, { reference }) =>
    modified(kind, status, fieldsIn(body) ?? {}, reference),
  readNotification: readPaypalNotification
}

const inProgress: ReadonlySet<string> = new Set([
  "PREVIOUS_REQUEST_IN_PROGRESS",
  "ORDER_COMPLETION_IN_PROGRESS"
])

/** Returns the capture or authorization of an order, and the state that means its success. */
const paymentIn = (order: Fields, capture: boolean): readonly [Fields, string] => {
  const [unit] = listAt(order, "purchase_units")
  const name = capture ? "captures" : "authorizations"
  return [at(listAt(unit, "payments", name)[0]), capture ? "COMPLETED" : "CREATED"]
}

const issueIn = (answer: Fields): string | null => textOf(at(listAt(answer, "details")[0]).issue)

/** Our reference is the invoice's id, which webhooks contain. */
const referred = (body: Fields, { kind, request }: Sent<PaypalAccount>): Fields =>
  kind === "charge" ? body : { ...body, invoice_id: request.reference }

const neverPasses: ReadonlySet<string> = new Set([
  "AUTHORIZATION_ALREADY_CAPTURED",
  "AUTHORIZATION_VOIDED",
  "CANNOT_BE_VOIDED",
  "CAPTURE_FULLY_REFUNDED",
  "MAX_CAPTURE_AMOUNT_EXCEEDED",
  "MAX_CAPTURE_COUNT_EXCEEDED",
  "MAX_NUMBER_OF_REFUNDS_EXCEEDED",
  "PARTIAL_REFUND_NOT_ALLOWED",
  "PREVIOUSLY_CAPTURED",
  "REFUND_AMOUNT_EXCEEDED",
  "REFUND_NOT_ALLOWED",
  "REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK",
  "REFUND_TIME_LIMIT_EXCEEDED"
])

const open: ReadonlySet<unknown> = new Set(["PENDING"])
const done: ReadonlySet<unknown> = new Set([
  "COMPLETED",
  "VOIDED",
  "PARTIALLY_REFUNDED",
  "REFUNDED"
])
const failed: ReadonlySet<unknown> = new Set(["DECLINED", "FAILED", "CANCELLED"])

const modified = (
  kind: Exclude<Kind, "charge">,
  status: number,
  answer: Fields,
  reference: string
): ModificationOutcome | null => {
  const providerReference = textOf(answer.id) ?? reference
  if (status === 204 && kind === "void") return { _tag: "Succeeded", providerReference }
  if (status < 300) {
    if (done.has(answer.status)) return { _tag: "Succeeded", providerReference }
    if (open.has(answer.status)) return { _tag: "Pending", providerReference }
    return failed.has(answer.status) ? { _tag: "Failed", rawCode: String(answer.status) } : null
  }
  const issue = issueIn(answer)
  if (status !== 422 || issue === null) return null
  if (inProgress.has(issue)) return { _tag: "Unknown", reason: "PayPal still works on it." }
  if (issue === "AUTHORIZATION_EXPIRED") return { _tag: "HoldExpired" }
  // A void has no key. The hold is gone, whether this call or an earlier one released it.
  if (issue === "PREVIOUSLY_VOIDED" && kind === "void")
    return { _tag: "Succeeded", providerReference }
  return neverPasses.has(issue) || issue === "PREVIOUSLY_VOIDED"
    ? { _tag: "Failed", rawCode: issue }
    : null
}

/** PayPal's names of the schemes' ECI. */
const eciFlags: ReadonlyMap<unknown, string> = new Map([
  ["00", "MASTERCARD_NON_3D_SECURE_TRANSACTION"],
  ["01", "MASTERCARD_ATTEMPTED_AUTHENTICATION_TRANSACTION"],
  ["02", "MASTERCARD_FULLY_AUTHENTICATED_TRANSACTION"],
  ["05", "FULLY_AUTHENTICATED_TRANSACTION"],
  ["06", "ATTEMPTED_AUTHENTICATION_TRANSACTION"],
  ["07", "NON_3D_SECURE_TRANSACTION"]
])

/** Puts a network token in place of a card. */
const asNetworkToken: NetworkTokens["withToken"] = (body, { cryptogram, eci }) => {
  const source = at(body, "payment_source")
  const { number, expiry, security_code: _, ...card } = at(source, "card")
  const eci_flag = eciFlags.get(eci)
  const network_token = {
    number,
    expiry,
    ...(cryptogram === null ? {} : { cryptogram, ...(eci_flag === undefined ? {} : { eci_flag }) })
  }
  return { ...body, payment_source: { ...source, card: { ...card, network_token } } }
}
