import type {
  KnownCharge,
  PaymentProviderDefinition,
  ProviderNotification,
  RawNotification
} from "@payloom/core"
import Stripe from "stripe"
import { referenceKey } from "./chargeParams.ts"
import type { StripeOptions } from "./StripeOptions.ts"
import { amountFromStripe } from "./stripeAmounts.ts"
import { type StripeClient, type StripeClients, stripeApiVersion } from "./stripeClients.ts"
import { disputeNotifications } from "./stripeDisputes.ts"
import { asked } from "./stripeErrors.ts"
import { checkOf, intentNamed, intentOf } from "./stripeIntents.ts"
import { declinedForGood, isOpenDecline } from "./stripeLookups.ts"
import { changesIn, refundAs } from "./stripeModifications.ts"

/** The greatest age of a signature, in seconds. An older request may be somebody's copy. */
const tolerance = 300

type Reading = NonNullable<PaymentProviderDefinition["readNotification"]>
type Known = Parameters<Reading>[2]

/**
 * Returns the function that reads a webhook of Stripe's. It returns null if no secret of the
 * account signed the request.
 */
export const readingNotifications =
  ({ environment = "test" }: StripeOptions, clients: StripeClients): Reading =>
  async (mid, notification, known) => {
    const client = clients(mid)
    const event = await signedEvent(notification, client.account.webhookSecrets)
    if (event === null) return null
    // One URL may receive the events of all accounts of a platform, in both modes.
    return event !== "another kind" &&
      event.livemode === (environment === "live") &&
      (event.account ?? null) === (client.account.stripeAccount ?? null)
      ? notificationsIn(event, client, known)
      : []
  }

/**
 * Returns the signed event, or `another kind` for a signed body of another form. Returns null if
 * the request has no valid signature.
 */
const signedEvent = async (
  { headers, body }: RawNotification,
  secrets: ReadonlyArray<string>
): Promise<Stripe.Event | "another kind" | null> => {
  const signature = headers["stripe-signature"] ?? ""
  for (const secret of secrets) {
    try {
      return await Stripe.webhooks.constructEventAsync(body, signature, secret, tolerance)
    } catch (thrown) {
      if (!(thrown instanceof Stripe.errors.StripeSignatureVerificationError)) return "another kind"
    }
  }
  return null
}

type ProviderNotifications = ReadonlyArray<ProviderNotification>

const notificationsIn = async (
  event: Stripe.Event,
  { api }: StripeClient,
  known: Known
): Promise<ProviderNotifications> => {
  assertOfOurVersion(event)
  const { id } = event
  const { object } = event.data
  switch (object.object) {
    case "payment_intent":
    case "setup_intent": {
      // An intent that the engine didn't create may be another engine's, and its payer may still be
      // paying.
      const attempt = await known.attempt(object.metadata?.[referenceKey] ?? "")
      return attempt === null ? [] : ofCharge(id, object, attempt, api)
    }
    case "refund":
      return ofRefund(id, object, api)
    case "dispute": {
      const reference = await referenceOf(object.payment_intent, api)
      return reference === null ? [] : disputeNotifications(event, reference, object)
    }
    default:
      return []
  }
}

/**
 * Refuses events of another API version. An event has the form of its endpoint's version, whatever
 * version the connector uses. Versions of one release train have the same form. Versions before
 * 2025-03-31 report a refund when a hold ends.
 */
const assertOfOurVersion = ({ api_version }: Stripe.Event): void => {
  const [, train] = stripeApiVersion.split(".")
  if (api_version?.split(".")[1] === train) return
  const made = `The webhook endpoint at Stripe has the API version ${api_version}.`
  throw new Error(`${made} Replace it with one of ${stripeApiVersion}.`)
}

/**
 * Reads the state of a charge that waits for no payer and was not paid since. An event may be late.
 * So if it decides the charge, or if the charge is canceled here, the charge is looked up at
 * Stripe.
 */
const ofCharge = async (
  id: string,
  made: Stripe.PaymentIntent | Stripe.SetupIntent,
  attempt: KnownCharge,
  api: Stripe
): Promise<ProviderNotifications> => {
  const { reference, currency, isInFlight } = attempt
  const isPayment = made.object === "payment_intent"
  const told = () => (isPayment ? intentOf(made) : checkOf(made, attempt))
  const standing = () => intentNamed(api, { providerReference: made.id, currency })
  const isEnough = !isInFlight && !isOpenDecline(told())
  const settled = await declinedForGood(api, isEnough ? told() : await standing())
  const changes = (isPayment ? changesIn(made) : []).map(
    (change) => ({ _tag: "Modification", id, ...change }) as const
  )
  return settled === null || settled.found.state === "requires_action"
    ? changes
    : [{ _tag: "Charge", id, reference, charge: settled.found }, ...changes]
}

/**
 * Reads a refund. A refund of the engine's carries its reference. For other refunds the refunded
 * payment is looked up.
 */
const ofRefund = async (
  id: string,
  made: Stripe.Refund,
  api: Stripe
): Promise<ProviderNotifications> => {
  const found = refundAs(made)
  const own = made.metadata?.[referenceKey]
  if (own !== undefined) {
    return [{ _tag: "Modification", id, reference: own, modification: found }]
  }
  const reference = await referenceOf(made.payment_intent, api)
  const currency = made.currency.toUpperCase()
  const { _tag: _, ...said } = found
  const refund = { ...said, amount: amountFromStripe(made.amount, currency), currency }
  return reference === null ? [] : [{ _tag: "Refund", id, reference, refund }]
}

/** Returns the engine's reference of a payment, or null if another program created the payment. */
const referenceOf = async (
  payment: string | Stripe.PaymentIntent | null,
  api: Stripe
): Promise<string | null> => {
  if (payment === null) return null
  const name = typeof payment === "string" ? payment : payment.id
  const { metadata } = await asked(api.paymentIntents.retrieve(name))
  return metadata[referenceKey] ?? null
}
