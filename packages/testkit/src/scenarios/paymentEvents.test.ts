import type { Payment } from "@payloom/core"
import { describe, expect, it } from "vitest"
import { chargeThat } from "../sandbox/conduct.ts"
import { auditedShops, statusOf, typesOf } from "./testing/auditedShops.ts"
import { openCheckout } from "./testing/openCheckout.ts"
import { minute, type Shop } from "./testing/openShop.ts"

const open = auditedShops()

const capture = async (shop: Shop, { id }: Payment, amount: bigint) => {
  await shop.shop().payments.capture(id, { amount }, { idempotencyKey: "capture" })
  await shop.work()
}

describe("payment.failed", () => {
  it("is recorded when a payment fails, by its answer or by a later lookup", async () => {
    const shop = await open()
    shop.box.script.charge(chargeThat.isNotSent(), { times: 2 })
    const unsent = await shop.pay("approved")
    expect(unsent.status).toBe("failed")
    expect(await typesOf(shop, unsent.id)).toEqual(["payment.failed"])
    const unknown = await shop.pay("timeout_not_charged")
    await shop.elapse(9 * minute)
    expect(await typesOf(shop, unknown.id)).toEqual(["payment.pending"])
    await shop.elapse(2 * minute)
    expect(await statusOf(shop, unknown)).toBe("failed")
    expect(await typesOf(shop, unknown.id)).toEqual(["payment.pending", "payment.failed"])
    const [event] = (await shop.events(unsent.id)).map(({ data, published }) => ({
      published,
      object: data.object
    }))
    expect(event).toMatchObject({ published: true, object: { id: unsent.id, status: "failed" } })
  })
})

describe("payment.captured", () => {
  it("is followed by payment.succeeded if the capture is in full", async () => {
    const shop = await open()
    const payment = await shop.pay("approved", { captureMethod: "manual" })
    await capture(shop, payment, 1250n)
    expect(await typesOf(shop)).toEqual([
      "payment.authorized",
      "payment.captured",
      "payment.succeeded"
    ])
  })

  it("is followed by no payment.succeeded if the capture is partial", async () => {
    const shop = await open()
    const payment = await shop.pay("approved", { captureMethod: "manual" })
    await capture(shop, payment, 1249n)
    expect(await statusOf(shop, payment)).toBe("partially_captured")
    expect(await typesOf(shop)).toEqual(["payment.authorized", "payment.captured"])
  })
})

describe("payment.declined", () => {
  it("is one event for each decline in a session", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    const { payment } = await checkout.confirm("insufficient_funds")
    await checkout.confirm("card_declined")
    await checkout.confirm("insufficient_funds")
    const declined = Array.from({ length: 3 }, () => "payment.declined")
    expect(await typesOf(shop, payment ?? "")).toEqual(declined)
    await checkout.confirm("approved")
    expect(await typesOf(shop, payment ?? "")).toEqual([...declined, "payment.succeeded"])
  })
})
