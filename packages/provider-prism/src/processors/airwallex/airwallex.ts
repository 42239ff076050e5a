import {
  type ChargeOutcome,
  type ChargeRequest,
  type Fields,
  fieldsIn,
  type PayerDevice,
  type ThreeDsAuthentication
} from "@payloom/core"
import { editJson, withHeaders, withoutEmpty } from "../../body.ts"
import { at, textOf } from "../../fields.ts"
import { type RawAnswer, secret } from "../../library/PrismLibrary.ts"
import type { Ask, Asked, Charged, Processor, Sent } from "../../Processor.ts"
import { airwallexDeclines } from "./airwallexDeclines.ts"
import { attemptOf, declineOf, intentFor, takenBy, withoutPayer } from "./airwallexIntents.ts"
import { lookUpAirwallex, lookUpAirwallexRefund } from "./airwallexLookups.ts"
import { readAirwallexNotification } from "./airwallexNotifications.ts"
import { refundFields, refundOutcome } from "./airwallexRefunds.ts"

/** The keys of an account at Airwallex. The engine stores only the name that stands for them. */
export interface AirwallexAccount {
  /** The client id. */
  readonly clientId: string
  /** The API key that belongs to the client id. */
  readonly apiKey: string
  /** The secrets of the webhooks: the present one, and the next one during a change. */
  readonly webhookSecrets: ReadonlyArray<string>
}

const docs = "https://www.airwallex.com/docs"

/** The version of the API whose fields are used. Webhooks have to be of it, too. */
const version = { "x-api-version": "2025-06-30" }

/** Airwallex's Payments API. A charge is an intent that is created first, and then confirmed. */
export const airwallex: Processor<AirwallexAccount> = {
  id: "airwallex",
  title: "Airwallex",
  safety: {
    repeats: {
      says:
        "A request_id is processed only once. For how long isn't documented, so the connector " +
        "relies on look-ups. An intent can be charged once.",
      source: `${docs}/payments/get-started/using-payments-intent-api`,
      read: "2026-11-26"
    },
    lookup: {
      says:
        "GET /pa/payment_intents lists the intents under a merchant_order_id. GET /pa/refunds " +
        "lists the refunds of an intent, with their request_id.",
      source: "https://www.npmjs.com/package/@airwallex/node-sdk",
      read: "2026-11-26"
    },
    notifications: {
      says:
        "The header x-signature is the HMAC with SHA-256 of the header x-timestamp and the body, " +
        "in hexadecimal.",
      source: "https://github.com/airwallex/paymentacceptance-plugin-woocommerce",
      read: "2026-11-26"
    }
  },
  urlOf: (environment) =>
    environment === "live"
      ? "https://pci-api.airwallex.com/api/v1/"
      : "https://pci-api-demo.airwallex.com/api/v1/",
  capabilities: {
    methods: ["card"],
    // Airwallex takes over 130. The list was read in part.
    currencies: (
      "AED AUD BRL CAD CHF CLP CNY COP CZK DKK EUR GBP HKD HUF ILS JPY KRW MXN NOK NZD PLN RON " +
      "SEK SGD THB USD ZAR"
    ).split(" "),
    refunds: "partial",
    // A capture and a cancel have a request_id, but no list by which they could be found.
    manualCapture: false,
    partialCapture: false,
    dedupesForHours: 0,
    lookup: true,
    notifications: true,
    // The lists are not documented to be current at once.
    settleWindowMinutes: 20,
    holdHours: { default: 7 * 24 }
  },
  declines: airwallexDeclines,
  refusesRelay: null,
  takesTokens: false,
  networkTokens: "The library builds no request with a network token.",
  sends: [],
  framesAgreements: true,
  passesThreeDs: "adjust",
  checksCards: false,
  asksPayers: false,
  needsToken: true,
  config: ({ clientId, apiKey }, url) => ({
    clientId: secret(clientId),
    apiKey: secret(apiKey),
    baseUrl: url.replace(/\/$/, "")
  }),
  headers: (_, token) => ({
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    ...version
  }),
  chargeFields: (request, _, ask) => intentFor(ask, request),
  modificationFields: (kind, request, ask) =>
    kind === "refund"
      ? refundFields(ask, request)
      : { decided: { _tag: "Failed", rawCode: "not_supported" } },
  adjust: (built, sent) =>
    withHeaders(
      editJson(built, (body) => withoutEmpty(adjusted(body, sent))),
      version
    ),
  charged: (body, asked) => chargedIn(body, asked),
  chargeOutcome: (answer, _, asked) => outcomeIn(answer, asked),
  decidePending: (answer, asked, ask) => withoutPayerAt(ask, answer, asked),
  modificationOutcome: (_, { status, body }, { reference }) =>
    refundOutcome(status, body, reference),
  lookups: { charge: lookUpAirwallex, modification: lookUpAirwallexRefund },
  readNotification: readAirwallexNotification
}

const chargedIn = (intent: Fields, { reference }: Asked): Charged | null => {
  const money = takenBy(intent)
  const providerReference = textOf(intent.id)
  const isTaken = intent.status === "SUCCEEDED" && money !== null && money.amount > 0n
  if (!isTaken || providerReference === null) return null
  if (intent.merchant_order_id !== reference) return null
  const attempt = attemptOf(intent) ?? {}
  return {
    ...money,
    providerReference,
    captured: true,
    networkReference: textOf(attempt.payment_method_transaction_id),
    authCode: textOf(attempt.authorization_code)
  }
}

