import type {
  ChargeQuery,
  MidAccount,
  ProviderNotice,
  RawNotification,
  RefundNotice
} from "@payloom/core"
import Stripe from "stripe"
import { referenceKey } from "./chargeParams.ts"
import { amountFromStripe } from "./stripeAmounts.ts"
import type { StripeClient, StripeClients } from "./stripeClients.ts"
import { disputeNotices } from "./stripeDisputes.ts"
import { asked } from "./stripeErrors.ts"
import { checkOf, foundAs, type Intent, intentOf } from "./stripeIntents.ts"
import { endsIn, refundAs } from "./stripeModifications.ts"

/** Longer ago than this, what was signed is somebody's copy: five minutes, in seconds. */
const tolerance = 300

interface Known {
  readonly attempt: (reference: string) => Promise<ChargeQuery | null>
}

/** What a request from Stripe tells; null where no secret of the account has signed it. */
export const readingNotices =
  (clients: StripeClients) =>
  async (
    mid: MidAccount,
    notification: RawNotification,
    known: Known
  ): Promise<ReadonlyArray<ProviderNotice> | null> => {
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

/** What Stripe has to be asked for because an event leaves it out. */
interface Asking {
  readonly id: string
  readonly api: Stripe
  readonly known: Known
}

const noticesIn = (
  event: Stripe.Event,
  { api }: StripeClient,
  known: Known
): Promise<ReadonlyArray<ProviderNotice>> | ReadonlyArray<ProviderNotice> => {
  const asking = { id: event.id, api, known }
  const { object } = event.data
  switch (object.object) {
    case "payment_intent":
      return ofPayment(asking, object)
    case "setup_intent":
      return ofCheck(asking, object)
    case "refund":
      return ofRefund(asking, object)
    case "dispute":
      return ofDispute(asking, object, event.created * 1000)
    default:
      return []
  }
}

/** Where a charge still waits for its payer there is no news. */
const chargeNotice = (id: string, reference: string, intent: Intent) => {
  const charge = foundAs(intent)
  return charge.state === "requires_action"
    ? []
    : [{ _tag: "Charge", id, reference, charge } satisfies ProviderNotice]
}

const ofPayment = (
  { id }: Asking,
  payment: Stripe.PaymentIntent
): ReadonlyArray<ProviderNotice> => {
  const reference = payment.metadata[referenceKey]
  return reference === undefined
    ? []
    : [
        ...chargeNotice(id, reference, intentOf(payment)),
        ...endsIn(payment).map(
          ({ kind: _, ...done }) => ({ _tag: "Modification", id, ...done }) as const
        )
      ]
}

const paymentOf = (
  { api }: Asking,
  payment: string | Stripe.PaymentIntent
): Promise<Stripe.PaymentIntent> =>
  asked(
    api.paymentIntents.retrieve(typeof payment === "string" ? payment : payment.id, {
      expand: ["latest_charge"]
    })
  )

const ofCheck = async (
  { id, known }: Asking,
  setup: Stripe.SetupIntent
): Promise<ReadonlyArray<ProviderNotice>> => {
  const reference = setup.metadata?.[referenceKey]
  const attempt = reference === undefined ? null : await known.attempt(reference)
  return attempt === null
    ? []
    : chargeNotice(id, attempt.reference, checkOf(setup, attempt.currency))
}

/** One of ours names our reference. Of another one Stripe is asked what was refunded. */
const ofRefund = async (
  asking: Asking,
  refund: Stripe.Refund
): Promise<ReadonlyArray<ProviderNotice>> => {
  const { id } = asking
  const own = refund.metadata?.[referenceKey]
  const { state, rawCode, providerReference } = refundAs(refund)
  if (own !== undefined) {
    const modification = { _tag: "Found", state, rawCode, providerReference } as const
    return [{ _tag: "Modification", id, reference: own, modification }]
  }
  if (refund.payment_intent === null || state === "hold_expired") return []
  const { metadata } = await paymentOf(asking, refund.payment_intent)
  const reference = metadata[referenceKey]
  const currency = refund.currency.toUpperCase()
  const told: RefundNotice["refund"] = {
    providerReference,
    amount: amountFromStripe(refund.amount, currency),
    currency,
    state,
    rawCode
  }
  return reference === undefined ? [] : [{ _tag: "Refund", id, reference, refund: told }]
}

const ofDispute = async (
  asking: Asking,
  dispute: Stripe.Dispute,
  occurredAt: number
): Promise<ReadonlyArray<ProviderNotice>> => {
  if (dispute.payment_intent === null) return []
  const { metadata } = await paymentOf(asking, dispute.payment_intent)
  const reference = metadata[referenceKey]
  return reference === undefined
    ? []
    : disputeNotices({ id: asking.id, reference, occurredAt }, dispute)
}
