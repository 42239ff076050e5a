import type { ChargeQuery } from "@payloom/core"
import Stripe from "stripe"
import { referenceKey } from "./chargeParams.ts"
import { asked, failureIn, objectionIn } from "./stripeErrors.ts"
import { checkOf, type Intent, intentOf } from "./stripeIntents.ts"

/**
 * A charge by Stripe's name of it, or by ours; null where Stripe never had it. By ours it is found
 * in the list of its time, for a search by metadata lags behind.
 */
export const findIntent = async (query: ChargeQuery, api: Stripe): Promise<Intent | null> => {
  const { providerReference, reference, currency, type } = query
  if (providerReference !== null) {
    return asked(intentNamed(api, { providerReference, currency }), () => null)
  }
  const found = await listed(query, api)
  if (found === null) {
    await assertUnheardOf(type === "verify" ? "setup_intents" : "payment_intents", reference, api)
  }
  return found
}

interface Named {
  readonly providerReference: string
  readonly currency: string
}

/** A charge by Stripe's name of it. */
export const intentNamed = async (api: Stripe, named: Named): Promise<Intent> => {
  const { providerReference: id } = named
  return isCheck(id)
    ? checkOf(await api.setupIntents.retrieve(id, { expand: ["latest_attempt"] }), named)
    : intentOf(await api.paymentIntents.retrieve(id, { expand: ["latest_charge"] }))
}

/** Whether it is a check of a card, for nothing. */
export const isCheck = (id: string): boolean => id.startsWith("seti_")

/** It was sent soon after it was made; the clocks on both sides may differ a little. */
const earlierMs = 60_000
const laterMs = 180_000

/** A list of more than this says nothing: no account makes so many charges within its time. */
const mostListed = 20_000

const around = ({ created }: ChargeQuery) => ({
  created: {
    gte: Math.floor((created - earlierMs) / 1000),
    lte: Math.ceil((created + laterMs) / 1000)
  },
  limit: 100
})

const listed = async (query: ChargeQuery, api: Stripe): Promise<Intent | null> => {
  const { reference, type } = query
  if (type === "verify") {
    const checks = api.setupIntents.list({ ...around(query), expand: ["data.latest_attempt"] })
    const check = await withReference(checks, reference)
    return check && checkOf(check, query)
  }
  const payments = api.paymentIntents.list({ ...around(query), expand: ["data.latest_charge"] })
  const payment = await withReference(payments, reference)
  return payment && intentOf(payment)
}

/** The one of a list that is ours under a reference, page by page. */
export const withReference = async <A extends { readonly metadata: Stripe.Metadata | null }>(
  list: AsyncIterable<A>,
  reference: string
): Promise<A | null> => {
  let seen = 0
  try {
    for await (const each of list) {
      if (each.metadata?.[referenceKey] === reference) return each
      seen += 1
      if (seen >= mostListed) throw unsaid("Stripe's list of that time is too long.")
    }
  } catch (thrown) {
    throw failureIn(thrown)
  }
  return null
}

/**
 * A list may lag behind, and a request may be under way. The key of what Stripe has heard of fits
 * no other request: so one that it turns away, and never keeps under a key, tells whether it has.
 */
const assertUnheardOf = async (path: string, reference: string, api: Stripe): Promise<void> => {
  try {
    await api.rawRequest(
      "POST",
      `/v1/${path}`,
      { confirm: "payloom_asks" },
      { idempotencyKey: reference }
    )
  } catch (thrown) {
    if (objectionIn(thrown) !== null) return
    if (thrown instanceof Stripe.errors.StripeIdempotencyError) {
      throw unsaid("Stripe has heard of it, and does not list it.")
    }
    throw failureIn(thrown)
  }
  throw unsaid("Stripe took what asks it for something impossible.")
}

const unsaid = (reason: string) => ({ _tag: "Unknown", reason }) as const
