import type { ChargeQuery, ProviderCall } from "@payloom/core"
import Stripe from "stripe"
import { referenceKey } from "./chargeParams.ts"
import { stripeAmount } from "./stripeAmounts.ts"
import { isEnded } from "./stripeEnds.ts"
import { asked, failureIn } from "./stripeErrors.ts"
import { checkOf, type Intent, intentNamed, intentOf } from "./stripeIntents.ts"

/**
 * A charge by Stripe's name of it, or by ours; null where Stripe never had it. By ours it is found
 * in the list of its time, for a search by metadata lags behind.
 */
export const findIntent = async (
  query: ChargeQuery,
  api: Stripe,
  call: ProviderCall
): Promise<Intent | null> => {
  const { providerReference, currency } = query
  if (providerReference !== null) {
    return asked(intentNamed(api, { providerReference, currency }), () => null)
  }
  for (const aroundMs of [soonMs, hourMs]) {
    const found = await listed(query, aroundMs, api, call)
    if (found !== null) return found
  }
  await takeKey(query, api)
  return null
}

/** It was sent soon after it was made, and the clocks on both sides may differ by up to an hour. */
const soonMs = 180_000
const hourMs = 3_600_000

/** A list of more than this says nothing, for reading it takes longer than a look-up may. */
const mostListed = 10_000

const listed = async (
  query: ChargeQuery,
  aroundMs: number,
  api: Stripe,
  call: ProviderCall
): Promise<Intent | null> => {
  const { reference, type, created } = query
  const gte = Math.floor((created - aroundMs) / 1000)
  const page = { created: { gte, lte: Math.ceil((created + aroundMs) / 1000) }, limit: 100 }
  if (type === "verify") {
    const checks = api.setupIntents.list({ ...page, expand: ["data.latest_attempt"] })
    const check = await withReference(checks, reference, call)
    return check && checkOf(check, query)
  }
  const payments = api.paymentIntents.list({ ...page, expand: ["data.latest_charge"] })
  const payment = await withReference(payments, reference, call)
  return payment && intentOf(payment)
}

/** The one of a list that is ours under a reference, page by page, while somebody listens. */
export const withReference = async <A extends { readonly metadata: Stripe.Metadata | null }>(
  list: AsyncIterable<A>,
  reference: string,
  { signal }: ProviderCall
): Promise<A | null> => {
  let seen = 0
  try {
    for await (const each of list) {
      if (each.metadata?.[referenceKey] === reference) return each
      seen += 1
      if (seen >= mostListed || signal.aborted) throw unsaid("Stripe's list is too long to read.")
    }
  } catch (thrown) {
    throw failureIn(thrown)
  }
  return null
}

/**
 * Takes the key of a charge that is not listed, by what asks nobody for money: a list may lag
 * behind, and a request may be under way. Stripe turns that away where it has heard of the key;
 * else it turns away whatever comes under it later. What is taken is parameters that could be
 * charged: those that are no good it turns away without a look at the key.
 */
const takeKey = async (
  { type, reference, amount, currency }: ChargeQuery,
  api: Stripe
): Promise<void> => {
  const params = { metadata: { payloom_asked: reference } }
  const money = () => ({
    amount: stripeAmount(amount, currency),
    currency: currency.toLowerCase()
  })
  const once = { idempotencyKey: reference }
  try {
    const { id } =
      type === "verify"
        ? await api.setupIntents.create(params, once)
        : await api.paymentIntents.create({ ...params, ...money() }, once)
    // Asked again, Stripe answers the same of one that was given up before.
    await isEnded(api, id)
  } catch (thrown) {
    throw thrown instanceof Stripe.errors.StripeIdempotencyError
      ? unsaid("Stripe has heard of it, and does not list it.")
      : failureIn(thrown)
  }
}

const unsaid = (reason: string) => ({ _tag: "Unknown", reason }) as const
