import type { ChargeQuery, ProviderCall } from "@payloom/core"
import Stripe from "stripe"
import { referenceKey } from "./chargeParams.ts"
import { moneyParams } from "./stripeAmounts.ts"
import { asked, failureIn, objectionIn } from "./stripeErrors.ts"
import { checkOf, type Intent, intentNamed, intentOf, isCheck } from "./stripeIntents.ts"

/**
 * A charge by Stripe's name of it, or by ours; null where Stripe never had it. By ours it is found
 * in the list of its time, for a search by metadata lags behind. What Stripe has named is never
 * gone: a key that doesn't know the name is another account's. A wide list takes long to read, so
 * it is read only where its key doesn't say that there is nothing to find.
 */
export const findIntent = async (
  query: ChargeQuery,
  api: Stripe,
  call: ProviderCall
): Promise<Intent | null> => {
  const { providerReference, currency } = query
  if (providerReference !== null) {
    return asked(intentNamed(api, { providerReference, currency }))
  }
  const soon = await listed(query, soonMs, api, call)
  const key = soon === null ? await takeKey(query, api) : null
  if (key === null || key === "never used") return soon
  const found = await listed(query, hourMs, api, call)
  if (found !== null || key === "taken late") return found
  throw unsaid("Stripe has heard of it, and does not list it.")
}

/** It was sent soon after it was made, and the clocks on both sides may differ by up to an hour. */
const soonMs = 180_000
const hourMs = 3_600_000

/** Stripe keeps a key for a day; the clocks on both sides leave so much of that for sure. */
const keptMs = 23 * hourMs

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
 * Takes the key of a charge that is not listed: a list may lag behind, and a request may be under
 * way. Stripe turns this request away where it has heard of the key, and whatever comes under the
 * key later where it has not. It asks for no money; but it could, for what isn't well made Stripe
 * turns away without a look at the key (docs.stripe.com/error-low-level).
 */
const takeKey = async (
  { type, reference, amount, currency, created }: ChargeQuery,
  api: Stripe
): Promise<"never used" | "taken late" | "heard of"> => {
  const metadata = { payloom_asked: reference }
  const once = { idempotencyKey: reference }
  try {
    const taken = await (type === "verify"
      ? api.setupIntents.create({ metadata }, once)
      : api.paymentIntents.create({ ...moneyParams(amount, currency), metadata }, once))
    // Asked again, Stripe answers as it did of one that was given up by then.
    await isEnded(api, taken.id)
    return taken.created * 1000 - created < keptMs ? "never used" : "taken late"
  } catch (thrown) {
    if (thrown instanceof Stripe.errors.StripeIdempotencyError) return "heard of"
    if (neverCharged.includes(objectionIn(thrown)?.code)) return "never used"
    throw failureIn(thrown)
  }
}

/** An amount that Stripe takes under no key: whatever was asked with it can't be carried out. */
const neverCharged: ReadonlyArray<string | undefined> = ["amount_too_small", "amount_too_large"]

const unsaid = (reason: string) => ({ _tag: "Unknown", reason }) as const

/** Whether a charge can't be paid any more from now on. */
export const isEnded = async (api: Stripe, id: string): Promise<boolean> => {
  try {
    const { status } = isCheck(id)
      ? await api.setupIntents.cancel(id)
      : await api.paymentIntents.cancel(id, { cancellation_reason: "abandoned" })
    return status === "canceled"
  } catch (thrown) {
    if (objectionIn(thrown) !== null) return false
    throw failureIn(thrown)
  }
}

/**
 * A charge as it stands, of which a decline is one for good: at Stripe a declined one is open, and
 * a payer who was asked has its secret. So it is ended first; null where it was paid meanwhile.
 */
export const declinedForGood = async (api: Stripe, intent: Intent): Promise<Intent | null> => {
  if (!isOpenDecline(intent)) return intent
  const isOver = await isEnded(api, intent.found.providerReference)
  return isOver ? { ...intent, status: "canceled" } : null
}

/** Whether it was declined, and may be paid yet. */
export const isOpenDecline = ({ found, status }: Intent): boolean =>
  found.state === "declined" && status !== "canceled"

/** Why nothing can be said of what was declined and then paid, until it is asked about again. */
export const paidMeanwhile = { reason: "It was declined, and has moved on since." } as const
