import type { Payment } from "@payloom/core"
import { minute, type Shop } from "./openShop.ts"
import { returned } from "./returning.ts"
import { saveDebit } from "./savedDebits.ts"
import { newKey, type Subscriber } from "./subscribing.ts"

type Plan = Partial<Parameters<ReturnType<Shop["shop"]>["plans"]["create"]>[0]>

/** Subscribes the owner of a new saved debit on 15 November: 9.00 EUR a month. */
export const subscribed = async (shop: Shop, fields: Plan = {}): Promise<Subscriber> => {
  const { id: paymentInstrument, customer } = await saveDebit(shop)
  const interval = { unit: "month", count: 1 } as const
  const monthly = { name: "Monthly", amount: 900n, currency: "EUR", interval } as const
  const plan = await shop.shop().plans.create({ ...monthly, ...fields }, newKey())
  const { id } = await shop
    .shop()
    .subscriptions.create({ customer, paymentInstrument, plan: plan.id }, newKey())
  await shop.elapse(5 * minute)
  return { id, customer, card: paymentInstrument }
}

/** Returns the latest payment, or an earlier one. */
export const paymentAt = async (shop: Shop, back = 0): Promise<Payment> => {
  const payment = (await shop.shop().payments.list({ limit: 20 })).data[back]
  if (payment === undefined) throw new Error("There is no such payment.")
  return payment
}

/** Makes the bank return a debit, by default for lack of funds, and send a notification. */
export const debitReturned = (shop: Shop, payment: Payment, rawCode = "nsf"): Promise<void> =>
  returned(shop, payment, { rawCode })
