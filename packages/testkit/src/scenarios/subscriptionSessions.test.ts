import { describe, expect, it } from "vitest"
import { auditedShops } from "./testing/auditedShops.ts"
import { openCheckout } from "./testing/openCheckout.ts"
import { day, hour, type Shop } from "./testing/openShop.ts"
import {
  allCycles,
  cyclesOf,
  elapseTo,
  newKey,
  standing,
  subscriptionStory
} from "./testing/subscribing.ts"

const open = auditedShops()

const month = { unit: "month", count: 1 } as const
const ownTerms = { mode: "subscription", amount: 900n, currency: "EUR", interval: month } as const

const newPlan = async (
  shop: Shop,
  extras: Partial<Parameters<ReturnType<Shop["shop"]>["plans"]["create"]>[0]> = {}
): Promise<string> => {
  const terms = { name: "Coffee", amount: 900n, currency: "EUR", interval: month }
  return (await shop.shop().plans.create({ ...terms, ...extras }, newKey())).id
}

describe("a session in mode subscription", () => {
  it("starts the subscription with a paid first cycle in the commit that settles its charge", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop, { ...ownTerms, metadata: { order: "1" } })
    expect(checkout.session).toMatchObject({ amount: 900n, interval: month, subscription: null })
    const { payment } = await checkout.confirm("approved")
    const session = await checkout.retrieve()
    const id = session.subscription ?? ""
    const subscription = await standing(shop, { id })
    expect(subscription).toMatchObject({
      status: "active",
      plan: null,
      amount: 900n,
      customer: session.customer,
      metadata: { order: "1" },
      created: shop.clock.now()
    })
    const [first, ...ahead] = await cyclesOf(shop, { id })
    expect(first).toMatchObject({ sequence: 1, status: "paid", payment, attemptCount: 1 })
    expect(ahead).toHaveLength(3)
    const events = await shop.events()
    expect(events.map(({ type }) => type)).toEqual([
      "payment.succeeded",
      "subscription.created",
      "subscription.activated"
    ])
    expect(new Set(events.map(({ occurredAt }) => occurredAt)).size).toBe(1)
    await elapseTo(shop, "2026-12-16")
    expect((await allCycles(shop, { id })).slice(0, 2)).toEqual([
      "1 paid 2026-11-15",
      "2 paid 2026-12-15"
    ])
  })

  it("with a plan charges its setup fee and its trial, and begins trialing", async () => {
    const shop = await open()
    const plan = await newPlan(shop, { setupFee: 500n, trial: { days: 14, amount: 100n } })
    const checkout = await openCheckout(shop, { mode: "subscription", plan })
    expect(checkout.session).toMatchObject({ amount: 600n, plan, interval: month })
    expect((await checkout.payer().read()).renewal).toEqual({
      amount: 900n,
      dueAt: shop.clock.now() + 14 * day,
      trialDays: 14,
      setupFee: 500n,
      endAfterCycles: null
    })
    await checkout.confirm("approved")
    const id = (await checkout.retrieve()).subscription ?? ""
    expect(await standing(shop, { id })).toMatchObject({ status: "trialing", plan })
    await elapseTo(shop, "2026-11-30")
    expect((await cyclesOf(shop, { id })).slice(0, 2)).toMatchObject([
      { sequence: 0, status: "paid", amount: 100n },
      { sequence: 1, status: "paid", amount: 900n }
    ])
  })

  it("with a free trial checks the card, and charges it when the trial ends", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop, { ...ownTerms, trialDays: 30 })
    expect(checkout.session.amount).toBe(0n)
    const { payment } = await checkout.confirm("approved")
    const id = (await checkout.retrieve()).subscription ?? ""
    expect(await shop.shop().payments.retrieve(payment ?? "")).toMatchObject({ type: "verify" })
    expect((await standing(shop, { id })).status).toBe("trialing")
    await elapseTo(shop, "2026-12-16")
    expect((await standing(shop, { id })).status).toBe("active")
  })

  it("records its payer's consent: when, where, and to which version of the plan", async () => {
    const shop = await open()
    const plan = await newPlan(shop)
    const checkout = await openCheckout(shop, { mode: "subscription", plan })
    await shop.elapse(hour)
    await checkout.confirm("approved")
    const at = shop.clock.now()
    await shop.shop().plans.update(plan, { name: "Tea" }, newKey())
    const id = (await checkout.retrieve()).subscription ?? ""
    expect(await shop.shop().subscriptions.consent(id)).toMatchObject({
      at,
      source: "checkout_session",
      session: checkout.id,
      plan: { id: plan, name: "Coffee", amount: 900n }
    })
  })

  it("reads the plan again when its payer confirms", async () => {
    const shop = await open()
    const plan = await newPlan(shop)
    const checkout = await openCheckout(shop, { mode: "subscription", plan })
    await shop.shop().plans.update(plan, { status: "retired" }, newKey())
    await expect(checkout.confirm("approved")).rejects.toMatchObject({
      _tag: "PlanRetired",
      plan,
      status: "retired"
    })
    expect(shop.requests).toEqual([])
    await expect(openCheckout(shop, { mode: "subscription", plan })).rejects.toMatchObject({
      _tag: "PlanRetired"
    })
    await shop.shop().plans.update(plan, { status: "active" }, newKey())
    expect((await checkout.confirm("approved")).status).toBe("succeeded")
  })

  it("leaves no subscription while it is not paid, and one however late the payment is known", async () => {
    const shop = await open()
    const { subscriptions } = shop.shop()
    const checkout = await openCheckout(shop, ownTerms)
    await checkout.confirm("insufficient_funds")
    await checkout.confirm("timeout_charged")
    expect((await subscriptions.list()).data).toEqual([])
    await shop.elapse(hour)
    const { data } = await subscriptions.list()
    expect(data).toMatchObject([{ status: "active" }])
    expect((await checkout.retrieve()).subscription).toBe(data[0]?.id)
    expect(await subscriptionStory(shop)).toHaveLength(2)
  })

  it.each([
    [{ mode: "subscription" }, "plan"],
    [{ mode: "subscription", amount: 900n, currency: "EUR" }, "interval"],
    [{ mode: "subscription", interval: month, currency: "EUR" }, "amount"],
    [{ mode: "subscription", plan: `plan_${"0".repeat(26)}`, amount: 900n }, "amount"],
    [{ ...ownTerms, allowedMethods: ["wallet"] }, "allowedMethods"],
    [{ ...ownTerms, trialDays: 0 }, "trialDays"],
    [{ amount: 900n, currency: "EUR", trialDays: 3 }, "trialDays"],
    [{ amount: 900n, currency: "EUR", plan: `plan_${"0".repeat(26)}` }, "plan"],
    [{ ...ownTerms, lineItems: [{ name: "Beans", quantity: 1, amount: 800n }] }, "lineItems"],
    [{ ...ownTerms, currency: "CHF" }, "currency"]
  ] as const)("is refused for %o, naming %s", async (input, param) => {
    const shop = await open()
    await expect(openCheckout(shop, input)).rejects.toMatchObject({ _tag: "InvalidInput", param })
  })

  it("with an unknown plan is refused", async () => {
    const shop = await open()
    await expect(
      openCheckout(shop, { mode: "subscription", plan: `plan_${"0".repeat(26)}` })
    ).rejects.toMatchObject({ _tag: "ResourceNotFound", object: "plan" })
  })
})
