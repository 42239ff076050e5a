import { velocityRule } from "@payloom/core"
import { describe, expect, it } from "vitest"
import { chargeThat } from "../sandbox/conduct.ts"
import { sandboxAccounts } from "../sandbox/sandboxAccounts.ts"
import { auditedShops } from "./testing/auditedShops.ts"
import { hour, minute, type Shop } from "./testing/openShop.ts"

const { primary, secondary, tertiary } = sandboxAccounts

const open = auditedShops()

type Rule = Parameters<ReturnType<Shop["shop"]>["routing"]["setRules"]>[0][number]

const rule = (fields: Partial<Rule> & Pick<Rule, "targets">): Rule => ({
  name: "a rule",
  conditions: {},
  order: "listed",
  ...fields
})

const target = (mid: string | undefined, weight = 0) => ({ mid: mid ?? "", weight })

/** Returns the MID of the first attempt. */
const wentTo = async ({ shop }: Shop, { id }: { readonly id: string }) =>
  (await shop().payments.listAttempts(id, {})).data[0]?.mid

const accounts = [primary, secondary, tertiary]

describe("routing", () => {
  it("uses the MIDs in the order of their creation if no rule matches", async () => {
    const shop = await open({ accounts })
    expect(await wentTo(shop, await shop.pay("approved"))).toBe(shop.mids[0])
  })

  it("uses the first rule whose conditions all match", async () => {
    const shop = await open({ accounts })
    const [first, second, third] = shop.mids
    const [large, german] = await shop.shop().routing.setRules([
      rule({ conditions: { amountFrom: 2000n }, targets: [target(second)] }),
      rule({
        conditions: { cardCountries: ["DE"], currencies: ["EUR"] },
        targets: [target(third)]
      })
    ])
    expect(await wentTo(shop, await shop.pay("approved", { amount: 2000n }))).toBe(second)
    expect(await wentTo(shop, await shop.pay("approved_germany"))).toBe(third)
    expect(await wentTo(shop, await shop.pay("approved_germany", { amount: 2000n }))).toBe(second)
    expect(await wentTo(shop, await shop.pay("approved_germany", { currency: "USD" }))).toBe(first)
    const payments = (await shop.shop().payments.list({})).data
    const rules = await Promise.all(
      payments.map(async ({ id }) => (await shop.shop().payments.explain(id))[0]?.rule)
    )
    expect(rules).toEqual([null, large?.id, german?.id, large?.id])
  })

  it("cascades in the order that the rule names", async () => {
    const shop = await open({ accounts })
    const [first, second, third] = shop.mids
    await shop
      .shop()
      .routing.setRules([rule({ targets: [target(third), target(first), target(second)] })])
    const payment = await shop.pay("cascade_exhausted")
    const attempts = (await shop.shop().payments.listAttempts(payment.id, {})).data
    expect(attempts.map(({ mid }) => mid)).toEqual([third, first, second])
  })

  it("sends first attempts by weight, and none with weight 0", async () => {
    const shop = await open({ accounts })
    const [first, second, third] = shop.mids
    await shop.shop().routing.setRules([
      rule({
        order: "weighted",
        targets: [target(first, 0), target(second, 1), target(third, 1)]
      })
    ])
    const counts = new Map<string | null | undefined, number>()
    for (let sent = 0; sent < 60; sent++) {
      const mid = await wentTo(shop, await shop.pay("approved"))
      counts.set(mid, (counts.get(mid) ?? 0) + 1)
    }
    expect(counts.get(first)).toBeUndefined()
    expect(counts.get(second)).toBeGreaterThan(5)
    expect(counts.get(third)).toBeGreaterThan(5)
  })

  it("uses the cheapest MID for the amount under least cost", async () => {
    const shop = await open({ accounts })
    const [first, second] = shop.mids
    const { routing } = shop.shop()
    await routing.updateMid(first ?? "", { fee: { basisPoints: 0, fixed: 30n } })
    await routing.updateMid(second ?? "", { fee: { basisPoints: 100, fixed: 0n } })
    await routing.setRules([
      rule({ order: "least_cost", targets: [target(first), target(second)] })
    ])
    expect(await wentTo(shop, await shop.pay("approved", { amount: 2999n }))).toBe(second)
    expect(await wentTo(shop, await shop.pay("approved", { amount: 3001n }))).toBe(first)
  })

  it("uses the MID with the best recent approval rate", async () => {
    const shop = await open()
    const [first, second] = shop.mids
    await shop
      .shop()
      .routing.setRules([
        rule({ order: "best_approval_rate", targets: [target(first), target(second)] })
      ])
    shop.box.script.charge(chargeThat.isDeclined("nsf"), {
      account: sandboxAccounts.primary,
      times: 3
    })
    expect(await wentTo(shop, await shop.pay("approved"))).toBe(first)
    expect(await wentTo(shop, await shop.pay("approved"))).toBe(second)
  })

  it("explains for every MID why it was or wasn't used", async () => {
    const shop = await open({ accounts })
    const [first, second, third] = shop.mids
    const { routing, payments } = shop.shop()
    await routing.updateMid(first ?? "", { enabled: false })
    await routing.updateMid(second ?? "", { currencies: ["JPY"] })
    const payment = await shop.pay("approved")
    const [explained] = await payments.explain(payment.id)
    expect(explained?.candidates).toEqual([
      { mid: first, verdict: "disabled" },
      { mid: second, verdict: "currency_not_settled" },
      { mid: third, verdict: "usable" }
    ])
    expect(explained).toMatchObject({ mid: third, rule: null, status: "captured" })
  })

  it("simulates other rules over past charges, and writes nothing", async () => {
    const shop = await open({ accounts })
    const since = shop.clock.now()
    const small = await shop.pay("approved", { amount: 100n })
    const large = await shop.pay("approved", { amount: 5000n })
    const before = await shop.events()
    const routes = await shop.shop().routing.simulate(
      [
        rule({
          name: "large",
          conditions: { amountFrom: 1000n },
          targets: [target(shop.mids[2])]
        })
      ],
      { since }
    )
    expect(
      routes.map(({ payment, went, wouldGo, rule }) => [payment, went, wouldGo, rule])
    ).toEqual([
      [small.id, shop.mids[0], shop.mids[0], null],
      [large.id, shop.mids[0], shop.mids[2], "large"]
    ])
    expect(await shop.events()).toEqual(before)
    expect(await shop.shop().routing.rules()).toEqual([])
  })

  it("refuses to simulate rules that could not be in force", async () => {
    const shop = await open()
    const stranger = rule({ targets: [target(`mid_${"0".repeat(26)}`)] })
    for (const refused of [stranger, { ...stranger, order: "by_chance" as never }]) {
      await expect(
        shop.shop().routing.simulate([refused], { since: shop.clock.now() })
      ).rejects.toMatchObject({ _tag: "InvalidInput" })
    }
  })

  it("refuses to simulate without a time to begin at", async () => {
    const { routing } = (await open()).shop()
    for (const history of [{}, { since: "today" }, { since: Number.NaN }]) {
      await expect(routing.simulate([], history as never)).rejects.toMatchObject({
        _tag: "InvalidInput",
        param: "since"
      })
    }
  })

  it("keeps a rule's id if it is set again together with others", async () => {
    const shop = await open()
    const { routing } = shop.shop()
    const [first] = await routing.setRules([rule({ targets: [target(shop.mids[0])] })])
    const next = rule({ name: "before it", targets: [target(shop.mids[1])] })
    const both = await routing.setRules([next, ...(await routing.rules())])
    expect(both[1]).toEqual(first)
    expect(both[0]?.id).not.toBe(first?.id)
    const twice = [...both, ...both]
    await expect(routing.setRules(twice)).rejects.toMatchObject({ param: "2.id" })
  })

  it("refuses a currency that no MID settles, and declines if no MID can take it now", async () => {
    const shop = await open()
    await expect(shop.pay("approved", { currency: "GBP" })).rejects.toMatchObject({
      code: "currency_unsupported"
    })
    for (const mid of shop.mids) await shop.shop().routing.updateMid(mid, { enabled: false })
    const payment = await shop.pay("approved")
    expect(payment).toMatchObject({ status: "declined", decline: { code: "no_route" } })
    expect(await shop.run(shop.box.bank.charges())).toEqual([])
  })
})

