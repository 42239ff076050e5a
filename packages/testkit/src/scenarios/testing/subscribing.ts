import type { BillingCycle, NetworkAdvice, Payment, Subscription } from "@payloom/core"
import { expect } from "vitest"
import { chargeThat } from "../../sandbox/conduct.ts"
import type { CardToEncrypt } from "../../sandbox/sandbox.ts"
import type { Shop } from "./openShop.ts"

type Terms = Partial<Parameters<ReturnType<Shop["shop"]>["subscriptions"]["create"]>[0]>

/** 9.00 EUR a month. */
export const monthly = {
  amount: 900n,
  currency: "EUR",
  interval: { unit: "month", count: 1 }
} as const

/** A subscriber with a card of their own. Default: 9.00 EUR a month. */
export interface Subscriber {
  readonly id: string
  readonly customer: string
  readonly card: string
}

let keys = 0

/** Returns a new idempotency key. */
export const newKey = () => {
  keys += 1
  return { idempotencyKey: `billing ${keys}` }
}

/** Saves a new card, so that it has its own fingerprint or customer. */
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

/** Returns the present subscription. */
export const standing = (shop: Shop, { id }: Pick<Subscriber, "id">): Promise<Subscription> =>
  shop.shop().subscriptions.retrieve(id)

/** Returns all cycles of a subscription. */
export const cyclesOf = async (
  shop: Shop,
  { id }: Pick<Subscriber, "id">
): Promise<ReadonlyArray<BillingCycle>> => {
  const cycles: Array<BillingCycle> = []
  for await (const cycle of shop.shop().subscriptions.iterateCycles(id)) cycles.push(cycle)
  return cycles
}

/** Formats a cycle as its sequence, status and date. */
export const formatCycle = ({ sequence, status, dueAt }: BillingCycle): string =>
  `${sequence} ${status} ${dateOf(dueAt)}`

/** Formats a moment as its day, with its time if it is not noon. */
export const dateOf = (moment: number | null | undefined): string => {
  if (moment == null) return "never"
  const text = new Date(moment).toISOString()
  return text.endsWith("T12:00:00.000Z") ? text.slice(0, 10) : text
}

/** Returns the events of subscriptions, in order. */
export const subscriptionEvents = async (shop: Shop): Promise<ReadonlyArray<string>> =>
  (await subscriptionStory(shop)).map((line) => line.slice(line.lastIndexOf(" ") + 1))

/** Returns the events of subscriptions, each after its date. */
export const subscriptionStory = async (shop: Shop): Promise<ReadonlyArray<string>> =>
  (await shop.events())
    .filter(({ type }) => type.startsWith("subscription."))
    .map(({ type, occurredAt }) => `${dateOf(occurredAt)} ${type.slice("subscription.".length)}`)

/** Returns the events of subscriptions after the first charge and the announced renewal. */
export const renewalStory = async (shop: Shop): Promise<ReadonlyArray<string>> =>
  (await subscriptionStory(shop)).slice(3)

/** Returns the payments of a subscriber, oldest first, with time, type, amount and status. */
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

/** Returns the charge times of renewals of 9.00 EUR, from a position on, with their outcomes. */
export const chargedAt = async (
  shop: Shop,
  subscriber: Subscriber,
  from = 0
): Promise<ReadonlyArray<string>> =>
  (await paymentsOf(shop, subscriber))
    .filter((line) => line.includes("rebill"))
    .slice(from)
    .map((line) => line.replace(" rebill 900", "").replace(":00.000Z", ""))

/** Returns the formatted cycles of a subscription without the scheduled ones. */
export const begunCycles = async (
  shop: Shop,
  subscriber: Pick<Subscriber, "id">
): Promise<ReadonlyArray<string>> =>
  (await cyclesOf(shop, subscriber)).filter(({ status }) => status !== "scheduled").map(formatCycle)

/** Returns the formatted cycles of a subscription. */
export const allCycles = async (
  shop: Shop,
  subscriber: Pick<Subscriber, "id">
): Promise<ReadonlyArray<string>> => (await cyclesOf(shop, subscriber)).map(formatCycle)

/** Returns noon of a day. */
export const noonOf = (date: string): number => Date.parse(`${date}T12:00:00Z`)

/** Lets time pass until noon of a day, or until a moment, and runs all due jobs. */
export const elapseTo = (shop: Shop, date: string): Promise<void> =>
  shop.elapse((date.includes("T") ? Date.parse(date) : noonOf(date)) - shop.clock.now())

type Pause = NonNullable<Parameters<ReturnType<Shop["shop"]>["subscriptions"]["pause"]>[1]>

/** Pauses a subscription. */
export const pause = (
  shop: Shop,
  { id }: Pick<Subscriber, "id">,
  input: Pause = {}
): Promise<Subscription> => shop.shop().subscriptions.pause(id, input, newKey())

/** Resumes a subscription. */
export const resume = (shop: Shop, { id }: Pick<Subscriber, "id">): Promise<Subscription> =>
  shop.shop().subscriptions.resume(id, newKey())

/** Moves a subscription to another card of the customer. Returns the card's id. */
export const moveTo = async (
  shop: Shop,
  { id, customer }: Pick<Subscriber, "id" | "customer">,
  card: CardToEncrypt
): Promise<string> => {
  const { id: paymentInstrument } = await saveAnew(shop, card, customer)
  await shop.shop().subscriptions.update(id, { paymentInstrument }, newKey())
  return paymentInstrument
}

/** Declines every charge from now on with a code of the sandbox, softly by default. */
export const declineAll = ({ box }: Shop, rawCode = "nsf", advice?: NetworkAdvice): void =>
  box.script.charge(chargeThat.isDeclined(rawCode, advice), { times: Number.POSITIVE_INFINITY })

/** Lets cards decide about charges again. */
export const declineNoMore = ({ box }: Shop): void => box.script.clear()

/**
 * Creates a subscriber whose renewal of 15 December was declined, like every later charge. Lets
 * time pass until noon of a day.
 */
export const fallBehind = async (shop: Shop, until = "2026-12-15"): Promise<Subscriber> => {
  const subscriber = await subscribe(shop)
  declineAll(shop)
  await elapseTo(shop, until)
  expect((await standing(shop, subscriber)).status).toBe("past_due")
  return subscriber
}
