import type { ChargeAbsent, ChargeQuery, ProviderCall } from "@payloom/core"
import Stripe from "stripe"
import { referenceKey } from "./chargeParams.ts"
import { moneyParams } from "./stripeAmounts.ts"
import { asked, failureIn, objectionIn } from "./stripeErrors.ts"
import { checkOf, type Intent, intentNamed, intentOf, isCheck } from "./stripeIntents.ts"

/**
 * Finds a charge by Stripe's id, or by the engine's reference.
 *
 * A charge with an id is never absent. A key that doesn't know the id belongs to another account.
 * By reference the charge is found in the list of its time, because a search by metadata lags
 * behind and a list doesn't (docs.stripe.com/search#data-freshness). A wide list takes long to
 * read, so it is read only if the charge's idempotency key does not rule a charge out.
 *
 * **If Stripe knows the key and lists no charge.** Stripe saves the answer to a request under its
 * key, a 500 and a refusal too, and repeats it for a day (docs.stripe.com/error-low-level). So the
 * key alone would leave the charge unknown for that day. The charge is then absent, with a doubt:
 *
 * - No copy of the request can be carried out any more. Any request under the key gets the saved
 *   answer. The engine never sends the card under a second key.
 * - While a request is carried out, Stripe says that its key is in use. The charge then stays
 *   unknown. The engine takes a doubtful absence for final half an hour after the last send, which
 *   is much longer than any request takes.
 * - The reference is in the metadata of the request itself. So anything that the request created
 *   carries the reference, and is in a list as soon as it exists.
 * - The list is read from an hour before to an hour after the charge was created. Clocks that are
 *   further apart could hide the charge, so the charge then stays unknown.
 * - After a 500 Stripe may complete the charge later by itself ("roll it forward"). The engine
 *   keeps looking for a day, and Stripe's webhook reports it too. Such a charge is reversed.
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
  return { _tag: "Absent", doubt: "Stripe knows the charge's key, but lists no charge." }
}

const absent: ChargeAbsent = { _tag: "Absent" }

const clocksApart = "Stripe knows its key, but the clocks are too far apart to say more."

/** Returns true if our clock and Stripe's differ by less than the listed hour, with a margin. */
const areTogether = ({ askedAt }: ChargeQuery, heardAt: number | null): boolean =>
  askedAt !== undefined && heardAt !== null && Math.abs(heardAt - askedAt) < hourMs - soonMs

/**
 * The time around a charge's creation that is listed first, and the time that is listed if the
 * clocks on both sides differ.
 */
const soonMs = 180_000
const hourMs = 3_600_000

/**
 * The time for which Stripe surely has a key. Stripe keeps keys for a day, and clocks may differ.
 */
const keptMs = 23 * hourMs

/** The most entries that are read of a list. A longer list takes longer than a look-up may. */
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

/** Returns the entry of a list with our reference. Stops when the call is aborted. */
export const withReference = async <A extends { readonly metadata: Stripe.Metadata | null }>(
  list: AsyncIterable<A>,
  reference: string,
  { signal }: ProviderCall
): Promise<A | null> => {
  let seen = 0
  try {
    for await (const each of list) {
      if (each.metadata?.[referenceKey] === reference) return each
      if (++seen >= mostListed || signal.aborted) throw unsaid("Stripe's list is too long to read.")
    }
  } catch (thrown) {
    throw failureIn(thrown)
  }
  return null
}

/** Stripe's answer about the key of a charge that it doesn't list. */
type KeySaid =
  | { readonly _tag: "NeverUsed" }
  | { readonly _tag: "TakenLate" }
  /** The key belongs to another request. `heardAt` is the time of the answer by Stripe's clock. */
  | { readonly _tag: "HeardOf"; readonly heardAt: number | null }

/**
 * Takes the key of a charge that is not listed, because its request may still be in flight. If
 * Stripe knows the key, it refuses this request. If it doesn't, it refuses any later request under
 * the key. This request takes no money, but its parameters are valid, because Stripe refuses a
 * malformed request without a look at the key (docs.stripe.com/error-low-level).
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
    // If the look-up is repeated, Stripe returns the same saved answer, and the intent is canceled
    // by then.
    await isEnded(api, taken.id)
    return { _tag: taken.created * 1000 - created < keptMs ? "NeverUsed" : "TakenLate" }
  } catch (thrown) {
    if (thrown instanceof Stripe.errors.StripeIdempotencyError) {
      if (thrown.code === "idempotency_key_in_use") throw unsaid("Its request is still in flight.")
      return { _tag: "HeardOf", heardAt: momentIn(thrown.headers) }
    }
    if (neverCharged.includes(objectionIn(thrown)?.code)) return { _tag: "NeverUsed" }
    throw failureIn(thrown)
  }
}

/** Returns the time of an answer by Stripe's clock, or null if the answer has none. */
const momentIn = (headers: Readonly<Record<string, string>> = {}): number | null => {
  const moment = Date.parse(headers.date ?? "")
  return Number.isNaN(moment) ? null : moment
}

/** The codes of amounts that Stripe never charges, so no request with such an amount succeeds. */
const neverCharged: ReadonlyArray<string | undefined> = ["amount_too_small", "amount_too_large"]

const unsaid = (reason: string) => ({ _tag: "Unknown", reason }) as const

/** Cancels an intent. Returns true if it can't be paid any more. */
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
 * Makes a decline final, and returns the charge. At Stripe a declined intent is still open, and a
 * payer who was asked has its secret. So it is canceled first. Returns null if it can't be
 * canceled, because it was paid meanwhile.
 */
export const declinedForGood = async (api: Stripe, intent: Intent): Promise<Intent | null> => {
  if (!isOpenDecline(intent)) return intent
  const isOver = await isEnded(api, intent.found.providerReference)
  return isOver ? { ...intent, status: "canceled" } : null
}

/** Returns true if the charge was declined and can still be paid. */
export const isOpenDecline = ({ found, status }: Intent): boolean =>
  found.state === "declined" && status !== "canceled"

/** The reason of an unknown outcome, if a declined intent can't be canceled any more. */
export const paidMeanwhile = { reason: "It was declined, but can't be canceled any more." } as const
