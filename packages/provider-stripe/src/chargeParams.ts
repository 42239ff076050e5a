import type { ChargeRequest } from "@payloom/core"
import type Stripe from "stripe"
import { orderParams } from "./orderParams.ts"
import { defined } from "./payerDetails.ts"
import type { StripeOptions } from "./StripeOptions.ts"
import { sentDescription, sentDescriptor, sentMetadata } from "./sentTexts.ts"
import { moneyParams } from "./stripeAmounts.ts"
import { accountUnavailable } from "./stripeErrors.ts"
import type { PaidBy } from "./stripePaidBy.ts"

/** The key of metadata under which Stripe keeps the engine's reference of a charge. */
export const referenceKey = "payloom_reference"

/** The key of metadata under which Stripe keeps the engine's `origin` of a charge. */
export const originKey = "payloom_origin"

type PaymentParams = Stripe.PaymentIntentCreateParams
/**
 * The options of a card. The SDK's type leaves out the ones that Stripe turns on for each account.
 */
type CardOptions = Stripe.PaymentIntentCreateParams.PaymentMethodOptions.Card & {
  readonly mit_exemption?: { readonly network_transaction_id: string }
}
type Options = Pick<StripeOptions, "threeDs" | "mitExemption">

/**
 * Returns the parameters that create a PaymentIntent. They also confirm it, unless the payer
 * confirms it on the page.
 */
export const paymentParams = (
  request: ChargeRequest,
  { type, source, confirmsOnPage, isSaved }: PaidBy,
  options: Options
): PaymentParams => ({
  ...source,
  ...(isSaved === true ? { setup_future_usage: "off_session" } : {}),
  ...sharedParams(request, type),
  ...descriptorOf(request, type),
  ...orderParams(request, type),
  ...(confirmsOnPage === true ? {} : confirmation(request, type, options)),
  ...(type === "card" ? cardParams(request, options) : {}),
  ...moneyParams(request.amount, request.currency),
  capture_method: request.capture ? "automatic" : "manual",
  expand: ["latest_charge"]
})

/** Returns the parameters that check a card without charging it. */
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

const sharedParams = (
  { reference, origin, metadata, description }: ChargeRequest,
  type: string
) => ({
  allowed_payment_method_types: [type],
  metadata: {
    ...sentMetadata(metadata),
    [referenceKey]: reference,
    ...(origin === undefined ? {} : { [originKey]: origin })
  },
  ...defined({ description: sentDescription(description) })
})

/**
 * Stands in for a return URL. Stripe requires one for every confirmation that is not off-session,
 * and a check of a card can't be off-session. If no payer is there, nobody is redirected to this
 * address, because the engine cancels a charge that would ask the payer.
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
 * Saves the card for later charges if a payer who is there begins an agreement. A charge that the
 * merchant initiates saves nothing: Stripe has the card already, and would refuse the parameters.
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
    ...holdFeatures(request),
    ...authenticated(request)
  }
  const future = saved === null ? {} : { setup_future_usage: "off_session" as const }
  return { payment_method_options: { card }, ...future }
}

/**
 * Requests the features of a hold that the merchant wants. Stripe offers each of them to some
 * accounts, for some cards. A hold without a feature is made all the same.
 */
const holdFeatures = ({ capture, authorization = {} }: ChargeRequest): CardOptions => {
  if (capture) return {}
  const { multipleCaptures, incremental, overCapture } = authorization
  const wanted = (isWanted = false) => (isWanted ? "if_available" : null)
  return defined({
    request_multicapture: wanted(multipleCaptures),
    request_incremental_authorization: wanted(incremental),
    request_overcapture: wanted(overCapture)
  })
}

/**
 * Returns the options of a charge that the merchant initiates. A card of Stripe's own carries the
 * reference of its first payment. A card from the merchant's vault may have begun its agreement at
 * another provider, so the reference is sent with the charge.
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
 * Returns the results of 3-D Secure from another 3DS server. Without them the issuer would
 * authenticate the payer again, or decline. A check of a card has no exemption.
 */
const authenticated = ({ threeDs, type }: ChargeRequest) => {
  if (threeDs === null) return {}
  const { authenticationValue, transactionId, version, eci, status, exemption } = threeDs
  if (authenticationValue === null || transactionId === null || !versions.includes(version)) {
    const reason = `Stripe doesn't accept 3-D Secure ${version}, or its values are missing.`
    throw accountUnavailable(reason, "three_ds_incomplete")
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

/**
 * Returns the descriptor. For cards it is the suffix that follows the account's own descriptor. For
 * other methods it is the whole descriptor.
 */
const descriptorOf = ({ statementDescriptor }: ChargeRequest, type: string) => {
  const text = sentDescriptor(statementDescriptor, type)
  if (text === null) return {}
  return type === "card" ? { statement_descriptor_suffix: text } : { statement_descriptor: text }
}
