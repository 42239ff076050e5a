import { describe, expect, it } from "vitest"
import { chargeThat } from "../sandbox/conduct.ts"
import { sandboxAccounts } from "../sandbox/sandboxAccounts.ts"
import { alertsOf, auditedShops } from "./testing/auditedShops.ts"

const open = auditedShops()

const { primary, secondary, tertiary } = sandboxAccounts

/** Opens a shop with two accounts at one provider, and a third at another. */
const openThree = async () => {
  const shop = await open({ providers: [{}, { name: "other" }], accounts: [primary, secondary] })
  const { routing } = shop.shop()
  const [first = "", other = ""] = shop.mids
  const { id: second } = await routing.createMid({
    name: "second",
    provider: "sandbox",
    currencies: ["EUR"],
    credentials: tertiary
  })
  const target = (mid: string) => ({ mid, weight: 0 })
  await routing.setRules([
    {
      name: "all",
      conditions: {},
      order: "listed",
      targets: [target(first), target(second), target(other)]
    }
  ])
  return { shop, first, second, other }
}

describe("a request that a provider refuses on all its accounts", () => {
  it("continues only at another provider, without an alert", async () => {
    const { shop, first, other } = await openThree()
    shop.box.script.charge(chargeThat.isDeclined("amount_refused"), { account: primary })
    const { id, status } = await shop.pay("approved")
    expect(status).toBe("succeeded")
    const attempts = await shop.shop().payments.explain(id)
    expect(attempts.map(({ mid }) => mid)).toEqual([first, other])
    expect(attempts[0]).toMatchObject({
      status: "declined",
      decline: { category: "configuration" }
    })
    expect(alertsOf(shop)).toEqual([])
  })

  it("does not return to that provider after another decline", async () => {
    const { shop } = await openThree()
    shop.box.script.charge(chargeThat.isDeclined("amount_refused"), { account: primary })
    shop.box.script.charge(chargeThat.isDeclined("system_error"), { account: secondary })
    const payment = await shop.pay("approved")
    expect(payment).toMatchObject({ status: "declined", decline: { category: "technical" } })
    expect(payment.attempts).toHaveLength(2)
  })

  it("is declined for good if there is no other provider, without a retry time", async () => {
    const shop = await open()
    shop.box.script.charge(chargeThat.isDeclined("amount_refused"))
    const payment = await shop.pay("approved")
    expect(payment).toMatchObject({
      status: "declined",
      decline: { category: "configuration", advice: "use_another_method", retryAfter: null }
    })
    expect(payment.attempts).toHaveLength(1)
    expect(alertsOf(shop)).toEqual([])
  })

  it("leaves the account's approval rate and health unchanged", async () => {
    const shop = await open()
    const [first = "", second = ""] = shop.mids
    const targets = [
      { mid: first, weight: 0 },
      { mid: second, weight: 0 }
    ] as const
    const rule = { name: "by rate", conditions: {}, order: "best_approval_rate" } as const
    await shop.shop().routing.setRules([{ ...rule, targets }])
    shop.box.script.charge(chargeThat.isDeclined("amount_refused"), { times: 9 })
    for (let sent = 0; sent < 9; sent++) await shop.pay("approved")
    const { id } = await shop.pay("approved")
    const [attempt] = await shop.shop().payments.explain(id)
    expect(attempt?.mid).toBe(first)
    expect(attempt?.candidates.map(({ verdict }) => verdict)).toEqual(["usable", "usable"])
  })
})
