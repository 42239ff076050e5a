import type { BillingCycle, NetworkAdvice, Payment, Subscription } from "@payloom/core"
import { expect } from "vitest"
import { chargeThat } from "../../sandbox/conduct.ts"
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
export const dateOf = (moment: number | null | undefined): string => {
  if (moment == null) return "never"
  const text = new Date(moment).toISOString()
  return text.endsWith("T12:00:00.000Z") ? text.slice(0, 10) : text
}

/** The events of subscriptions, in their order. */
export const subscriptionEvents = async (shop: Shop): Promise<ReadonlyArray<string>> =>
  (await subscriptionStory(shop)).map((line) => line.slice(line.lastIndexOf(" ") + 1))

/** The same, each behind its date. */
export const subscriptionStory = async (shop: Shop): Promise<ReadonlyArray<string>> =>
  (await shop.events())
    .filter(({ type }) => type.startsWith("subscription."))
    .map(({ type, occurredAt }) => `${dateOf(occurredAt)} ${type.slice("subscription.".length)}`)

/** The payments of a subscriber, oldest first: when, as what, how much and what became of them. */
export const paymentsOf = async (
  shop: Shop,
  { customer }: Pick<Subscriber, "customer">
): Promise<ReadonlyArray<string>> => {
  const payments: Array<Payment> = []
  for await (const payment of shop.shop().payments.iterate()) payments.unshift(payment)
  return payments
    .filter((payment) => payment.customer === customer)
    .map(
      ({ created, type, amount, status }) =>
        `${dateOf(created)} ${type.replace("subscription_", "")} ${amount} ${status}`
    )
}

/** When renewals of 9.00 EUR were charged, from a place on, and what became of each. */
export const chargedAt = async (
  shop: Shop,
  subscriber: Subscriber,
  from = 0
): Promise<ReadonlyArray<string>> =>
  (await paymentsOf(shop, subscriber))
    .filter((line) => line.includes("rebill"))
    .slice(from)
    .map((line) => line.replace(" rebill 900", "").replace(":00.000Z", ""))

/** The cycles of a subscription as they are told, but for those that are only scheduled. */
export const begunCycles = async (
  shop: Shop,
  subscriber: Pick<Subscriber, "id">
): Promise<ReadonlyArray<string>> =>
  (await cyclesOf(shop, subscriber)).filter(({ status }) => status !== "scheduled").map(told)

/** Lets time pass until noon of a day, or until a moment, with everything that it brings. */
export const elapseTo = (shop: Shop, date: string): Promise<void> =>
  shop.elapse(Date.parse(date.includes("T") ? date : `${date}T12:00:00Z`) - shop.clock.now())

/** Moves a subscription to another card of the customer's; answers that one's id. */
export const moveTo = async (
  shop: Shop,
  { id, customer }: Pick<Subscriber, "id" | "customer">,
  card: CardToEncrypt
): Promise<string> => {
  const { id: paymentInstrument } = await saveAnew(shop, card, customer)
  await shop.shop().subscriptions.update(id, { paymentInstrument }, newKey())
  return paymentInstrument
}

/** From now on every charge is declined: with a code of the sandbox's, softly unless told. */
export const declineAll = ({ box }: Shop, rawCode = "nsf", advice?: NetworkAdvice): void =>
  box.script.charge(chargeThat.isDeclined(rawCode, advice), { times: Number.POSITIVE_INFINITY })

/** From now on charges are again what their cards say. */
export const declineNoMore = ({ box }: Shop): void => box.script.clear()

/** A subscriber whose renewal of 15 December was declined, as every charge is from then on. */
export const fallBehind = async (shop: Shop): Promise<Subscriber> => {
  const subscriber = await subscribe(shop)
  declineAll(shop)
  await elapseTo(shop, "2026-12-15")
  expect((await standing(shop, subscriber)).status).toBe("past_due")
  return subscriber
}
