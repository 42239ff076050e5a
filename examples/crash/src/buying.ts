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
export interface Buying {
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

const pay = (
  { client }: Buying,
  order: string,
  { card }: SavedCard,
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
const subscribe: Purchase = async (buying, order) => {
  const { card, customer } = anyCard(buying)
  const interval = { unit: "month", count: 1 }
  const body = { ...price, customer, payment_instrument: card, interval, metadata: { order } }
  await buying.client.ask({ path: "/subscriptions", key: order, body })
}

/** The number of times that a payer's browser retries. */
const tries = 5

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
  checkOut
]

/** Buys until it is stopped. Resolves once all requests in flight have ended. */
export const keepBuying = async (
  buying: Buying,
  lane: string,
  isOver: () => boolean
): Promise<void> => {
  for (let nth = 0; !isOver(); nth++) await oneOf(purchases)?.(buying, `${lane}${nth}`)
}