/** The states of an intent that Airwallex decides later. */
const open: ReadonlySet<unknown> = new Set([
  "REQUIRES_CUSTOMER_ACTION",
  "REQUIRES_CAPTURE",
  "PENDING",
  "PENDING_REVIEW"
])

/** Returns the outcome of a charge. Null leaves it to the library. */
const outcomeIn = ({ status, body }: RawAnswer, { reference }: Asked): ChargeOutcome | null => {
  const answer = fieldsIn(body)
  if (answer === null) return null
  if (status === 400) return rejected(answer)
  const providerReference = textOf(answer.id)
  const isOurs = answer.merchant_order_id === reference && providerReference !== null
  if (status >= 300 || !isOurs) return null
  if (open.has(answer.status)) return { _tag: "Pending", providerReference }
  const declined = declineOf(answer)
  return declined === null ? null : { _tag: "Declined", providerReference, ...declined }
}

/** The codes of a request that was rejected before a card was charged. */
const rejecting: ReadonlySet<string> = new Set(["validation_error", "resource_not_found"])

/** The codes of a request that failed on the way. A look-up decides such a charge. */
const unresolved: ReadonlySet<string> = new Set(["issuer_unavailable", "provider_unavailable"])

/** Returns the outcome of HTTP 400, which also stands for errors of the provider on the way. */
const rejected = (answer: Fields): ChargeOutcome | null => {
  const code = textOf(answer.code)
  if (code === null) return null
  const message = textOf(answer.message)
  const networkCode =
    textOf(answer.provider_original_response_code) ??
    textOf(at(answer, "details").original_response_code)
  if (Object.hasOwn(airwallexDeclines.meanings, code) && !unresolved.has(code)) {
    const rawCode = networkCode ?? code
    return { _tag: "Declined", providerReference: null, rawCode, networkCode, message }
  }
  const reason = message ?? code
  return rejecting.has(code)
    ? { _tag: "AccountUnavailable", reason, rawCode: code }
    : { _tag: "Unknown", reason: `Airwallex answered ${code}: ${reason}` }
}

/** Gives a charge up whose payer would have to act. */
const withoutPayerAt = async (
  ask: Ask,
  answer: RawAnswer,
  { reference }: Asked
): Promise<ChargeOutcome | null> => {
  const intent = await withoutPayer(ask, fieldsIn(answer.body) ?? {})
  const declined = intent.merchant_order_id === reference ? declineOf(intent) : null
  const providerReference = textOf(intent.id)
  return declined === null ? null : { _tag: "Declined", providerReference, ...declined }
}

const agreementOf = ({ agreement, initiator }: ChargeRequest): Fields | null =>
  agreement === null
    ? null
    : {
        triggered_by: initiator,
        merchant_trigger_reason: agreement.usage === "unscheduled" ? "unscheduled" : "scheduled",
        ...(agreement.position === "first"
          ? { initial_payment: true }
          : { original_transaction_id: agreement.networkReference })
      }

const threeDsOf = (threeDs: ThreeDsAuthentication | null): Fields | null =>
  threeDs === null
    ? null
    : {
        version: threeDs.version,
        eci: threeDs.eci,
        authentication_value: threeDs.authenticationValue,
        ds_transaction_id: threeDs.transactionId
      }

/** Returns the payer's details. Airwallex requires both names, and these parts of an address. */
const billingOf = ({ customer, billingAddress }: ChargeRequest): Fields | null => {
  const [, first, last] = /^(.+)\s+(\S+)$/.exec(customer?.name?.trim() ?? "") ?? []
  if (first === undefined || last === undefined) return null
  const { line1, line2, city, state, postalCode, country } = billingAddress
  const isWhole = line1 !== null && city !== null && country !== null
  const street = line2 === null ? line1 : `${line1}, ${line2}`
  return {
    first_name: first,
    last_name: last,
    email: customer?.email ?? null,
    address: isWhole ? { country_code: country, state, city, street, postcode: postalCode } : null
  }
}

const deviceOf = (device: PayerDevice | null): Fields | null =>
  device === null
    ? null
    : {
        ip_address: device.ip,
        accept_header: device.acceptHeader,
        language: device.language,
        browser: { user_agent: device.userAgent },
        screen_width: device.screen?.width ?? null,
        screen_height: device.screen?.height ?? null,
        screen_color_depth: device.screen?.colorDepth ?? null
      }

/** Puts our references in, and the details that the library leaves out. */
const adjusted = (body: Fields, { request }: Sent<AirwallexAccount>): Fields => {
  const { reference } = request
  if (!("source" in request)) {
    const { payment_attempt_id: intent, amount, reason } = body
    return { request_id: reference, payment_intent_id: intent, amount: Number(amount), reason }
  }
  const method = at(body, "payment_method")
  return {
    ...body,
    request_id: reference,
    payment_method: {
      ...method,
      card: {
        ...at(method, "card"),
        billing: billingOf(request),
        external_three_ds: threeDsOf(request.threeDs)
      }
    },
    external_recurring_data: agreementOf(request),
    device_data: deviceOf(request.device),
    // The payer is not sent away.
    return_url: null
  }
}
