import type { BillingCycle, Subscription } from "@payloom/core"
import type { CardToEncrypt } from "../../sandbox/sandbox.ts"
import type { Shop } from "./openShop.ts"

type Terms = Partial<Parameters<ReturnType<Shop["shop"]>["subscriptions"]["create"]>[0]>

const monthly = { amount: 900n, currency: "EUR", interval: { unit: "month", count: 1 } } as const

/** A subscriber with a card of their own: 9.00 EUR a month unless told. */
export interface Subscriber {
  readonly id: string
  readonly customer: string
  readonly card: string
}

let keys = 0

/** A key that no other call has. */
export const newKey = () => {
  keys += 1
  return { idempotencyKey: `billing ${keys}` }
}

/** Saves a card anew, so that each has a fingerprint or customer of its own choosing. */
export const saveAnew = async (
  shop: Shop,
  card: CardToEncrypt,
  customer?: string
): Promise<{ readonly id: string; readonly customer: string }> => {
  const ciphertext = await shop.box.encryptCard(card)
  return shop.shop().cards.save({ ciphertext, ...(customer === undefined ? {} : { customer }) })
}

/** Subscribes a new customer, without the first charge. */
export const enrol = async (
  shop: Shop,
  card: CardToEncrypt = "approved",
  terms: Terms = {}
): Promise<Subscriber> => {
  const saved = await saveAnew(shop, card)
  const own = terms.plan === undefined ? monthly : {}
  const made = await shop
    .shop()
    .subscriptions.create(
      { customer: saved.customer, paymentInstrument: saved.id, ...own, ...terms },
      newKey()
    )
  return { id: made.id, customer: saved.customer, card: saved.id }
}

/** Subscribes a new customer, and makes the first charge. */
export const subscribe = async (
  shop: Shop,
  card?: CardToEncrypt,
  terms?: Terms
): Promise<Subscriber> => {
  const subscriber = await enrol(shop, card, terms)
  await shop.work()
  return subscriber
}

/** The subscription as it stands. */
export const standing = (shop: Shop, { id }: Pick<Subscriber, "id">): Promise<Subscription> =>
  shop.shop().subscriptions.retrieve(id)

/** All cycles of a subscription. */
export const cyclesOf = async (
  shop: Shop,
  { id }: Pick<Subscriber, "id">
): Promise<ReadonlyArray<BillingCycle>> => {
  const cycles: Array<BillingCycle> = []
  for await (const cycle of shop.shop().subscriptions.iterateCycles(id)) cycles.push(cycle)
  return cycles
}

/** A cycle as its place, its status and its date. */
export const told = ({ sequence, status, dueAt }: BillingCycle): string =>
  `${sequence} ${status} ${dateOf(dueAt)}`

/** A moment as its day, and as its time too where that is not noon. */
export const dateOf = (moment: number | null): string => {
  if (moment === null) return "never"
  const text = new Date(moment).toISOString()
  return text.endsWith("T12:00:00.000Z") ? text.slice(0, 10) : text
}

/** The events of subscriptions, in their order. */
export const subscriptionEvents = async (shop: Shop): Promise<ReadonlyArray<string>> =>
  (await shop.events())
    .filter(({ type }) => type.startsWith("subscription."))
    .map(({ type }) => type.slice("subscription.".length))
