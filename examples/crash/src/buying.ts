import { setTimeout as pause } from "node:timers/promises"
import type { Client, Reply } from "@payloom/example-kit/client"
import { oneOf } from "@payloom/example-kit/crew"
import { openPayerSession } from "@payloom/example-kit/openPayerSession"
import type { Sandbox } from "@payloom/testkit"
import { Effect } from "effect"
import type { SavedCard, Shop } from "./shop.ts"

/** The price of an order, in minor units. */
const amount = 1250n

/** The requests for an order, one after the other. Their keys begin with the order's name. */
type Purchase = (buying: Buying, order: string) => Promise<void>

/** The context of buying. */
interface Buying {
  readonly client: Client
  readonly shop: Shop
  readonly box: Sandbox
  /** Keeps the last answer to a payer's session. */
  readonly keep: (session: PaidSession) => void
}

/** A session that a payer has tried to pay, and the last answer to their browser. */
export interface PaidSession {
  readonly headers: Headers
  readonly reply: Reply
}

const price = { amount: `${amount}`, currency: "EUR" }

/** A saved card or debit, and its owner. */
type Saved = Pick<SavedCard, "card" | "customer">

const pay = (
  { client }: Buying,
  order: string,
  { card }: Saved,
  more: object = {}
): Promise<Reply | null> =>
  client.ask({
    path: "/payments",
    key: order,
    body: { ...price, type: "one_off", payment_instrument: card, metadata: { order }, ...more }
  })

const anyCard = ({ shop: { saved } }: Buying): SavedCard => {
  const card = oneOf(saved)
  if (card === undefined) throw new Error("No card was saved.")
  return card
}

/** Pays, and refunds some of it once or twice. */
const payAndRefund: Purchase = async (buying, order) => {
  const { client } = buying
  const paid = await pay(buying, order, anyCard(buying))
  if (paid?.json.status !== "succeeded") return
  const path = `/payments/${paid.json.id}/refunds`
  if (Math.random() < 0.7) await client.ask({ path, key: `${order} r1`, body: { amount: "400" } })
  if (Math.random() < 0.4) await client.ask({ path, key: `${order} r2`, body: { amount: "600" } })
}

/** Authorizes, then captures fully, captures in part, or voids. */
const hold: Purchase = async (buying, order) => {
  const { client } = buying
  const held = await pay(buying, order, anyCard(buying), { capture_method: "manual" })
  if (held?.json.status !== "authorized") return
  const path = `/payments/${held.json.id}`
  const ask = (what: string, body: object) =>
    client.ask({ path: `${path}/${what}`, key: `${order} ${what}`, body })
  const end = oneOf(["all", "some", "none"])
  if (end === "all") await ask("capture", {})
  if (end === "some") await ask("capture", { amount: "1000" })
  if (end === "none") await ask("void", {})
}

/** Subscribes with a saved card. The engine makes the first charge. */
const subscribe: Purchase = (buying, order) => subscribeWith(buying, order, anyCard(buying))

const subscribeWith = async (
  { client }: Buying,
  order: string,
  { card, customer }: Saved
): Promise<void> => {
  const interval = { unit: "month", count: 1 }
  const body = { ...price, customer, payment_instrument: card, interval, metadata: { order } }
  await client.ask({ path: "/subscriptions", key: order, body })
}

/** The number of times that a payer's browser retries. */
const tries = 5

const payersAccount = {
  method: "apm",
  apm: {
    type: "sandbox_debit",
    details: { name: "Ada Lovelace", account_number: "DE89370400440532013000" }
  },
  return_url: "https://shop.example/done"
} as const

/** A debit is pending for three seconds, so its payer looks for longer, and not all the time. */
const looks = 30
const betweenLooksMs = 250

/** Pays a session by a debit, saves the account, and debits it again. */
const debit: Purchase = async (buying, order) => {
  const { client, shop, keep } = buying
  const agreed = { ...price, stored_credential: { usage: "unscheduled" } }
  const session = await openPayerSession(client, shop.publishableKey, order, agreed)
  if (session === null) return
  const { id, headers } = session
  let isSent = false
  for (let nth = 0; nth < looks; nth++) {
    const seen = await client.sendAs(headers, "/session/status")
    if (seen?.json.status === "succeeded") {
      keep({ headers, reply: seen })
      return debitAgain(buying, order, id)
    }
    if (seen?.json.status === "requires_payment" || (seen !== null && !isSent)) {
      isSent = (await client.sendAs(headers, "/session/confirm", payersAccount)) !== null
    }
    await pause(betweenLooksMs)
  }
}

const debitAgain = async (buying: Buying, order: string, session: string): Promise<void> => {
  const { client } = buying
  const owner = await client.ask({ path: "/customers", key: `${order} owner`, body: {} })
  if (owner === null) return
  const saved = await client.ask({
    path: "/payment_instruments",
    key: `${order} save`,
    body: { customer: owner.json.id, checkout_session: session }
  })
  if (saved === null) return
  const account = { card: String(saved.json.id), customer: String(owner.json.id) }
  await pay(buying, `${order} again`, account)
  if (Math.random() < 0.5) await subscribeWith(buying, `${order} cycle`, account)
}

/** Pays a session in a browser, with the issuer's challenge. */
const checkOut: Purchase = async (buying, order) => {
  const { client, shop, box, keep } = buying
  const session = await openPayerSession(client, shop.publishableKey, order, price)
  if (session === null) return
  const { headers } = session
  const ciphertext = await box.encryptCard("three_ds_challenge")
  const confirm = (more: object) =>
    client.sendAs(headers, "/session/confirm", { method: "card", ...more })
  for (let nth = 0; nth < tries; nth++) {
    // A returning payer's browser looks up the status first.
    const seen = await client.sendAs(headers, "/session/status")
    if (seen === null) continue
    const { status, action } = seen.json
    if (status === "succeeded" || status === "declined") return keep({ headers, reply: seen })
    if (status !== "requires_action") await confirm({ card: { ciphertext } })
    else {
      const { session: reference } = action as { readonly session: string }
      await Effect.runPromise(box.answerChallenge(reference, true))
      await confirm({ three_ds_session_id: reference })
    }
  }
}

const purchases: ReadonlyArray<Purchase> = [
  payAndRefund,
  payAndRefund,
  payAndRefund,
  hold,
  hold,
  subscribe,
  checkOut,
  debit
]

/** Buys until it is stopped. Resolves once all requests in flight have ended. */
const keepBuying = async (buying: Buying, lane: string, isOver: () => boolean): Promise<void> => {
  for (let nth = 0; !isOver(); nth++) await oneOf(purchases)?.(buying, `${lane}${nth}`)
}

/** Buyers, and the list of the sessions that they have paid. */
interface Buyers extends Omit<Buying, "keep"> {
  readonly sessions: Array<PaidSession>
}

/**
 * Lets several clients buy for as long as some work takes. Resolves with its result once all
 * requests in flight have ended.
 */
export const buyDuring = async <A>(
  { sessions, ...buyers }: Buyers,
  clients: number,
  work: () => Promise<A>
): Promise<A> => {
  let isOver = false
  const keep = (session: PaidSession) => void sessions.push(session)
  const bought = Array.from({ length: clients }, (_, nth) =>
    keepBuying({ ...buyers, keep }, `lane ${nth} order `, () => isOver)
  )
  const done = await work()
  isOver = true
  await Promise.all(bought)
  return done
}
