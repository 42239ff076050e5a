import { fieldsIn, type ThreeDsAuthentication } from "@payloom/core"
import { moneyIn } from "../../amounts.ts"
import { editForm, withHeaders } from "../../body.ts"
import { at, textOf } from "../../fields.ts"
import { secret } from "../../library/PrismLibrary.ts"
import type { Processor, Sent } from "../../Processor.ts"
import { stripeDeclines } from "./stripeDeclines.ts"
import { refusedIn } from "./stripeErrors.ts"
import { readStripeNotification } from "./stripeNotifications.ts"

/** The keys of an account at Stripe. The engine stores only the name that stands for them. */
export interface StripePrismAccount {
  /** The secret key, such as `sk_test_…`. */
  readonly secretKey: string
  /** The signing secrets of the webhook endpoint: the present one, and the previous one. */
  readonly webhookSecrets: ReadonlyArray<string>
}

/** Stripe's PaymentIntents. `@payloom/provider-stripe` can more. */
export const stripe: Processor<StripePrismAccount> = {
  id: "stripe",
  title: "Stripe",
  safety: {
    repeats: {
      says:
        "The header Idempotency-Key recognizes a repeat for at least 24 hours, and returns the " +
        "first answer, errors included. Another body under the same key is an error.",
      source: "https://docs.stripe.com/api/idempotent_requests",
      read: "2026-11-26"
    },
    lookup: null,
    notifications: {
      says: "The header Stripe-Signature has a time, and an HMAC with SHA-256 of time and body.",
      source: "https://docs.stripe.com/webhooks#verify-manually",
      read: "2026-11-26"
    }
  },
  urlOf: () => "https://api.stripe.com/",
  capabilities: {
    methods: ["card"],
    currencies: (
      "AED AUD BGN BRL CAD CHF COP CZK DKK EGP EUR GBP HKD ILS INR JPY KRW MXN MYR NOK NZD PHP " +
      "PLN QAR RON SAR SEK SGD THB TRY USD VND ZAR"
    ).split(" "),
    refunds: "partial",
    manualCapture: true,
    partialCapture: true,
    dedupesForHours: 24,
    lookup: false,
    notifications: true,
    settleWindowMinutes: 0,
    holdHours: { default: 7 * 24 }
  },
  declines: stripeDeclines,
  refusesRelay: null,
  takesTokens: false,
  networkTokens: "The library builds no request with a network token.",
  sends: ["description"],
  framesAgreements: true,
  passesThreeDs: "adjust",
  checksCards: false,
  asksPayers: true,
  config: ({ secretKey }, url) => ({ apiKey: secret(secretKey), baseUrl: url }),
  headers: ({ secretKey }) => ({ authorization: `Bearer ${secretKey}` }),
  adjust: (built, sent) =>
    withHeaders(
      editForm(built, (form) => frame(form, sent)),
      { "idempotency-key": sent.request.reference }
    ),
  charged: (body, { capture }) => {
    const held = body.status === "requires_capture"
    const value = held ? body.amount_capturable : body.amount_received
    const money = moneyIn(value, String(body.currency).toUpperCase())
    const providerReference = textOf(body.id)
    if (money === null || providerReference === null || held === capture) return null
    const card = at(body, "latest_charge", "payment_method_details", "card")
    return {
      ...money,
      providerReference,
      captured: !held,
      networkReference: textOf(card.network_transaction_id),
      authCode: textOf(card.authorization_code)
    }
  },
  refused: (body) => refusedIn(at(body, "last_payment_error")),
  chargeOutcome: ({ status, body }) => {
    if (status !== 402) return null
    const error = at(fieldsIn(body), "error")
    const refused = refusedIn(error)
    const providerReference = textOf(at(error, "payment_intent").id)
    return refused === null ? null : { _tag: "Declined", providerReference, ...refused }
  },
  modificationOutcome: (_, { status, body }) => {
    const error = at(fieldsIn(body), "error")
    // An error without a type is no error of Stripe's, but of a gateway on the way.
    if (status !== 400 || textOf(error.type) === null) return null
    const rawCode = textOf(error.code) ?? "invalid_request_error"
    if (ofTheAccount.has(rawCode)) return null
    return rawCode === "charge_expired_for_capture"
      ? { _tag: "HoldExpired" }
      : { _tag: "Failed", rawCode }
  },
  readNotification: readStripeNotification
}

/** The codes of refusals for which the account is at fault, and which may pass. */
const ofTheAccount: ReadonlySet<string> = new Set(
  (
    "account_invalid balance_insufficient capability_not_active insufficient_funds " +
    "livemode_mismatch platform_account_required testmode_charges_only"
  ).split(" ")
)

/** Adds the result of the merchant's own 3DS server. */
const authenticate = (form: URLSearchParams, threeDs: ThreeDsAuthentication): void => {
  const option = (...names: ReadonlyArray<string>) =>
    `payment_method_options[card]${names.map((name) => `[${name}]`).join("")}`
  form.delete(option("request_three_d_secure"))
  const given = {
    version: threeDs.version,
    electronic_commerce_indicator: threeDs.eci,
    cryptogram: threeDs.authenticationValue,
    transaction_id: threeDs.transactionId,
    ares_trans_status: threeDs.status === "attempted" ? "A" : "Y"
  }
  for (const [name, value] of Object.entries(given)) {
    if (value !== null) form.set(option("three_d_secure", name), value)
  }
}

/** Adds our references, and marks charges for agreements. */
const frame = (form: URLSearchParams, { kind, request, asks }: Sent<StripePrismAccount>): void => {
  if (kind === "capture") form.set("metadata[capture]", request.reference)
  if (!("source" in request)) return
  const { agreement, initiator, returnUrl } = request
  // Without a page to send the payer to, Stripe declines in place of asking.
  if (!asks && initiator === "customer") form.set("error_on_requires_action", "true")
  if (returnUrl === null) form.delete("return_url")
  if (request.threeDs !== null) authenticate(form, request.threeDs)
  if (agreement === null) return
  if (initiator === "merchant") form.set("off_session", "true")
  else form.set("setup_future_usage", "off_session")
  if (agreement.position === "subsequent" && agreement.networkReference !== null) {
    const name = "payment_method_options[card][mit_exemption][network_transaction_id]"
    form.set(name, agreement.networkReference)
  }
}
