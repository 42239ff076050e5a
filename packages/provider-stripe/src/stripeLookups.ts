import type { ChargeAbsent, ChargeQuery, ProviderCall } from "@payloom/core"
import Stripe from "stripe"
import { referenceKey } from "./chargeParams.ts"
import { moneyParams } from "./stripeAmounts.ts"
import { asked, failureIn, objectionIn } from "./stripeErrors.ts"
import { checkOf, type Intent, intentNamed, intentOf, isCheck } from "./stripeIntents.ts"

/**
 * Finds a charge by Stripe's name of it, or by ours.
 *
 * By ours it is found in the list of its time, because a search by metadata lags behind and a list
 * doesn't (docs.stripe.com/search#data-freshness). What Stripe has named is never gone: a key that
 * doesn't know the name is another account's. A wide list takes long to read, so it is read only if
 * the charge's idempotency key doesn't say that there is nothing to find.
 *
 * **If Stripe knows the key and lists no charge.** Stripe saves the answer to a request under its
 * key, a 500 and a refusal too, and repeats it for a day (docs.stripe.com/error-low-level). So the
 * key alone would leave the charge unknown for that day. The charge is then absent, with a doubt:
 *
 * - No copy of the request can be carried out any more. Whatever comes under the key is answered
 *   with what was saved. Nothing is ever sent with the card under a second key.
 * - A request that is still being carried out has its key in use, which Stripe says, and then
 *   nothing is known yet. The engine takes a doubtful absence for final half an hour after the
 *   last send, which is much longer than any request takes.
 * - The reference is in the metadata of the request itself. So whatever the request left behind
 *   carries it, and a list shows it as soon as it is there.
 * - The list is read from an hour before to an hour after the charge was made. Clocks that are
 *   further apart could hide the charge, so then nothing is known yet.
 * - After a 500 Stripe may complete the charge later by itself ("roll it forward"). The engine
 *   looks for a day longer, and Stripe's webhook tells too: such a charge is taken back.
 */
export const findIntent = async (
  query: ChargeQuery,
  api: Stripe,
  call: ProviderCall
): Promise<Intent | ChargeAbsent> => {
  const { providerReference, currency } = query
  if (providerReference !== null) {
    return asked(intentNamed(api, { providerReference, currency }))
  }
  const soon = await listed(query, soonMs, api, call)
  if (soon !== null) return soon
  const key = await takeKey(query, api)
  if (key._tag === "NeverUsed") return absent
  const found = await listed(query, hourMs, api, call)
  if (found !== null) return found
  if (key._tag === "TakenLate") return absent
  if (!areTogether(query, key.heardAt)) throw unsaid(clocksApart)
  return { _tag: "Absent", doubt: "Stripe knows the charge's key, and lists no charge." }
}

const absent: ChargeAbsent = { _tag: "Absent" }

const clocksApart = "Stripe has heard of it, and the clocks are too far apart to say more."

/** Whether our clock and Stripe's are less than the listed hour apart, with some to spare. */
const areTogether = ({ askedAt }: ChargeQuery, heardAt: number | null): boolean =>
  askedAt !== undefined && heardAt !== null && Math.abs(heardAt - askedAt) < hourMs - soonMs

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

/** What Stripe says about the key of a charge that it doesn't list. */
type KeySaid =
  | { readonly _tag: "NeverUsed" }
  | { readonly _tag: "TakenLate" }
  /** It stands for another request; when Stripe said so, by its own clock. */
  | { readonly _tag: "HeardOf"; readonly heardAt: number | null }

/**
 * Takes the key of a charge that is not listed: a request may be under way. Stripe turns this
 * request away if it has heard of the key, and whatever comes under the key later if it has not. It
 * asks for no money. But it could, because Stripe turns away what isn't well made without a look at
 * the key (docs.stripe.com/error-low-level).
 */
const takeKey = async (
  { type, reference, amount, currency, created }: ChargeQuery,
  api: Stripe
): Promise<KeySaid> => {
  const metadata = { payloom_asked: reference }
  const once = { idempotencyKey: reference }
  try {
    const taken = await (type === "verify"
      ? api.setupIntents.create({ metadata }, once)
      : api.paymentIntents.create({ ...moneyParams(amount, currency), metadata }, once))
    // Asked again, Stripe answers as it did of one that was given up by then.
    await isEnded(api, taken.id)
    return { _tag: taken.created * 1000 - created < keptMs ? "NeverUsed" : "TakenLate" }
  } catch (thrown) {
    if (thrown instanceof Stripe.errors.StripeIdempotencyError) {
      if (thrown.code === "idempotency_key_in_use") throw unsaid("Its request is under way.")
      return { _tag: "HeardOf", heardAt: momentIn(thrown.headers) }
    }
    if (neverCharged.includes(objectionIn(thrown)?.code)) return { _tag: "NeverUsed" }
    throw failureIn(thrown)
  }
}

/** When Stripe answered, by its own clock; null if it doesn't say. */
const momentIn = (headers: Readonly<Record<string, string>> = {}): number | null => {
  const moment = Date.parse(headers.date ?? "")
  return Number.isNaN(moment) ? null : moment
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
