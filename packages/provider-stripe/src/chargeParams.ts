import type { ChargeRequest } from "@payloom/core"
import type Stripe from "stripe"
import { payerDetails } from "./payerDetails.ts"
import { stripeAmount } from "./stripeAmounts.ts"
import type { PaidBy } from "./stripePaidBy.ts"

/** The key of metadata under which Stripe keeps our reference. */
export const referenceKey = "payloom_reference"

type CardOptions = Stripe.PaymentIntentCreateParams.PaymentMethodOptions.Card
type SetupCardOptions = Stripe.SetupIntentCreateParams.PaymentMethodOptions.Card

/** How a PaymentIntent is made, and confirmed at once. */
export const paymentParams = (
  request: ChargeRequest,
  by: PaidBy,
  onPage: boolean
): Stripe.PaymentIntentCreateParams => {
  const { amount, currency, capture, description } = request
  const isCard = by.type === "card"
  return {
    amount: stripeAmount(amount, currency),
    currency: currency.toLowerCase(),
    capture_method: capture ? "automatic" : "manual",
    allowed_payment_method_types: [by.type],
    metadata: metadataOf(request),
    expand: ["latest_charge"],
    ...(description === null ? {} : { description: description.slice(0, mostDescription) }),
    ...descriptorOf(request, isCard),
    ...(by.payment_method === undefined ? {} : { payment_method: by.payment_method }),
    ...(by.payment_method_data === undefined
      ? {}
      : { payment_method_data: by.payment_method_data }),
    ...(by.customer === undefined ? {} : { customer: by.customer }),
    ...(isCard
      ? { ...futureUse(request), payment_method_options: { card: cardOptions(request) } }
      : {}),
    ...(by.confirmsOnPage === true ? {} : confirmation(request, onPage))
  }
}

/** How a card is checked, for nothing. */
export const checkParams = (
  request: ChargeRequest,
  by: PaidBy,
  onPage: boolean
): Stripe.SetupIntentCreateParams => {
  const { description, returnUrl } = request
  const card: SetupCardOptions = { ...(request.type === "moto" ? { moto: true } : {}) }
  return {
    confirm: true,
    usage: "off_session",
    allowed_payment_method_types: ["card"],
    payment_method_options: { card },
    metadata: metadataOf(request),
    expand: ["latest_attempt"],
    ...(description === null ? {} : { description: description.slice(0, mostDescription) }),
    ...(by.payment_method === undefined ? {} : { payment_method: by.payment_method }),
    ...(by.payment_method_data === undefined
      ? {}
      : {
          payment_method_data:
            by.payment_method_data as Stripe.SetupIntentCreateParams.PaymentMethodData
        }),
    ...(by.customer === undefined ? {} : { customer: by.customer }),
    ...(returnUrl === null
      ? {}
      : { return_url: returnUrl, ...(onPage ? { use_stripe_sdk: true } : {}) })
  }
}

const mostDescription = 1000

/** Where nobody is there, a charge that needs its payer is declined by Stripe itself. */
const confirmation = (
  { returnUrl, initiator }: ChargeRequest,
  onPage: boolean
): Partial<Stripe.PaymentIntentCreateParams> => {
  if (initiator === "merchant") return { confirm: true, off_session: true }
  if (returnUrl === null) return { confirm: true, error_on_requires_action: true }
  return { confirm: true, return_url: returnUrl, ...(onPage ? { use_stripe_sdk: true } : {}) }
}

/** The first charge of an agreement is what Stripe saves the card for. */
const futureUse = ({ agreement }: ChargeRequest): Partial<Stripe.PaymentIntentCreateParams> =>
  agreement?.position === "first" ? { setup_future_usage: "off_session" } : {}

const cardOptions = (request: ChargeRequest): CardOptions => {
  const { agreement, initiator, type, threeDs } = request
  return {
    ...(type === "moto" ? { moto: true } : {}),
    ...(agreement?.position === "first" ? { setup_credential_usage: agreement.usage } : {}),
    ...(agreement?.position === "subsequent" && initiator === "merchant"
      ? { stored_credential_usage: agreement.usage, ...continued(request) }
      : {}),
    ...(threeDs === null ? {} : authenticated(threeDs))
  }
}

/**
 * A card of Stripe's own has its first payment's reference with it. One that comes from the
 * merchant's vault may have begun elsewhere.
 */
const continued = ({ agreement, source }: ChargeRequest) =>
  agreement?.networkReference && source._tag === "Vaulted" && source.token === undefined
    ? { mit_exemption: { network_transaction_id: agreement.networkReference } }
    : {}

type ThreeDs = NonNullable<ChargeRequest["threeDs"]>

const versions: ReadonlyArray<string> = ["1.0.2", "2.1.0", "2.2.0", "2.3.0", "2.3.1"]
const exemptions: Readonly<Record<string, "low_risk" | "none">> = {
  transaction_risk_analysis: "low_risk"
}

/** What somebody else's 3DS server brought, where it is whole. */
const authenticated = (threeDs: ThreeDs): Partial<CardOptions> => {
  const { authenticationValue, transactionId, version, eci, status, exemption } = threeDs
  if (authenticationValue === null || transactionId === null) return {}
  const indicator = exemption === undefined ? undefined : exemptions[exemption]
  return {
    three_d_secure: {
      cryptogram: authenticationValue,
      transaction_id: transactionId,
      version: versions.includes(version) ? version : "2.2.0",
      ares_trans_status: status === "attempted" ? "A" : "Y",
      ...(eci === null ? {} : { electronic_commerce_indicator: eci }),
      ...(indicator === undefined ? {} : { exemption_indicator: indicator })
    }
  }
}

/** Stripe takes 50 keys of 40 characters, with values of 500. */
const mostKeys = 45

const metadataOf = ({ reference, metadata }: ChargeRequest): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(metadata)
      .slice(0, mostKeys)
      .map(([key, value]) => [key.slice(0, 40), value.slice(0, 500)])
  ),
  [referenceKey]: reference
})

/** What Stripe doesn't take on a statement, and how long a text there may be. */
const forbidden = /[<>\\'"*]/g
const mostDescriptor = 22

/** Of cards the account's own descriptor comes first, and this behind it. */
const descriptorOf = (
  { statementDescriptor }: ChargeRequest,
  isCard: boolean
): Partial<Stripe.PaymentIntentCreateParams> => {
  const text = (statementDescriptor ?? "").replace(forbidden, "").trim().slice(0, mostDescriptor)
  if (!/[A-Za-z]/.test(text)) return {}
  return isCard ? { statement_descriptor_suffix: text } : { statement_descriptor: text }
}

/** Whose bill it is goes along where a PaymentMethod is made. */
export const billingOf = (request: ChargeRequest) => {
  const billing_details = payerDetails(request)
  return Object.keys(billing_details).length > 0 ? { billing_details } : {}
}
