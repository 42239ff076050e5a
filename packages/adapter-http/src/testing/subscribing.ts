import type { CardToEncrypt } from "@payloom/testkit"
import { expect } from "vitest"
import type { Shop } from "./openShop.ts"
import type { Json, Reply } from "./shopClient.ts"

export const day = 86_400_000

/** 12.50 EUR a month, on terms of their own. */
export const monthly = {
  amount: "1250",
  currency: "EUR",
  interval: { unit: "month", count: 1 }
}

/** What a merchant does with subscriptions. */
export interface Club extends Shop {
  /** Saves a card for a customer, or for a new one; answers what a subscription is made with. */
  readonly payer: (card?: CardToEncrypt, customer?: string) => Promise<Payer>
  /** Makes a plan; answers its id. */
  readonly plan: (fields?: Json) => Promise<string>
  /** Subscribes a new customer, without the first charge. */
  readonly enroll: (fields?: Json, card?: CardToEncrypt) => Promise<Json>
  /** Subscribes a new customer, and makes the first charge. */
  readonly subscribed: (fields?: Json, card?: CardToEncrypt) => Promise<Json>
  /** A subscription in each status that is not over. */
  readonly going: Readonly<Record<Going, () => Promise<Json>>>
  /** And in each that is. */
  readonly ended: Readonly<Record<Ended, () => Promise<Json>>>
  /** The subscription as it stands. */
  readonly standing: (subscription: Json) => Promise<Json>
  /** Moves time on, with everything that it brings. */
  readonly elapse: (ms: number) => Promise<void>
}

interface Payer {
  readonly customer: string
  readonly payment_instrument: string
}

type Going = "pending_first_payment" | "trialing" | "active" | "past_due" | "paused"
type Ended = "canceled" | "expired" | "terminated"

/** The path of a subscription, or of what is done to it. */
export const pathOf = ({ id }: Json, deed = ""): string => `/subscriptions/${id}${deed}`

/** A shop that sells subscriptions. */
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

/** Checks that a field is refused with 422. */
export const expectInvalid = (
  { status, error }: Reply,
  param: string,
  code = "parameter_invalid"
): void =>
  expect([status, error.type, error.code, error.param]).toEqual([
    422,
    "invalid_request_error",
    code,
    param
  ])

/** Checks that a request is refused by how things stand. */
export const expectConflict = ({ status, error }: Reply, code: string): void =>
  expect([status, error.type, error.code]).toEqual([409, "conflict_error", code])

export const expectNotFound = ({ status, error }: Reply): void =>
  expect([status, error.code]).toEqual([404, "resource_not_found"])
