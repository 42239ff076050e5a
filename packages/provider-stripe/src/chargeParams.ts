import type { ChargeRequest, HttpFailure } from "@payloom/core"
import type Stripe from "stripe"
import { defined } from "./payerDetails.ts"
import type { StripeOptions } from "./StripeOptions.ts"
import { sentDescription, sentDescriptor, sentMetadata } from "./sentTexts.ts"
import { moneyParams } from "./stripeAmounts.ts"
import type { PaidBy } from "./stripePaidBy.ts"

/** The key of metadata under which Stripe keeps our reference. */
export const referenceKey = "payloom_reference"

type PaymentParams = Stripe.PaymentIntentCreateParams
/** The SDK's types leave out what Stripe has to turn on for an account. */
type CardOptions = Stripe.PaymentIntentCreateParams.PaymentMethodOptions.Card & {
  readonly mit_exemption?: { readonly network_transaction_id: string }
}
type Options = Pick<StripeOptions, "threeDs" | "mitExemption">

/** How a PaymentIntent is made, and confirmed at once where the payer need not do that. */
export const paymentParams = (
  request: ChargeRequest,
  { type, source, confirmsOnPage }: PaidBy,
  options: Options
): PaymentParams => ({
  ...source,
  ...sharedParams(request, type),
  ...descriptorOf(request, type),
  ...(confirmsOnPage === true ? {} : confirmation(request, type, options)),
  ...(type === "card" ? cardParams(request, options) : {}),
  ...moneyParams(request.amount, request.currency),
  capture_method: request.capture ? "automatic" : "manual",
  expand: ["latest_charge"]
})

/** How a card is checked, for nothing. */
export const checkParams = (
  request: ChargeRequest,
  { type, source }: PaidBy,
  options: Options
): Stripe.SetupIntentCreateParams => ({
  ...source,
  ...sharedParams(request, type),
  ...confirmation(request, type, options),
  payment_method_options: { card: { ...savedFor(request), ...authenticated(request) } },
  usage: "off_session",
  expand: ["latest_attempt"]
})

const sharedParams = ({ reference, metadata, description }: ChargeRequest, type: string) => ({
  allowed_payment_method_types: [type],
  metadata: { ...sentMetadata(metadata), [referenceKey]: reference },
  ...defined({ description: sentDescription(description) })
})

/**
 * Stripe wants an address for whatever it confirms, unless it is off-session, as no check of a card
 * is. Where no payer is there nobody is sent to this one: the engine gives up what would ask them.
 */
const nowhere = "https://example.com/"

const confirmation = (
  { returnUrl, initiator }: ChargeRequest,
  type: string,
  { threeDs }: Options
) => {
  if (initiator === "merchant") return { confirm: true, off_session: true }
  const asksOnPage = returnUrl !== null && threeDs === "client_side" && type === "card"
  const address = { confirm: true, return_url: returnUrl ?? nowhere }
  return asksOnPage ? { ...address, use_stripe_sdk: true } : address
}

/**
 * A payer who is there begins an agreement, and the card is saved for what comes after that. What
 * the merchant begins saves nothing: Stripe would refuse it, and has the card already.
 */
const savedFor = ({ agreement, initiator }: ChargeRequest) =>
  agreement?.position === "first" && initiator === "customer"
    ? { setup_credential_usage: agreement.usage }
    : null

const cardParams = (request: ChargeRequest, options: Options): Partial<PaymentParams> => {
  const saved = savedFor(request)
  const card: CardOptions = {
    ...(request.type === "moto" ? { moto: true } : {}),
    ...(saved ?? withoutPayer(request, options)),
    ...authenticated(request)
  }
  const future = saved === null ? {} : { setup_future_usage: "off_session" as const }
  return { payment_method_options: { card }, ...future }
}

/**
 * A card of Stripe's own has its first payment's reference with it. One that comes from the
 * merchant's vault may have begun elsewhere.
 */
const withoutPayer = (
  { agreement, initiator, source }: ChargeRequest,
  { mitExemption = false }: Options
): CardOptions => {
  if (agreement === null || initiator === "customer") return {}
  const { usage, networkReference } = agreement
  const isElsewhere = source._tag === "Vaulted" && source.token === undefined
  const exemption =
    mitExemption && isElsewhere && networkReference !== null
      ? { mit_exemption: { network_transaction_id: networkReference } }
      : {}
  return { stored_credential_usage: usage, ...exemption }
}

const versions: ReadonlyArray<string> = ["1.0.2", "2.1.0", "2.2.0", "2.3.0", "2.3.1"]

/**
 * What somebody else's 3DS server brought: without it the issuer would ask again, or decline. A
 * check of a card has no exemption.
 */
const authenticated = ({ threeDs, type }: ChargeRequest) => {
  if (threeDs === null) return {}
  const { authenticationValue, transactionId, version, eci, status, exemption } = threeDs
  if (authenticationValue === null || transactionId === null || !versions.includes(version)) {
    const reason = `Stripe takes no 3-D Secure of version ${version}, or without its values.`
    throw {
      _tag: "AccountUnavailable",
      reason,
      rawCode: "three_ds_incomplete"
    } satisfies HttpFailure
  }
  const isExempt = exemption === "transaction_risk_analysis" && type !== "verify"
  return {
    three_d_secure: {
      cryptogram: authenticationValue,
      transaction_id: transactionId,
      version,
      ares_trans_status: status === "attempted" ? "A" : "Y",
      ...(isExempt ? { exemption_indicator: "low_risk" } : {}),
      ...defined({ electronic_commerce_indicator: eci })
    }
  }
}

/** Of cards the account's own descriptor comes first, and this behind it; of others it is whole. */
const descriptorOf = ({ statementDescriptor }: ChargeRequest, type: string) => {
  const text = sentDescriptor(statementDescriptor, type)
  if (text === null) return {}
  return type === "card" ? { statement_descriptor_suffix: text } : { statement_descriptor: text }
}
