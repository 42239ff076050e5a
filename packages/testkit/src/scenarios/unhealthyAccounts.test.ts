import { describe, expect, it } from "vitest"
import { chargeThat } from "../sandbox/conduct.ts"
import { sandboxAccounts } from "../sandbox/sandboxAccounts.ts"
import { auditedShops } from "./testing/auditedShops.ts"
import { openCheckout } from "./testing/openCheckout.ts"
import { type Shop, second } from "./testing/openShop.ts"

const { primary, secondary } = sandboxAccounts

const open = auditedShops()

/** Makes ten charges that never reach the account, so that its breaker opens. */
const breakDown = async (shop: Shop, account: string) => {
  shop.box.script.charge(chargeThat.isNotSent(), { account, times: 10 })
  for (let sent = 0; sent < 10; sent++) await shop.pay("approved")
}

/** Returns the health of the accounts for a payment's first attempt, and the chosen account. */
const routeOf = async (shop: Shop, { id }: { readonly id: string }) => {
  const [attempt] = await shop.shop().payments.explain(id)
  return { mid: attempt?.mid, verdicts: attempt?.candidates.map(({ verdict }) => verdict) }
}

describe("an unhealthy account", () => {
  it("is charged if it is the only one, and an answer makes it healthy", async () => {
    const shop = await open({ accounts: [primary] })
    await breakDown(shop, primary)
    const payment = await shop.pay("approved")
    expect(payment.status).toBe("succeeded")
    const [mid] = shop.mids
    expect(await routeOf(shop, payment)).toEqual({ mid, verdicts: ["last_resort"] })
    expect((await routeOf(shop, await shop.pay("approved"))).verdicts).toEqual(["usable"])
  })

  it("that fails again declines as technical, and never as no_route", async () => {
    const shop = await open({ accounts: [primary] })
    await breakDown(shop, primary)
    for (const waits of [0, 30 * second]) {
      await shop.clock.advance(waits)
      shop.box.script.charge(chargeThat.isNotSent())
      const payment = await shop.pay("approved")
      expect(payment).toMatchObject({ status: "failed", decline: { code: "processing_error" } })
    }
    expect((await shop.pay("approved")).status).toBe("succeeded")
  })

  it("is passed over for 30 seconds while another is healthy, and then charged once", async () => {
    const shop = await open()
    const [first, second_] = shop.mids
    await breakDown(shop, primary)
    const payment = await shop.pay("approved")
    expect(await routeOf(shop, payment)).toEqual({
      mid: second_,
      verdicts: ["route_unhealthy", "usable"]
    })
    await shop.clock.advance(30 * second)
    expect((await routeOf(shop, await shop.pay("approved"))).mid).toBe(first)
  })

  it("comes after one that fails less, if none is healthy, and stays in the cascade", async () => {
    const shop = await open()
    const [first, second_] = shop.mids
    const { routing } = shop.shop()
    // The second account answers half of its calls, the first one none.
    await routing.updateMid(first ?? "", { enabled: false })
    for (let sent = 0; sent < 5; sent++) await shop.pay("insufficient_funds")
    shop.box.script.charge(chargeThat.isNotSent(), { account: secondary, times: 5 })
    for (let sent = 0; sent < 5; sent++) await shop.pay("approved")
    await routing.updateMid(second_ ?? "", { enabled: false })
    await routing.updateMid(first ?? "", { enabled: true })
    await breakDown(shop, primary)
    await routing.updateMid(second_ ?? "", { enabled: true })
    shop.box.script.charge(chargeThat.isNotSent(), { account: secondary })
    const payment = await shop.pay("approved")
    expect(payment.status).toBe("succeeded")
    const attempts = await shop.shop().payments.explain(payment.id)
    expect(attempts.map(({ mid }) => mid)).toEqual([second_, first])
    expect(attempts[0]?.candidates.map(({ verdict }) => verdict)).toEqual([
      "last_resort",
      "last_resort"
    ])
  })

  it("takes all of many concurrent payments after a few lost answers, none as no_route", async () => {
    const shop = await open({ accounts: [primary] })
    shop.box.script.charge(chargeThat.throwsAfterCharging(), { times: 10 })
    for (let sent = 0; sent < 10; sent++) {
      expect((await shop.pay("approved")).status).toBe("processing")
    }
    const paying = Array.from({ length: 100 }, () => shop.pay("approved"))
    const statuses = (await Promise.all(paying)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set(["succeeded"]))
  })

  it("gets one charge at a time, and charges that never get their turn are not sent", async () => {
    const shop = await open({ accounts: [primary] })
    await breakDown(shop, primary)
    const before = shop.requests.length
    shop.box.script.charge(chargeThat.hangs())
    const paying = Array.from({ length: 5 }, () => shop.pay("approved"))
    const payments = await Promise.all(paying)
    expect(payments.map(({ status }) => status).toSorted()).toEqual([
      ...["failed", "failed", "failed", "failed", "processing"]
    ])
    expect(shop.requests).toHaveLength(before + 1)
    const failed = payments.find(({ status }) => status === "failed")
    expect(failed?.decline).toMatchObject({ code: "processing_error", category: "technical" })
    const [attempt] = await shop.shop().payments.explain(failed?.id ?? "")
    expect(attempt?.reason).toMatch(/unhealthy/)
  })

  it("keeps its methods available to payers, who can pay by them", async () => {
    const shop = await open({ accounts: [primary] })
    await breakDown(shop, primary)
    const checkout = await openCheckout(shop)
    expect(await checkout.payer().read()).toMatchObject({ availableMethods: ["card"] })
    expect(await checkout.confirm("approved")).toMatchObject({ status: "succeeded" })
  })

  it("does not become unhealthy by declines", async () => {
    const shop = await open({ accounts: [primary] })
    for (let sent = 0; sent < 20; sent++) await shop.pay("insufficient_funds")
    expect((await routeOf(shop, await shop.pay("approved"))).verdicts).toEqual(["usable"])
  })
})