describe("the velocity rule", () => {
  const risk = velocityRule({ attempts: 3, windowMs: hour })

  it("declines a card that was charged too often, and gives the reason only to the merchant", async () => {
    const shop = await open({ risk })
    for (let tried = 0; tried < 3; tried++) await shop.pay("insufficient_funds")
    const refused = await shop.pay("insufficient_funds")
    expect(refused.decline).toMatchObject({ code: "card_declined", category: "hard" })
    expect(JSON.stringify(refused.decline)).not.toMatch(/fraud|velocity|risk/)
    const [explained] = await shop.shop().payments.explain(refused.id)
    expect(explained).toMatchObject({ rawCode: "fraud:velocity", mid: null })
    expect(await shop.run(shop.box.bank.charges())).toHaveLength(3)
  })

  it("counts by card and not by customer, and forgets with time", async () => {
    const shop = await open({ risk })
    for (let tried = 0; tried < 3; tried++) {
      await shop.pay({ card: "approved", expYear: 2030 + tried })
    }
    expect((await shop.pay({ card: "approved", expYear: 2040 })).status).toBe("declined")
    expect((await shop.pay("approved_mastercard")).status).toBe("succeeded")
    await shop.clock.advance(hour + minute)
    expect((await shop.pay({ card: "approved", expYear: 2041 })).status).toBe("succeeded")
  })
})
