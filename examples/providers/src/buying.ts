import type { Client, Reply } from "@payloom/example-kit/client"
import { oneOf } from "@payloom/example-kit/crew"
import { openPayerSession } from "@payloom/example-kit/openPayerSession"
import type { Fakes } from "./fakes.ts"
import type { Shop } from "./shop.ts"

/** The context of buying. */
export interface Buying {
  readonly client: Client
  readonly shop: Shop
  readonly fakes: Fakes
}

/** The requests for an order, one after the other. Their keys begin with the order's name. */
type Purchase = (buying: Buying, order: string) => Promise<void>

const price = { amount: "1250", currency: "EUR" }

const pay = ({ client, shop }: Buying, order: string, more: object = {}): Promise<Reply | null> =>
  client.ask({
    path: "/payments",
    key: order,
    body: {
      ...price,
      type: "one_off",
      payment_instrument: oneOf(shop.saved)?.card,
      metadata: { order },
      ...more
    }
  })

/** Pays, and refunds a part. */
const payAndRefund: Purchase = async (buying, order) => {
  const paid = await pay(buying, order)
  if (paid?.json.status !== "succeeded" || Math.random() < 0.4) return
  const path = `/payments/${paid.json.id}/refunds`
  await buying.client.ask({ path, key: `${order} refund`, body: { amount: "400" } })
}

/** Authorizes, then captures a part or voids. */
const hold: Purchase = async (buying, order) => {
  const held = await pay(buying, order, { capture_method: "manual" })
  if (held?.json.status !== "authorized") return
  const path = `/payments/${held.json.id}`
  const [what, body] = Math.random() < 0.7 ? ["capture", { amount: "1000" }] : ["void", {}]
  await buying.client.ask({ path: `${path}/${what}`, key: `${order} ${what}`, body })
}

/** Makes a first charge with a mandate, and then charges without the payer. */
const rebill: Purchase = async (buying, order) => {
  const first = await pay(buying, order, { type: "subscription_initial" })
  if (first?.json.status !== "succeeded") return
  await pay(buying, `${order} again`, {
    type: "subscription_rebill",
    payment_instrument: first.json.payment_instrument
  })
}

/** The number of times that a payer's browser retries. */
const tries = 6

/** Pays a session at a bank, with a redirect and a return. */
const atBank: Purchase = async (buying, order) => {
  const { client, shop } = buying
  const headers = await openPayerSession(client, shop.publishableKey, order, price)
  if (headers === null) return
  const confirm = (more: object) =>
    client.sendAs(headers, "/session/confirm", { method: "apm", ...more })
  let brought: object | null = null
  for (let nth = 0; nth < tries; nth++) {
    const seen = await client.sendAs(headers, "/session/status")
    const { status, action } = seen?.json ?? {}
    if (status === "succeeded" || status === "declined") return
    if (status === "requires_payment") {
      const back = "https://shop.example/back"
      await confirm({ apm: { type: "ideal" }, return_url: back })
    } else if (status === "requires_action") {
      brought ??= await answerAt((action as { readonly url?: string }).url ?? "")
      if (brought !== null) await confirm({ returned: { query: brought } })
    }
  }
}

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
  const { fakes, client } = buying
  const paid = await pay(buying, order)
  if (paid?.json.status !== "succeeded") return
  const attempts = await client.sendAs(
    new Headers({ Authorization: `Bearer ${buying.shop.secretKey}` }),
    `/payments/${paid.json.id}/attempts`
  )
  const [attempt] = (attempts?.json.data ?? []) as ReadonlyArray<{
    readonly id: string
    readonly provider: string
    readonly status: string
  }>
  if (attempt?.status !== "captured") return
  if (Math.random() < 0.6) {
    if (attempt.provider === "stripe") fakes.stripe.dashboard.refund(attempt.id, 300)
    else fakes.adyen.dashboard.refund(attempt.id, 300)
    return
  }
  if (attempt.provider === "stripe") {
    const { id } = fakes.stripe.dashboard.dispute(attempt.id)
    fakes.stripe.dashboard.moveDispute(id, oneOf(["won", "lost", "under_review"]) ?? "won")
  } else fakes.adyen.dashboard.dispute(attempt.id)
}

const purchases: ReadonlyArray<Purchase> = [
  payAndRefund,
  payAndRefund,
  payAndRefund,
  hold,
  hold,
  rebill,
  atBank,
  fromOutside
]

/** Makes the planned number of purchases, with several concurrent buyers. */
export const buyAll = async (
  buying: Buying,
  { orders, lanes, onOrder }: BuyingPlan
): Promise<void> => {
  let next = 0
  const lane = async (): Promise<void> => {
    while (next < orders) {
      next += 1
      await oneOf(purchases)?.(buying, `order ${next}`)
      onOrder(next)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

/** The number of purchases and of concurrent buyers. */
export interface BuyingPlan {
  readonly orders: number
  readonly lanes: number
  readonly onOrder: (done: number) => void
}
