import type { PaymentProviderDefinition, ProviderNotice, RawNotification } from "@payloom/core"
import Stripe from "stripe"
import { referenceKey } from "./chargeParams.ts"
import { amountFromStripe } from "./stripeAmounts.ts"
import type { StripeClient, StripeClients } from "./stripeClients.ts"
import { disputeNotices } from "./stripeDisputes.ts"
import { declinedForGood } from "./stripeEnds.ts"
import { asked } from "./stripeErrors.ts"
import { checkOf, foundAs, type Intent, intentNamed, intentOf } from "./stripeIntents.ts"
import { endsIn, refundAs } from "./stripeModifications.ts"

/** Longer ago than this, what was signed is somebody's copy: five minutes, in seconds. */
const tolerance = 300

type Reading = NonNullable<PaymentProviderDefinition["readNotification"]>
type Known = Parameters<Reading>[2]

/** What a request from Stripe tells; null where no secret of the account has signed it. */
export const readingNotices =
  (clients: StripeClients): Reading =>
  async (mid, notification, known) => {
    const client = clients(mid)
    const event = await signedEvent(notification, client.account.webhookSecrets)
    if (event === null) return null
    // One address may be told of all the accounts of a platform: these are another one's news.
    return (event.account ?? null) === (client.account.stripeAccount ?? null)
      ? noticesIn(event, client, known)
      : []
  }

const signedEvent = async (
  { headers, body }: RawNotification,
  secrets: ReadonlyArray<string>
): Promise<Stripe.Event | null> => {
  const signature = headers["stripe-signature"] ?? ""
  for (const secret of secrets) {
    try {
      return await Stripe.webhooks.constructEventAsync(body, signature, secret, tolerance)
    } catch (thrown) {
      if (!(thrown instanceof Stripe.errors.StripeSignatureVerificationError)) throw thrown
    }
  }
  return null
}

type Notices = ReadonlyArray<ProviderNotice>

const noticesIn = async (
  event: Stripe.Event,
  { api }: StripeClient,
  known: Known
): Promise<Notices> => {
  const { id } = event
  const { object } = event.data
  switch (object.object) {
    case "payment_intent":
      return ofPayment(id, object, api, known)
    case "setup_intent": {
      const attempt = await known.attempt(object.metadata?.[referenceKey] ?? "")
      return attempt === null ? [] : ofCharge(id, attempt.reference, checkOf(object, attempt), api)
    }
    case "refund":
      return ofRefund(id, object, api)
    case "dispute": {
      const reference = await referenceOf(object.payment_intent, api)
      return reference === null
        ? []
        : disputeNotices({ id, reference }, event.created * 1000, object)
    }
    default:
      return []
  }
}

/** Where a charge still waits for its payer, or was paid since, this is no news. */
const ofCharge = async (
  id: string,
  reference: string,
  intent: Intent,
  api: Stripe
): Promise<Notices> => {
  const settled = await declinedForGood(api, intent)
  if (settled === null) return []
  const charge = foundAs(settled)
  return charge.state === "requires_action" ? [] : [{ _tag: "Charge", id, reference, charge }]
}

/** An event has no more of a charge than its name: of one that it decides, Stripe is asked. */
const ofPayment = async (
  id: string,
  payment: Stripe.PaymentIntent,
  api: Stripe,
  known: Known
): Promise<Notices> => {
  const reference = payment.metadata[referenceKey]
  if (reference === undefined) return []
  const ends = endsIn(payment).map(
    ({ kind: _, ...end }) => ({ _tag: "Modification", id, ...end }) as const
  )
  const named = { providerReference: payment.id, currency: payment.currency }
  const decides = (await known.attempt(reference))?.isInFlight
  const intent = decides ? await intentNamed(api, named) : intentOf(payment)
  return [...(await ofCharge(id, reference, intent, api)), ...ends]
}

/** One of ours names our reference. Of another one Stripe is asked what was refunded. */
const ofRefund = async (id: string, made: Stripe.Refund, api: Stripe): Promise<Notices> => {
  const found = refundAs(made)
  const own = made.metadata?.[referenceKey]
  if (own !== undefined) {
    return [{ _tag: "Modification", id, reference: own, modification: found }]
  }
  const reference = await referenceOf(made.payment_intent, api)
  const currency = made.currency.toUpperCase()
  const amount = amountFromStripe(made.amount, currency)
  const { _tag: _, ...said } = found
  const refund = { ...said, amount, currency }
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
