import { Payloom, Storage } from "@payloom/core"
import { Layer } from "effect"
import { describe, expect, it } from "vitest"
import { manualClock } from "../clock/manualClock.ts"
import { sandbox } from "../sandbox/sandbox.ts"
import { memory, memoryStorage } from "../storage/memory.ts"

const open = async <Without extends "billing" | "checkout">(without: ReadonlyArray<Without>) => {
  const box = sandbox()
  const payloom = await Payloom.make({
    ...box.setup,
    storage: memory(),
    workers: false,
    without
  })
  const { scope } = await box.openShop(payloom as unknown as Payloom)
  return { box, payloom, shop: payloom.merchant(scope) }
}

const payment = { amount: 1250n, currency: "EUR", type: "one_off" } as const

describe("an engine without billing", () => {
  it("has no plans and no subscriptions, and takes payments", async () => {
    const { box, shop } = await open(["billing"])
    expect(Object.keys(shop)).not.toContain("plans")
    expect(Object.keys(shop)).not.toContain("subscriptions")
    const card = await shop.cards.save({ ciphertext: await box.encryptCard("approved") })
    const paid = await shop.payments.create(
      { ...payment, paymentInstrument: card.id },
      { idempotencyKey: "payment" }
    )
    expect(paid.status).toBe("succeeded")
    await shop.paymentInstruments.detach(card.id)
  })

  it("refuses a session that begins a subscription, and says which module it needs", async () => {
    const { shop } = await open(["billing"])
    const session = { mode: "subscription", amount: 1250n, currency: "EUR" } as const
    const interval = { unit: "month", count: 1 } as const
    await expect(
      shop.checkout.create({ ...session, interval }, { idempotencyKey: "session" })
    ).rejects.toMatchObject({
      _tag: "InvalidInput",
      param: "mode",
      message: "mode needs the module billing, which this engine was made without."
    })
  })
})

describe("an engine without checkout", () => {
  it("has no sessions, no templates and no recovery session, and takes payments", async () => {
    const { payloom, shop } = await open(["checkout"])
    expect(Object.keys(shop)).not.toContain("checkout")
    expect(Object.keys(shop)).not.toContain("templates")
    expect(Object.keys(shop.subscriptions)).not.toContain("recoverySession")
    expect(Object.keys(shop.paymentInstruments).toSorted()).toEqual([
      "detach",
      "iterate",
      "list",
      "retrieve"
    ])
    expect(payloom.services.parts.services).not.toHaveProperty("payer")
  })

  it("refuses a payment for a session, and says which module it needs", async () => {
    const { shop } = await open(["checkout"])
    const checkoutSession = `checkout_${"0".repeat(26)}`
    await expect(
      shop.payments.create({ ...payment, checkoutSession }, { idempotencyKey: "payment" })
    ).rejects.toMatchObject({
      _tag: "InvalidInput",
      param: "checkoutSession",
      message: "checkoutSession needs the module checkout, which this engine was made without."
    })
  })
})

describe("an engine without a module", () => {
  it("leaves the module's jobs to engines that have it", async () => {
    const box = sandbox()
    const clock = manualClock()
    const rows = memoryStorage()
    const storage = Layer.succeed(Storage, rows)
    const setup = { ...box.setup, storage, workers: false, clock }
    const whole = await Payloom.make(setup)
    const shop = await box.openShop(whole)
    const { id } = await shop.checkout.create(
      { amount: 1250n, currency: "EUR" },
      { idempotencyKey: "session" }
    )
    const part = await Payloom.make({ ...setup, without: ["checkout"] })
    await clock.elapse(2 * 86_400_000, part)
    expect((await shop.checkout.retrieve(id)).status).toBe("created")
    await clock.elapse(0, whole)
    expect((await shop.checkout.retrieve(id)).status).toBe("expired")
  })
})
