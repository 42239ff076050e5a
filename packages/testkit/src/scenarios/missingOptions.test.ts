import { Payloom } from "@payloom/core"
import { describe, expect, it } from "vitest"
import { sandbox } from "../sandbox/sandbox.ts"
import { memory } from "../storage/memory.ts"

/** A service as an untyped program calls it. */
type Untyped = Readonly<Record<string, (...input: ReadonlyArray<unknown>) => Promise<unknown>>>

const monthly = {
  name: "Monthly",
  amount: 5n,
  currency: "EUR",
  interval: { unit: "month", count: 1 }
} as const

describe("a mutation without its options", () => {
  it("is refused because its key is missing, for every mutation, and does nothing", async () => {
    const box = sandbox()
    const payloom = await Payloom.make({ ...box.setup, storage: memory() })
    const shop = await box.openShop(payloom)
    const services = Object.fromEntries(
      Object.entries(shop).map(([name, service]) => [name, service as unknown as Untyped])
    )
    const paymentInstrument = await box.saveCard(shop, "approved")
    const paid = { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument }
    const { id } = await shop.payments.create(paid as never, { idempotencyKey: "one" })
    const { id: customer } = await shop.customers.create({}, { idempotencyKey: "two" })
    const { id: plan } = await shop.plans.create(monthly, { idempotencyKey: "three" })
    const calls: ReadonlyArray<readonly [string, string, ...ReadonlyArray<unknown>]> = [
      ["payments", "create", paid],
      ["payments", "capture", id, {}],
      ["payments", "void", id, {}],
      ["payments", "refund", id, {}],
      ["customers", "create", {}],
      ["customers", "update", customer, {}],
      ["plans", "create", monthly],
      ["plans", "update", plan, {}],
      ["plans", "supersede", plan, {}],
      ["checkout", "create", { amount: 1250n, currency: "EUR" }]
    ]
    for (const [service, operation, ...input] of calls) {
      for (const options of [[], [null], ["key"], [{}], [{ idempotencyKey: 1 }]]) {
        await expect(services[service]?.[operation]?.(...input, ...options)).rejects.toMatchObject({
          _tag: expect.stringMatching(/^IdempotencyKey(Missing|Invalid)$/)
        })
      }
    }
    expect((await shop.payments.list()).data).toHaveLength(1)
    expect((await shop.plans.list()).data).toHaveLength(1)
    await payloom.close()
  })
})
