import { beforeEach, describe, expect, it } from "vitest"
import { createSession, openCheckoutShop } from "./testing/openCheckout.ts"
import type { Shop } from "./testing/openShop.ts"
import { itemsOf, type Json } from "./testing/shopClient.ts"

let shop: Shop
beforeEach(async () => {
  shop = await openCheckoutShop()
})

const splits = [
  { account: "acct_baker", amount: "700", reference: "bread" },
  { account: "acct_brewer", amount: "300" }
]

const pay = async (fields: Json, key: string) =>
  shop.post(
    "/v1/payments",
    {
      amount: "1250",
      currency: "EUR",
      type: "one_off",
      payment_instrument: await shop.saveCard("approved"),
      ...fields
    },
    { key }
  )

describe("the splits of a payment", () => {
  it("are in the answer, in its replay, in reads, lists and events", async () => {
    const payment_instrument = await shop.saveCard("approved")
    const { json } = await pay({ splits, payment_instrument }, "split-1")
    expect(json.splits).toEqual(splits)
    expect((await pay({ splits, payment_instrument }, "split-1")).json).toEqual(json)
    expect((await shop.get(`/payments/${json.id}`)).json.splits).toEqual(splits)
    expect(itemsOf(await shop.get("/payments"))).toEqual([expect.objectContaining({ splits })])
    const events = itemsOf(await shop.get("/events"))
    expect(events.at(-1)).toMatchObject({ data: { object: { object: "payment", splits } } })
  })

  it("are in the answers as the amount that refunds took back", async () => {
    const { json } = await pay({ splits }, "split-1")
    expect(json).not.toHaveProperty("splits_reversed")
    const refund = { amount: "625", reverse_splits: true }
    const made = await shop.post(`/v1/payments/${json.id}/refunds`, refund, { key: "refund-1" })
    const taken = splits.map((part, at) => ({ ...part, amount: ["350", "150"][at] }))
    expect(made.json).toMatchObject({ object: "refund", splits: taken })
    await shop.work()
    expect(itemsOf(await shop.get(`/payments/${json.id}/refunds`))).toMatchObject([
      { splits: taken }
    ])
    expect((await shop.get(`/payments/${json.id}`)).json).toMatchObject({
      splits,
      splits_reversed: "500"
    })
  })

  it("are absent from the answers of a payment without them", async () => {
    const { json } = await pay({}, "plain")
    for (const answer of [json, (await shop.get(`/payments/${json.id}`)).json]) {
      expect(answer).not.toHaveProperty("splits")
      expect(answer).not.toHaveProperty("splits_reversed")
    }
  })
})

describe("the splits of a session", () => {
  it("are in its answers, and absent from those of a session without them", async () => {
    const session = await createSession(shop, { splits })
    expect(session.splits).toEqual(splits)
    expect((await shop.get(`/checkout_sessions/${session.id}`)).json.splits).toEqual(splits)
    expect(await createSession(shop)).not.toHaveProperty("splits")
  })
})
