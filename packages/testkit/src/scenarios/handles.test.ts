import type { Merchant } from "@payloom/core"
import { describe, expect, it } from "vitest"
import { auditedShops } from "./testing/auditedShops.ts"
import { openShop, type Shop } from "./testing/openShop.ts"

const open = auditedShops()

const nobody = `tenant_${"0".repeat(26)}`

/** One call of each kind by an unknown merchant. */
const calls: Readonly<Record<string, (shop: Merchant, box: Shop["box"]) => Promise<unknown>>> = {
  "payments.create": ({ payments }) =>
    payments.create(
      { amount: 1250n, currency: "EUR", type: "one_off" },
      { idempotencyKey: "payment" }
    ),
  "payments.list": ({ payments }) => payments.list(),
  "customers.create": ({ customers }) => customers.create({}, { idempotencyKey: "customer" }),
  "paymentInstruments.list": ({ paymentInstruments }) =>
    paymentInstruments.list({ customer: `customer_${"0".repeat(26)}` }),
  "plans.list": ({ plans }) => plans.list(),
  "checkout.create": ({ checkout }) =>
    checkout.create({ amount: 1250n, currency: "EUR" }, { idempotencyKey: "session" }),
  "templates.list": ({ templates }) => templates.list(),
  "routing.createMid": ({ routing }, box) =>
    routing.createMid({
      name: "account",
      provider: box.provider.name,
      currencies: ["EUR"],
      credentials: "account"
    }),
  "routing.setRules": ({ routing }) => routing.setRules([]),
  "cards.save": async ({ cards }, box) =>
    cards.save({ ciphertext: await box.encryptCard("approved") }),
  "ledger.trialBalance": ({ ledger }) => ledger.trialBalance()
}

describe("a handle of an unknown merchant", () => {
  it.each(Object.keys(calls))("is refused, and leaves nothing behind: %s", async (name) => {
    const shop = await open()
    const { payloom } = shop.process()
    for (const tenant of [nobody, "tenant_x"]) {
      const handle = payloom.merchant({ tenant, mode: "test" })
      await expect(calls[name]?.(handle, shop.box)).rejects.toMatchObject({
        _tag: "ResourceNotFound",
        object: "tenant",
        id: tenant
      })
    }
    expect(shop.requests).toEqual([])
  })

  it("is refused for settings and keys, too", async () => {
    const { tenants } = (await open()).process().payloom
    const scope = { tenant: nobody, mode: "test" } as const
    for (const call of [
      tenants.settings(scope),
      tenants.updateAccount(scope, { displayName: "Nobody" }),
      tenants.createApiKey(scope, "secret")
    ]) {
      await expect(call).rejects.toMatchObject({ _tag: "ResourceNotFound", object: "tenant" })
    }
  })

  it("works as soon as the tenant exists, because refusals are not cached", async () => {
    const shop = await open()
    const { payloom } = shop.process()
    const made = await payloom.tenants.create({ displayName: "Late", defaultCurrency: "EUR" })
    const handle = payloom.merchant({ tenant: made.id, mode: "live" })
    expect((await handle.payments.list()).data).toEqual([])
  })
})

describe("a handle of an unknown mode", () => {
  it.each(["prod", "", undefined, 1])("is refused by name: %s", async (mode) => {
    const shop = await openShop()
    const { tenant } = shop.shop().scope
    const handle = shop.process().payloom.merchant({ tenant, mode: mode as "test" })
    await expect(handle.payments.list()).rejects.toMatchObject({
      _tag: "InvalidInput",
      param: "mode"
    })
    await expect(calls["payments.create"]?.(handle, shop.box)).rejects.toMatchObject({
      param: "mode"
    })
  })

  it.each([[null], ["tenant_x"], [undefined]])(
    "is refused if it is no scope: %s",
    async (scope) => {
      const shop = await openShop()
      const handle = shop.process().payloom.merchant(scope as never)
      await expect(handle.payments.list()).rejects.toMatchObject({ _tag: "InvalidInput" })
      await expect(handle.routing.listMids()).rejects.toMatchObject({ _tag: "InvalidInput" })
    }
  )
})

describe("new routing rules", () => {
  const rule = (shop: Shop, more: object = {}) => ({
    name: "all",
    conditions: {},
    order: "listed" as const,
    targets: [{ mid: shop.mids[0] ?? "", weight: 1 }] as const,
    ...more
  })

  it("keep the id of a rule in force", async () => {
    const shop = await open()
    const { routing } = shop.shop()
    const [first] = await routing.setRules([rule(shop)])
    const [again] = await routing.setRules([rule(shop, { id: first?.id, name: "renamed" })])
    expect(again).toMatchObject({ id: first?.id, name: "renamed" })
  })

  it("replace only the rules that were seen, if these are given", async () => {
    const shop = await open()
    const { routing } = shop.shop()
    const replacing = await routing.setRules([rule(shop, { conditions: { amountFrom: 5n } })])
    const racing = [1, 2].map((nth) =>
      routing.setRules([rule(shop, { name: `rule ${nth}` })], { replacing })
    )
    const outcomes = await Promise.allSettled(racing)
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"])
    const late = routing.setRules([], { replacing })
    await expect(late).rejects.toMatchObject({ _tag: "InvalidInput", param: "replacing" })
    expect(await routing.rules()).toHaveLength(1)
    await routing.setRules([], { replacing: await routing.rules() })
    expect(await routing.rules()).toEqual([])
  })

  it("take no id of a rule that is not in force, of any account", async () => {
    const shop = await open()
    const { routing } = shop.shop()
    const id = `rule_${"0".repeat(26)}`
    await expect(routing.setRules([rule(shop, { id })])).rejects.toMatchObject({
      _tag: "InvalidInput",
      param: "0.id",
      message: "0.id is not the id of a rule in force: leave it out for a new rule."
    })
    const simulating = routing.simulate([rule(shop, { id })], { since: 0 })
    await expect(simulating).rejects.toMatchObject({ param: "0.id" })
  })
})
