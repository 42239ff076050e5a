import type { Client, Reply } from "@payloom/example-kit/client"
import { oneOf } from "@payloom/example-kit/crew"
import { openPayerSession } from "@payloom/example-kit/openPayerSession"
import type { ProviderFake } from "./fakes/ProviderFake.ts"
import type { Order } from "./orders.ts"
import { payer } from "./payer.ts"
import type { Shop } from "./shop.ts"

/** The context of buying. */
export interface Buying {
  readonly client: Client
  readonly shop: Shop
  readonly providers: ReadonlyArray<ProviderFake>
  /** The keys of the requests that were sent twice at once. */
  readonly repeated: Set<string>
}

/** The requests for an order, one after the other. Their keys begin with the order's name. */
type Purchase = (buying: Buying, order: Order) => Promise<void>

/** The share of requests that the shop sends twice at once, under one key. */
const repeats = 0.05

const ask = ({ client, repeated }: Buying, request: Parameters<Client["ask"]>[0]) => {
  if (Math.random() < repeats) {
    repeated.add(request.key)
    void client.send(request)
  }
  return client.ask(request)
}

const pay = (buying: Buying, order: Order, more: object = {}): Promise<Reply | null> =>
  ask(buying, {
    path: "/payments",
    key: order.name,
    body: {
      amount: String(order.amount),
      currency: order.currency,
      type: "one_off",
      payment_instrument: buying.shop.saved.get(order.card),
      metadata: { order: order.name },
      ...more
    }
  })

/** Pays, and refunds a part. */
const payAndRefund: Purchase = async (buying, order) => {
  const paid = await pay(buying, order)
  if (paid?.json.status === "succeeded") await refund(buying, order, paid.json.id)
}

/** Refunds 4.00 of some payments. */
const refund = async (buying: Buying, { name }: Order, payment: unknown): Promise<void> => {
  if (Math.random() < 0.4) return
  const path = `/payments/${payment}/refunds`
  await ask(buying, { path, key: `${name} refund`, body: { amount: "400" } })
}

/** Authorizes, then captures a part or voids. */
const hold: Purchase = async (buying, order) => {
  const held = await pay(buying, order, { capture_method: "manual" })
  if (held?.json.status !== "authorized" || Math.random() < 0.1) return
  const path = `/payments/${held.json.id}`
  const [what, body] = Math.random() < 0.7 ? ["capture", { amount: "1000" }] : ["void", {}]
  await ask(buying, { path: `${path}/${what}`, key: `${order.name} ${what}`, body })
}

/** Makes a first charge with a mandate, and then charges without the payer. */
const rebill: Purchase = async (buying, order) => {
  const first = await pay(buying, order, { type: "subscription_initial" })
  if (first?.json.status !== "succeeded") return
  const again = { ...order, name: `${order.name} again` }
  await pay(buying, again, {
    type: "subscription_rebill",
    payment_instrument: first.json.payment_instrument
  })
}

/** Pays a session at a bank, with a redirect and a return. */
const atBank: Purchase = async (buying, order) => {
  const inEuros = { ...order, currency: "EUR" }
  await checkOut(buying, inEuros, { method: "apm", apm: { type: "ideal" } })
}

/** Pays a session with a new card, and refunds a part. */
const byNewCard: Purchase = async (buying, order) => {
  const { client, shop } = buying
  const ciphertext = shop.ciphertexts.get(order.card)
  const session = await checkOut(buying, order, { method: "card", card: { ciphertext } })
  if (session === null) return
  const found = await client.sendAs(asMerchant(shop), `/checkout_sessions/${session}`)
  if (found?.json.status === "succeeded") await refund(buying, order, found.json.payment)
}

const asMerchant = ({ secretKey }: Shop): Headers =>
  new Headers({ Authorization: `Bearer ${secretKey}` })

/** The number of times that a payer's browser retries. */
const tries = 6

/**
 * Opens a session and pays it by a method. Sends the payer to the provider's page if needed.
 * Returns the session's id, or null if it has no end yet.
 */
const checkOut = async (
  { client, shop }: Buying,
  { name, amount, currency }: Order,
  { method, ...details }: { readonly method: "apm" | "card"; readonly [name: string]: unknown }
): Promise<string | null> => {
  const price = { amount: String(amount), currency, customer: shop.customer }
  const session = await openPayerSession(client, shop.publishableKey, name, price)
  if (session === null) return null
  const { id, headers } = session
  const confirm = (more: object) => client.sendAs(headers, "/session/confirm", { method, ...more })
  let brought: object | null = null
  for (let nth = 0; nth < tries; nth++) {
    const seen = await client.sendAs(headers, "/session/status")
    const { status, action } = seen?.json ?? {}
    if (status === "succeeded" || status === "declined") return id
    if (status === "requires_payment") {
      const typed = { billing_address: wireAddress, return_url: "https://shop.example/back" }
      await confirm({ ...details, ...typed })
    } else if (status === "requires_action") {
      brought ??= await answerAt((action as { readonly url?: string }).url ?? "")
      if (brought !== null) await confirm({ returned: { query: brought } })
    }
  }
  return null
}

const { postalCode: postal_code, ...address } = payer.billingAddress
const wireAddress = { ...address, postal_code }

/** Answers at the bank, mostly with an approval. Returns the query of the return address. */
const answerAt = async (url: string): Promise<object | null> => {
  const approves = Math.random() < 0.8
  const body = new URLSearchParams({
    approves: String(approves),
    answer: approves ? "approve" : "refuse"
  })
  const { headers } = await fetch(url, { method: "POST", body, redirect: "manual" })
  const back = headers.get("location")
  return back === null ? null : Object.fromEntries(new URL(back).searchParams)
}

/** Refunds a payment in a provider's dashboard, or disputes it. */
const fromOutside: Purchase = async (buying, order) => {
  const { providers, client, shop } = buying
  const paid = await pay(buying, order)
  if (paid?.json.status !== "succeeded") return
  const found = await client.sendAs(asMerchant(shop), `/payments/${paid.json.id}/attempts`)
  const attempts = (found?.json.data ?? []) as ReadonlyArray<{
    readonly id: string
    readonly provider: string
    readonly status: string
  }>
  const captured = attempts.find(({ status }) => status === "captured")
  if (captured === undefined) return
  const { dashboard } = providers.find((each) => each.provider === captured.provider) ?? {}
  if (Math.random() < 0.6) dashboard?.refund(captured.id)
  else dashboard?.dispute(captured.id)
}

const purchases: ReadonlyArray<Purchase> = [
  payAndRefund,
  payAndRefund,
  payAndRefund,
  hold,
  hold,
  rebill,
  byNewCard,
  byNewCard,
  byNewCard,
  atBank,
  fromOutside
]

/** Makes the purchases, with several concurrent buyers. */
export const buyAll = async (
  buying: Buying,
  orders: ReadonlyArray<Order>,
  { lanes, onOrder }: BuyingPlan
): Promise<void> => {
  const left = orders.values()
  let done = 0
  const lane = async (): Promise<void> => {
    for (const order of left) {
      await oneOf(purchases)?.(buying, order)
      done += 1
      onOrder(done)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

/** The number of concurrent buyers, and a function that is called after each purchase. */
export interface BuyingPlan {
  readonly lanes: number
  readonly onOrder: (done: number) => void
}
