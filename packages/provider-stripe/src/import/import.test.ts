import { describe, expect, it } from "vitest"
import { openImport } from "../testing/openImport.ts"

describe("a subscription that moves from Stripe", () => {
  it("is billed by Stripe until it is taken over, and here from its next charge on", async () => {
    const { move, subscribe, pass, billed, shop, stateOf } = await openImport()
    const id = subscribe("a", 10)
    await move.copy()
    expect(await stateOf(id)).toMatchObject({ state: "copied", amount: 1250n, reasons: [] })
    expect(await move.freeze()).toEqual({ frozen: 1, waiting: 0, left: 0 })
    expect(await move.takeOver()).toEqual({ takenOver: 1, waiting: 0, ended: 0 })
    const [row] = await shop.imports.find([`stripe:${id}`])
    const subscription = await shop.subscriptions.retrieve(String(row?.object))
    expect(subscription).toMatchObject({ status: "active", amount: 1250n, currency: "EUR" })
    await pass(41)
    expect(await billed(id)).toEqual({ stripe: 0, payloom: 2 })
  })
})
