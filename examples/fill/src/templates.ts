import { Entropy, type Merchant, Payloom } from "@payloom/core"
import { manualClock, memory, numberedCard, type Sandbox, sandbox } from "@payloom/testkit"
import { Clock, Effect } from "effect"
import { type Random, seededRandom } from "./seededRandom.ts"

/** The texts that stand for a customer's and an order's own texts. */
export const placeholders = {
  name: "THE-NAME",
  email: "the-address@shop.example",
  order: "THE-ORDER"
} as const

/** An engine that has lived through some hundred days, with all of its rows. */
export interface Templates {
  readonly payloom: Payloom
  readonly merchant: Merchant
  readonly close: () => Promise<void>
}

/** The options of the templates. */
export interface TemplateOptions {
  readonly seed: string
  /** The number of customers who pay once or a few times. */
  readonly customers: number
  readonly subscriptions: number
  /** The end, in milliseconds since the epoch. */
  readonly now: number
  /** The path of the bank's journal. With it, the sandbox knows the charges of the templates. */
  readonly journal?: string
  readonly onProgress: (share: number) => void
}

const dayMs = 86_400_000
const days = 400

/** Runs an engine on a virtual clock through 400 days of a shop. The same seed gives the same. */
export const openTemplates = async (options: TemplateOptions): Promise<Templates> => {
  const { seed, customers, subscriptions, now, journal, onProgress } = options
  const random = seededRandom(seed)
  const clock = manualClock(now - days * dayMs, { patienceMs: 10_000 })
  const box = sandbox(journal === undefined ? {} : { journal })
  const payloom = await Payloom.make({
    ...box.setup,
    storage: memory(),
    entropy: Entropy.seeded(seed),
    clock,
    workers: false
  })
  const merchant = await box.openShop(payloom, {
    displayName: "Shop of a million",
    currencies: ["EUR", "USD", "GBP", "JPY"]
  })
  const shop: Shop = { payloom, merchant, box, random, until: clock.until, cards: [], keys: 0 }
  const steps = customers + subscriptions
  for (let step = 0; step < steps; step += 1) {
    // Jobs run when they are due, so holds expire and renewals are charged meanwhile.
    await clock.elapse(Math.floor((days * dayMs) / steps), payloom)
    if ((step * subscriptions) % steps < subscriptions) await clock.until(subscribe(shop))
    else await clock.until(buy(shop))
    onProgress(step / steps)
  }
  await clock.elapse(0, payloom)
  await clock.until(payloom.reporting.catchUp())
  return { payloom, merchant, close: () => payloom.close() }
}

interface Shop {
  readonly payloom: Payloom
  readonly merchant: Merchant
  readonly box: Sandbox
  readonly random: Random
  readonly until: <A>(promise: Promise<A>) => Promise<A>
  /** The cards of customers who may pay again. */
  cards: ReadonlyArray<Card>
  keys: number
}

interface Card {
  readonly customer: string
  readonly paymentInstrument: string
}

type Encrypted = Parameters<Sandbox["encryptCard"]>[0]

const newKey = (shop: Shop) => {
  shop.keys += 1
  return { idempotencyKey: `fill-${shop.keys}` }
}

const saveCard = async (shop: Shop, card: Encrypted): Promise<Card> => {
  const { name, email } = placeholders
  const { id } = await shop.merchant.customers.create({ name, email }, newKey(shop))
  const ciphertext = await shop.box.encryptCard(card)
  const saved = await shop.merchant.cards.save({ ciphertext, customer: id })
  return { customer: id, paymentInstrument: saved.id }
}

/** The cards with their shares of a hundred. Approved cards have numbers of their own. */
const cardShares: ReadonlyArray<
  readonly [share: number, cards: readonly [Encrypted, ...ReadonlyArray<Encrypted>]]
> = [
  [50, [numberedCard(1)]],
  [20, ["approved_mastercard"]],
  [10, ["approved_amex", "approved_discover", "approved_jcb", "approved_germany"]],
  [
    12,
    [
      "insufficient_funds",
      "card_declined",
      "do_not_honor",
      "expired_card",
      "incorrect_cvc",
      "fraud"
    ]
  ],
  [5, ["cascade"]],
  [2, ["cascade_exhausted", "processing_error"]],
  [1, ["timeout_charged", "pending", "pending_declined", "lost_answer"]]
]

const anyCard = (shop: Shop): Encrypted => {
  let left = shop.random.below(100)
  for (const [share, cards] of cardShares) {
    left -= share
    if (left < 0) {
      const card = shop.random.one(cards)
      return typeof card === "string" ? card : numberedCard(shop.random.below(100_000))
    }
  }
  return "approved"
}

const currencies = ["EUR", "EUR", "EUR", "USD", "USD", "GBP", "JPY"] as const
const channels = ["web", "web", "app", "phone"] as const

/** Charges a new customer, or one who has paid before. A part is captured by hand, or refunded. */
const buy = async (shop: Shop): Promise<void> => {
  const { random, merchant, box, payloom } = shop
  const known = shop.cards[random.below(shop.cards.length)]
  const again = known !== undefined && random.next() < 0.4
  const card = again ? known : await saveCard(shop, anyCard(shop))
  if (!again) shop.cards = [...shop.cards.slice(-20), card]
  const isManual = random.next() < 0.08
  const currency = random.one(currencies)
  const payment = await merchant.payments.create(
    {
      amount: BigInt(currency === "JPY" ? 100 + random.below(50_000) : 100 + random.below(30_000)),
      currency,
      type: "one_off",
      captureMethod: isManual ? "manual" : "automatic",
      ...card,
      metadata: { order: `${placeholders.order}-${shop.keys}`, channel: random.one(channels) }
    },
    newKey(shop)
  )
  if (payment.status === "authorized") await settleHold(shop, payment.id)
  if (payment.status !== "succeeded") return
  const chance = random.next()
  if (chance < 0.06) {
    const amount = random.next() < 0.5 ? payment.amount : payment.amount / 2n
    await merchant.payments.refund(payment.id, { amount }, newKey(shop))
  } else if (chance < 0.075) {
    const evidenceDueBy = payment.created + 14 * dayMs
    const disputing = box.dispute(payment, { evidenceDueBy })
    await Effect.runPromise(Effect.provideService(disputing, Clock.Clock, payloom.services.clock))
    await box.notify(payloom)
  }
}

/** Captures, voids or leaves a hold, which then expires. */
const settleHold = async (shop: Shop, id: string): Promise<void> => {
  const { random, merchant } = shop
  const chance = random.next()
  if (chance < 0.7) await merchant.payments.capture(id, {}, newKey(shop))
  else if (chance < 0.85) await merchant.payments.void(id, {}, newKey(shop))
}

const prices = [499n, 999n, 1999n] as const

const subscribe = async (shop: Shop): Promise<void> => {
  const { random, merchant } = shop
  const isFailing = random.next() < 0.1
  const card = await saveCard(shop, isFailing ? "insufficient_funds" : anyCard(shop))
  await merchant.subscriptions.create(
    {
      ...card,
      amount: random.one(prices),
      currency: random.one(currencies.slice(0, 6) as ["EUR", ...ReadonlyArray<"USD">]),
      interval: { unit: "month", count: 1 }
    },
    newKey(shop)
  )
}
