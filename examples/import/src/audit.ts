import { intervalsAfter } from "@payloom/core"
import { openPastEngine } from "@payloom/example-kit/pastEngine"
import type { StripeBilled } from "./messages.ts"

/** The result of an audit: each due charge of each subscription, at both sides. */
export interface Audit {
  /** The charges that were due in the time of the trial. */
  readonly due: number
  /** The charges that both sides made, or one side twice. */
  readonly double: number
  /** The charges that nobody made. */
  readonly missed: number
  /** The due charges that Stripe made, and those that this engine made. */
  readonly byStripe: number
  readonly byPayloom: number
  /** The subscriptions that this engine bills at the end. */
  readonly takenOver: number
  /** The first subscriptions with an error. */
  readonly examples: ReadonlyArray<string>
}

interface Document {
  readonly [field: string]: unknown
}

/** The times at which this engine charged each subscription of Stripe, by its id there. */
type Charged = ReadonlyMap<string, ReadonlyArray<number>>

/** Compares the calendar with the charges of both sides, from `from` to `to` in milliseconds. */
export const audit = async (
  database: string,
  stripe: ReadonlyArray<StripeBilled>,
  from: number,
  to: number
): Promise<Audit> => {
  const { charged, takenOver } = await chargedIn(database)
  let [due, double, missed, byStripe, byPayloom] = [0, 0, 0, 0, 0]
  const examples: Array<string> = []
  for (const subscription of stripe) {
    const there = countOf(subscription.billed.map((seconds) => seconds * 1000))
    const here = countOf(charged.get(subscription.id) ?? [])
    const boundaries = new Set(boundariesOf(subscription, from, to))
    due += boundaries.size
    // A charge at any other time is one too many.
    const times = new Set([...boundaries, ...within(there, from, to), ...within(here, from, to)])
    for (const at of times) {
      const [theirs, ours] = [there.get(at) ?? 0, here.get(at) ?? 0]
      byStripe += theirs
      byPayloom += ours
      const wanted = boundaries.has(at) ? 1 : 0
      if (theirs + ours > wanted) double += 1
      if (theirs + ours < wanted) missed += 1
      if (theirs + ours !== wanted && examples.length < 5) {
        const found = `${theirs} at Stripe, ${ours} here`
        examples.push(`${subscription.id} at ${new Date(at).toISOString()}: ${found}`)
      }
    }
  }
  return { due, double, missed, byStripe, byPayloom, takenOver, examples }
}

const within = (counts: ReadonlyMap<number, number>, from: number, to: number) =>
  [...counts.keys()].filter((at) => at >= from && at < to)

const countOf = (times: ReadonlyArray<number>): ReadonlyMap<number, number> => {
  const counts = new Map<number, number>()
  for (const at of times) counts.set(at, (counts.get(at) ?? 0) + 1)
  return counts
}

/** Returns the due times by the calendar, in milliseconds. A trial is followed by the first one. */
const boundariesOf = (
  { anchor, interval, trialEnd }: StripeBilled,
  from: number,
  to: number
): ReadonlyArray<number> => {
  const times: Array<number> = []
  for (let nth = trialEnd === null ? 1 : 0; ; nth++) {
    const at = intervalsAfter(anchor * 1000, interval, nth)
    if (at >= to) return times
    if (at >= from) times.push(at)
  }
}

/** Returns the number of cards in a store. */
export const cardsAt = async (database: string): Promise<number> => {
  const past = await openPastEngine(database)
  const cards = await past.count("SELECT count(*) AS n FROM payment_instruments")
  await past.close()
  return cards
}

/** Reads the successful payments of the store, by the due time of the cycle that each has paid. */
const chargedIn = async (
  database: string
): Promise<{ readonly charged: Charged; readonly takenOver: number }> => {
  const past = await openPastEngine(database)
  const documents = async function* (table: string): AsyncGenerator<Document> {
    for await (const { doc } of past.rows<{ readonly doc: string }>(
      `SELECT CAST(doc AS TEXT) AS doc FROM ${table}`
    )) {
      yield JSON.parse(doc) as Document
    }
  }
  const stripeIds = new Map<unknown, string>()
  let takenOver = 0
  for await (const { object, externalId, kind, state } of documents("imported_objects")) {
    if (kind !== "subscription") continue
    if (state === "taken_over") takenOver += 1
    if (object !== null) stripeIds.set(object, String(externalId).slice("stripe:".length))
  }
  const dueAt = new Map<unknown, { readonly stripe: string; readonly at: number }>()
  for await (const { id, subscription, dueAt: at } of documents("billing_cycles")) {
    dueAt.set(id, { stripe: stripeIds.get(subscription) ?? "", at: Number(at) })
  }
  const charged = new Map<string, Array<number>>()
  for await (const { billingCycle, status } of documents("payments")) {
    const cycle = dueAt.get(billingCycle)
    if (cycle === undefined || status !== "succeeded") continue
    const times = charged.get(cycle.stripe) ?? []
    times.push(cycle.at)
    charged.set(cycle.stripe, times)
  }
  await past.close()
  return { charged, takenOver }
}
