import type { ChargeRequest } from "@payloom/core"
import type Stripe from "stripe"
import { defined } from "./payerDetails.ts"
import { stripeAmount } from "./stripeAmounts.ts"
import type { PaidBy } from "./stripePaidBy.ts"

/** The key of metadata under which Stripe keeps our reference. */
export const referenceKey = "payloom_reference"

type PaymentParams = Stripe.PaymentIntentCreateParams
type CardOptions = Stripe.PaymentIntentCreateParams.PaymentMethodOptions.Card

/** How a PaymentIntent is made, and confirmed at once where the payer need not do that. */
export const paymentParams = (
  request: ChargeRequest,
  { type, source, confirmsOnPage }: PaidBy,
  onPage: boolean
): PaymentParams => ({
  ...source,
  ...sharedParams(request, type),
  ...descriptorOf(request, type),
  ...(confirmsOnPage === true ? {} : confirmation(request, onPage)),
  ...(type === "card" ? cardParams(request) : {}),
  amount: stripeAmount(request.amount, request.currency),
  currency: request.currency.toLowerCase(),
  capture_method: request.capture ? "automatic" : "manual",
  expand: ["latest_charge"]
})

/** How a card is checked, for nothing. */
export const checkParams = (
  request: ChargeRequest,
  { type, source }: PaidBy,
  onPage: boolean
): Stripe.SetupIntentCreateParams => ({
  ...source,
  ...sharedParams(request, type),
  ...returning(request, onPage),
  confirm: true,
  usage: "off_session",
  expand: ["latest_attempt"]
})

const mostDescription = 1000

const sharedParams = ({ reference, metadata, description }: ChargeRequest, type: string) => ({
  allowed_payment_method_types: [type],
  metadata: { ...withinBounds(metadata), [referenceKey]: reference },
  ...defined({ description: description?.slice(0, mostDescription) })
})

/** Stripe takes 50 keys of 40 characters, with values of 500; some are our own. */
const mostKeys = 45

const withinBounds = (metadata: ChargeRequest["metadata"]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(metadata)
      .slice(0, mostKeys)
      .map(([key, value]) => [key.slice(0, 40), value.slice(0, 500)])
  )

/** Where nobody is there, a charge that needs its payer is declined by Stripe itself. */
const confirmation = (request: ChargeRequest, onPage: boolean): Partial<PaymentParams> => {
  if (request.initiator === "merchant") return { confirm: true, off_session: true }
  return request.returnUrl === null
    ? { confirm: true, error_on_requires_action: true }
    : { confirm: true, ...returning(request, onPage) }
}

const returning = ({ returnUrl }: ChargeRequest, onPage: boolean) =>
  returnUrl === null ? {} : { return_url: returnUrl, ...(onPage ? { use_stripe_sdk: true } : {}) }

/** The first charge of an agreement is what Stripe saves the card for. */
const cardParams = (request: ChargeRequest): Partial<PaymentParams> => {
  const { agreement, type, threeDs } = request
  const isFirst = agreement?.position === "first"
  const card: CardOptions = {
    ...(type === "moto" ? { moto: true } : {}),
    ...(isFirst ? { setup_credential_usage: agreement.usage } : continued(request)),
    ...(threeDs === null ? {} : authenticated(threeDs))
  }
  return {
    payment_method_options: { card },
    ...(isFirst ? { setup_future_usage: "off_session" } : {})
  }
}

/**
 * A card of Stripe's own has its first payment's reference with it. One that comes from the
 * merchant's vault may have begun elsewhere.
 */
const continued = ({ agreement, initiator, source }: ChargeRequest): CardOptions => {
  if (agreement === null || initiator === "customer") return {}
  const { usage, networkReference } = agreement
  const isElsewhere = source._tag === "Vaulted" && source.token === undefined
  const exemption =
    isElsewhere && networkReference !== null
      ? { mit_exemption: { network_transaction_id: networkReference } }
      : {}
  return { stored_credential_usage: usage, ...exemption }
}

const versions: ReadonlyArray<string> = ["1.0.2", "2.1.0", "2.2.0", "2.3.0", "2.3.1"]

/** What somebody else's 3DS server brought, where it is whole. */
const authenticated = (threeDs: NonNullable<ChargeRequest["threeDs"]>): CardOptions => {
  const { authenticationValue, transactionId, version, eci, status, exemption } = threeDs
  if (authenticationValue === null || transactionId === null) return {}
  return {
    three_d_secure: {
      cryptogram: authenticationValue,
      transaction_id: transactionId,
      version: versions.includes(version) ? version : "2.2.0",
      ares_trans_status: status === "attempted" ? "A" : "Y",
      ...(exemption === "transaction_risk_analysis" ? { exemption_indicator: "low_risk" } : {}),
      ...defined({ electronic_commerce_indicator: eci })
    }
  }
}

/** What Stripe doesn't take on a statement, and how long a text there may be. */
const forbidden = /[<>\\'"*]/g
const mostDescriptor = 22

/** Of cards the account's own descriptor comes first, and this behind it. */
const descriptorOf = ({ statementDescriptor }: ChargeRequest, type: string) => {
  const text = (statementDescriptor ?? "").replace(forbidden, "").trim().slice(0, mostDescriptor)
  if (!/[A-Za-z]/.test(text)) return {}
  return type === "card" ? { statement_descriptor_suffix: text } : { statement_descriptor: text }
}
