import { type ChargeRequest, type Fields, fieldsIn } from "@payloom/core"
import { moneyIn } from "../../amounts.ts"
import { editJson, withHeaders, withoutEmpty } from "../../body.ts"
import { cardChecks } from "../../cardChecks.ts"
import { at, textOf } from "../../fields.ts"
import { secret } from "../../library/PrismLibrary.ts"
import type { Charged, NetworkTokens, Processor, Sent } from "../../Processor.ts"
import { checkoutDeclines } from "./checkoutDeclines.ts"
import { lookUpCheckout, lookUpCheckoutAction } from "./checkoutLookups.ts"
import { readCheckoutNotification } from "./checkoutNotifications.ts"
import { checkCodes, checkoutSteps } from "./checkoutPayments.ts"

/** The keys of an account at Checkout.com. The engine stores only the name that stands for them. */
export interface CheckoutAccount {
  /** The public key, such as `pk_sbox_…`. */
  readonly publicKey: string
  /** The secret key, such as `sk_sbox_…`. */
  readonly secretKey: string
  /** The processing channel that payments are made on, such as `pc_…`. */
  readonly processingChannelId: string
  /** The signature key of the webhook, from its settings in the Dashboard. */
  readonly signatureKey: string
}

const docs = "https://www.checkout.com/docs"

/** Checkout.com's Payments API, for accounts of the platform NAS. */
export const checkout: Processor<CheckoutAccount> = {
  id: "checkout",
  title: "Checkout.com",
  safety: {
    repeats: {
      says:
        "The header Cko-Idempotency-Key recognizes a repeat for 24 hours, and returns the first " +
        "answer. Answers with an error are not kept.",
      source: `${docs}/payments/manage-payments/retry-a-payment`,
      read: "2026-01-07"
    },
    lookup: {
      says: "GET /payments lists the payments under a reference. Actions have references too.",
      source: `${docs}/payments/manage-payments/get-a-list-of-payments`,
      read: "2022-09-14"
    },
    notifications: {
      says: "The header Cko-Signature is the HMAC with SHA-256 of the body, in hexadecimal.",
      source: `${docs}/workflows`,
      read: "2026-11-26"
    }
  },
  urlOf: (environment) =>
    environment === "live" ? "https://api.checkout.com/" : "https://api.sandbox.checkout.com/",
  capabilities: {
    methods: ["card"],
    currencies: (
      "AED AUD BGN BHD BRL CAD CHF COP CZK DKK EGP EUR GBP HKD HUF ILS INR JOD JPY KRW KWD MXN " +
      "MYR NOK NZD OMR PHP PLN QAR RON SAR SEK SGD THB TND TRY USD VND ZAR"
    ).split(" "),
    amountStep: checkoutSteps,
    refunds: "partial",
    manualCapture: true,
    partialCapture: true,
    dedupesForHours: 24,
    lookup: true,
    notifications: true,
    // The list by reference is not documented to be current at once.
    settleWindowMinutes: 10,
    holdHours: { default: 7 * 24 }
  },
  declines: checkoutDeclines,
  refusesRelay: null,
  takesTokens: false,
  networkTokens: {
    says:
      "A source of the type network_token has the token_type vts or mdes. Its cryptogram and ECI " +
      "are required, unless the payment names an earlier one.",
    source: "https://docs.checkout.com/payment-methods/network-tokens",
    read: "2026-11-26",
    withToken: (body, token) => asNetworkToken(body, token),
    needsCryptogram: ({ initiator, agreement }) =>
      initiator === "customer" || !namesEarlier(agreement)
  },
  sends: [],
  framesAgreements: true,
  passesThreeDs: "library",
  checksCards: true,
  asksPayers: true,
  config: ({ publicKey, secretKey, processingChannelId }, url) => ({
    apiKey: secret(publicKey),
    apiSecret: secret(secretKey),
    processingChannelId: secret(processingChannelId),
    baseUrl: url
  }),
  headers: ({ secretKey }) => ({ authorization: `Bearer ${secretKey}` }),
  adjust: (built, sent) =>
    withHeaders(
      editJson(built, (body) => withoutEmpty(adjusted(body, sent))),
      { "cko-idempotency-key": sent.request.reference }
    ),
  charged: (body): Charged | null => {
    const money = moneyIn(body.amount, body.currency)
    const providerReference = textOf(body.id)
    const source = at(body, "source")
    // The library takes a flagged payment for a decline, but it is authorized.
    if (money === null || providerReference === null || body.approved !== true) return null
    return {
      ...money,
      providerReference,
      networkReference: textOf(body.scheme_id),
      authCode: textOf(body.auth_code),
      checks: cardChecks(checkCodes, source.cvv_check, source.avs_check),
      holdsUntil: dateIn(body.expires_on)
    }
  },
  refused: (body) => {
    const rawCode = textOf(body.response_code)
    return rawCode === null
      ? null
      : { rawCode, networkCode: null, message: textOf(body.response_summary) }
  },
  modificationOutcome: (kind, { status, body }, { reference }) => {
    const answer = fieldsIn(body)
    if (status === 202 && answer !== null) {
      return { _tag: "Pending", providerReference: textOf(answer.action_id) ?? reference }
    }
    // "403: capture, refund or void not allowed", and 422 for its amount. The keys are answered
    // with 401 if they are wrong.
    if (status !== 403 && status !== 422) return null
    const [code] = Array.isArray(answer?.error_codes) ? answer.error_codes : []
    return { _tag: "Failed", rawCode: textOf(code) ?? `${kind}_not_allowed` }
  },
  lookups: { charge: lookUpCheckout, modification: lookUpCheckoutAction },
  readNotification: readCheckoutNotification
}

