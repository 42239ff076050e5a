import { describe, expect, it } from "vitest"
import { openShop } from "./testing/openShop.ts"
import type { Json } from "./testing/shopClient.ts"
import { clubOf, expectConflict, monthly, pathOf } from "./testing/subscribing.ts"

const shop = clubOf(await openShop())

const detach = (id: unknown) =>
  shop.send("POST", `/payment_instruments/${id}/detach`, { key: null })

const detached = async (id: unknown) => (await shop.get(`/payment_instruments/${id}`)).json.detached

const cancelNow = (subscription: Json) =>
  shop.post(pathOf(subscription, "/cancel"), { cancel_at_period_end: false })

describe("detaching the card of a subscription", () => {
  it.each(Object.entries(shop.going))(
    "that is %s is 409, and names the subscription",
    async (status, make) => {
      const made = await make()
      expect(made.status).toBe(status)
      const reply = await detach(made.payment_instrument)
      expectConflict(reply, "instrument_in_use")
      expect(reply.error.message).toContain(made.id)
      expect(await detached(made.payment_instrument)).toBe(false)
    }
  )

  it.each(Object.entries(shop.ended))("that is %s works again", async (status, make) => {
    const made = await make()
    expect(made.status).toBe(status)
    const { json } = await detach(made.payment_instrument)
    expect(json).toMatchObject({ id: made.payment_instrument, detached: true })
    expect((await detach(made.payment_instrument)).json).toEqual(json)
  })

  it.each(Object.entries(shop.going))(
    "that is %s works after it is canceled at once",
    async (_, make) => {
      const made = await make()
      await cancelNow(made)
      expect((await detach(made.payment_instrument)).status).toBe(200)
    }
  )

  it("works after the subscription moved to another card, which then can't be detached", async () => {
    const made = await shop.subscribed()
    const { payment_instrument } = await shop.payer("approved_debit", String(made.customer))
    await shop.patch(pathOf(made), { payment_instrument })
    expect((await detach(made.payment_instrument)).status).toBe(200)
    expectConflict(await detach(payment_instrument), "instrument_in_use")
  })

  it("that is canceled with its period is 409 until the period ends", async () => {
    const made = await shop.subscribed()
    await shop.post(pathOf(made, "/cancel"))
    await shop.elapse(Date.parse(String(made.current_period_end)) - shop.clock.now() - 1)
    expectConflict(await detach(made.payment_instrument), "instrument_in_use")
    await shop.elapse(1)
    expect((await detach(made.payment_instrument)).status).toBe(200)
  })

  it("is 409 as long as one of several subscriptions uses it", async () => {
    const payer = await shop.payer()
    const both = [
      (await shop.post("/subscriptions", { ...payer, ...monthly })).json,
      (await shop.post("/subscriptions", { ...payer, ...monthly })).json
    ]
    for (const subscription of both) {
      expectConflict(await detach(payer.payment_instrument), "instrument_in_use")
      await cancelNow(subscription)
    }
    expect((await detach(payer.payment_instrument)).status).toBe(200)
  })

  it("at the same time as a subscription with it lets one of the two succeed", async () => {
    for (const isFirst of [true, false, true, false]) {
      const payer = await shop.payer()
      const subscribe = () => shop.post("/subscriptions", { ...payer, ...monthly })
      const free = () => detach(payer.payment_instrument)
      const requests = isFirst ? [subscribe, free] : [free, subscribe]
      const statuses = (await Promise.all(requests.map((send) => send()))).map((one) => one.status)
      expect(statuses.toSorted()).toEqual([200, 409])
    }
  })

  it("needs no body and no Idempotency-Key, also if it is refused", async () => {
    const made = await shop.subscribed()
    const path = `/payment_instruments/${made.payment_instrument}/detach`
    for (const key of [null, "same", "same"]) {
      expectConflict(await shop.send("POST", path, { key }), "instrument_in_use")
    }
  })
})
