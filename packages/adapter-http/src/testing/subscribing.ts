import type { CardToEncrypt } from "@payloom/testkit"
import { expect } from "vitest"
import type { Shop } from "./openShop.ts"
import type { Json, Reply } from "./shopClient.ts"

export const day = 86_400_000

/** 12.50 EUR a month, without a plan. */
export const monthly = {
  amount: "1250",
  currency: "EUR",
  interval: { unit: "month", count: 1 }
}

/** A shop that sells subscriptions, with shortcuts for them. */
export interface Club extends Shop {
  /** Saves a card for a customer, or for a new one. Returns the ids that a subscription needs. */
  readonly payer: (card?: CardToEncrypt, customer?: string) => Promise<Payer>
  /** Creates a plan and returns its id. */
  readonly plan: (fields?: Json) => Promise<string>
  /** Subscribes a new customer, without the first charge. */
  readonly enroll: (fields?: Json, card?: CardToEncrypt) => Promise<Json>
  /** Subscribes a new customer, and makes the first charge. */
  readonly subscribed: (fields?: Json, card?: CardToEncrypt) => Promise<Json>
  /** Creates a subscription in one of the statuses that are not final. */
  readonly going: Readonly<Record<Going, () => Promise<Json>>>
  /** Creates a subscription in one of the final statuses. */
  readonly ended: Readonly<Record<Ended, () => Promise<Json>>>
  /** Retrieves the current state of a subscription. */
  readonly standing: (subscription: Json) => Promise<Json>
  /** Advances the clock, and runs the jobs that become due. */
  readonly elapse: (ms: number) => Promise<void>
}

interface Payer {
  readonly customer: string
  readonly payment_instrument: string
}

type Going = "pending_first_payment" | "trialing" | "active" | "past_due" | "paused"
type Ended = "canceled" | "expired" | "terminated"

/** Returns the path of a subscription, or of an operation on it. */
export const pathOf = ({ id }: Json, deed = ""): string => `/subscriptions/${id}${deed}`

/** Returns a shop that sells subscriptions. */
export const clubOf = (shop: Shop): Club => {
  const payer: Club["payer"] = async (card = "approved", customer) => {
    const ciphertext = await shop.box.encryptCard(card)
    const saved = await shop.merchant.cards.save({
      ciphertext,
      ...(customer === undefined ? {} : { customer })
    })
    return { customer: saved.customer, payment_instrument: saved.id }
  }
  const done = async (reply: Promise<Reply>): Promise<Json> => {
    const { status, json } = await reply
    expect([status, json.error]).toEqual([200, undefined])
    return json
  }
  const enroll: Club["enroll"] = async (fields = {}, card) => {
    const own = "plan" in fields ? {} : monthly
    return done(shop.post("/subscriptions", { ...(await payer(card)), ...own, ...fields }))
  }
  const standing: Club["standing"] = (subscription) => done(shop.get(pathOf(subscription)))
  const elapse: Club["elapse"] = (ms) => shop.clock.elapse(ms, shop.payloom)
  const subscribed: Club["subscribed"] = async (fields, card) => {
    const made = await enroll(fields, card)
    await shop.work()
    return standing(made)
  }
  const did = async (subscription: Json, deed: string, body?: Json) => {
    await done(shop.post(pathOf(subscription, deed), body))
    return standing(subscription)
  }
  const past_due = async () => {
    const made = await subscribed({ interval: { unit: "day", count: 20 } })
    const poor = await payer("insufficient_funds", String(made.customer))
    const { payment_instrument } = poor
    await done(shop.patch(pathOf(made), { payment_instrument }))
    await elapse(20 * day)
    return standing(made)
  }
  return {
    ...shop,
    payer,
    plan: async (fields) =>
      String((await done(shop.post("/plans", { name: "Club", ...monthly, ...fields }))).id),
    enroll,
    subscribed,
    standing,
    elapse,
    going: {
      pending_first_payment: () => enroll({}, "insufficient_funds"),
      trialing: () => subscribed({ trial_days: 7 }),
      active: () => subscribed(),
      past_due,
      paused: async () => did(await subscribed(), "/pause")
    },
    ended: {
      canceled: async () => did(await subscribed(), "/cancel", { cancel_at_period_end: false }),
      expired: async () => {
        const made = await enroll({}, "insufficient_funds")
        await elapse(day)
        return standing(made)
      },
      terminated: async () => {
        const made = await past_due()
        await elapse(17 * day)
        return standing(made)
      }
    }
  }
}

/** Checks that a request is refused because of the state of a resource. */
export const expectConflict = ({ status, error }: Reply, code: string): void =>
  expect([status, error.type, error.code]).toEqual([409, "conflict_error", code])

export const expectNotFound = ({ status, error }: Reply): void =>
  expect([status, error.code]).toEqual([404, "resource_not_found"])