const dateIn = (value: unknown): number | null => {
  const time = typeof value === "string" ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? null : time
}

const paymentTypes = {
  recurring: "Recurring",
  unscheduled: "Unscheduled",
  installment: "Installment"
} as const

/** Returns true if a charge names an earlier one of its agreement. */
const namesEarlier = (agreement: ChargeRequest["agreement"]): boolean =>
  agreement?.position === "subsequent" && agreement.networkReference !== null

/** Puts our references in, and marks charges for agreements. */
const adjusted = (body: Fields, { kind, request, asks }: Sent<CheckoutAccount>): Fields => {
  // The library puts the payment's id, or nothing, in place of a void's or capture's reference.
  if (kind !== "charge" || !("source" in request)) {
    return { ...body, reference: request.reference }
  }
  const { agreement, initiator, returnUrl, threeDs } = request
  const enabled = asks || threeDs !== null
  return {
    ...body,
    // The library breaks an address that has a query.
    success_url: returnUrl,
    failure_url: returnUrl,
    // The library would ask payers who have been authenticated before.
    "3ds": enabled
      ? { ...at(body, "3ds"), enabled, force_3ds: false, challenge_indicator: "no_preference" }
      : { enabled },
    ...(agreement === null
      ? {}
      : {
          payment_type: paymentTypes[agreement.usage],
          merchant_initiated: initiator === "merchant"
        }),
    ...(namesEarlier(agreement) ? { previous_payment_id: agreement?.networkReference } : {})
  }
}

const tokenTypes: ReadonlyMap<unknown, string> = new Map([
  ["visa", "vts"],
  ["mastercard", "mdes"]
])

/** Puts a network token in place of a card. Only those of Visa and Mastercard have a type. */
const asNetworkToken: NetworkTokens["withToken"] = (body, { cryptogram, eci = null, brand }) => {
  const { type: _, number, cvv: __, ...source } = at(body, "source")
  const token_type = tokenTypes.get(brand)
  if (token_type === undefined || (cryptogram !== null && eci === null)) return null
  const proof = cryptogram === null ? {} : { cryptogram, eci }
  return {
    ...body,
    source: { ...source, type: "network_token", token: number, token_type, ...proof }
  }
}
