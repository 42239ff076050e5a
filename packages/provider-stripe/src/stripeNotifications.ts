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
import { endsIn, refundAs } from "./stripeModifications.ts"

/** Longer ago than this, what was signed is somebody's copy: five minutes, in seconds. */
const tolerance = 300

type Reading = NonNullable<PaymentProviderDefinition["readNotification"]>
type Known = Parameters<Reading>[2]

/** What a request from Stripe tells; null where no secret of the account has signed it. */
export const readingNotifications =
  ({ environment = "test" }: StripeOptions, clients: StripeClients): Reading =>
  async (mid, notification, known) => {
    const client = clients(mid)
    const event = await signedEvent(notification, client.account.webhookSecrets)
    if (event === null) return null
    // One address may be told of all the accounts of a platform, and of both modes of each.
    return event !== "another kind" &&
      event.livemode === (environment === "live") &&
      (event.account ?? null) === (client.account.stripeAccount ?? null)
      ? notificationsIn(event, client, known)
      : []
  }

/** What is signed, and an event of the kind that these are; null for what is not signed. */
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
      // What nobody here has asked for may be another engine's, whose payer is still at work.
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
 * An event has the form of its endpoint's API version, whatever the connector speaks. Versions of
 * one release train are of one form. Those before 2025-03-31 tell of a refund where a hold ends.
 */
const assertOfOurVersion = ({ api_version }: Stripe.Event): void => {
  const [, train] = stripeApiVersion.split(".")
  if (api_version?.split(".")[1] === train) return
  const made = `The webhook endpoint at Stripe has the API version ${api_version}.`
  throw new Error(`${made} Make one with ${stripeApiVersion} in its place.`)
}

/**
 * What became of a charge that waits for no payer, and was not paid since. An event has no more of
 * it than its name, and may be late: of one that it decides, or that is ended here, Stripe is
 * asked.
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
  const ends = (isPayment ? endsIn(made) : []).map(
    (end) => ({ _tag: "Modification", id, ...end }) as const
  )
  return settled === null || settled.found.state === "requires_action"
    ? ends
    : [{ _tag: "Charge", id, reference, charge: settled.found }, ...ends]
}

/** One of ours names our reference. Of another one Stripe is asked what was refunded. */
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

/** Our reference of a payment; null where it is another program's. */
const referenceOf = async (
  payment: string | Stripe.PaymentIntent | null,
  api: Stripe
): Promise<string | null> => {
  if (payment === null) return null
  const name = typeof payment === "string" ? payment : payment.id
  const { metadata } = await asked(api.paymentIntents.retrieve(name))
  return metadata[referenceKey] ?? null
}
