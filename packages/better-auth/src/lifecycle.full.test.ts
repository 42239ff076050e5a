import { betterAuth } from "better-auth"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { PortalRequest } from "./BillingOptions.ts"
import { followSubscriptions, type SubscriptionEvent } from "./followSubscriptions.ts"
import { payloom } from "./payloom.ts"
import {
  clientWith,
  type OpenedEngine,
  openAuth,
  openEngine,
  payPage,
  portalAt,
  type SignedUp
} from "./testing/openBilling.ts"

let engine: OpenedEngine
beforeAll(async () => {
  engine = await openEngine()
})
afterAll(() => engine.payloom.close())

const day = 86_400_000

const subscribed = async (user: SignedUp, plan: "pro" | "team" = "pro") => {
  const { data } = await user.client.billing.subscribe({ plan })
  expect(await payPage(engine, data?.url)).toBe("succeeded")
  const own = (await user.client.billing.subscriptions()).data?.subscriptions ?? []
  return own[0]?.id ?? ""
}

/** Moves a subscription to a card that the bank declines. */
const moveToLostCard = async (subscription: string) => {
  const { shop, box } = engine
  const { customer } = await shop.subscriptions.retrieve(subscription)
  const paymentInstrument = await box.saveCard(shop, "lost_card", customer)
  await shop.subscriptions.update(
    subscription,
    { paymentInstrument },
    { idempotencyKey: subscription }
  )
}

describe("a subscription", () => {
  it("that is overdue keeps access, and the user pays it on a page", async () => {
    const opened = await openAuth(engine)
    const user = await opened.signUp("overdue@shop.example")
    const subscription = await subscribed(user)
    await moveToLostCard(subscription)
    await engine.clock.elapse(32 * day, engine.payloom)
    const overdue = (await user.client.billing.subscriptions()).data?.subscriptions[0]
    expect(overdue).toMatchObject({ status: "past_due", grantsAccess: true })
    const first = await user.client.billing.recover({})
    const second = await user.client.billing.recover({ successUrl: "/thanks" })
    await expect(payPage(engine, first.data?.url)).rejects.toMatchObject({ _tag: "SessionNotOpen" })
    expect(await payPage(engine, second.data?.url, "approved_mastercard")).toBe("succeeded")
    const [recovered] = (await user.client.billing.subscriptions()).data?.subscriptions ?? []
    expect(recovered).toMatchObject({ status: "active", grantsAccess: true })
    await opened.close()
  })

  it("is paused and resumed by its user if the options allow it", async () => {
    const opened = await openAuth(engine, { billing: { userMayPause: true } })
    const user = await opened.signUp("paused@shop.example")
    await subscribed(user)
    expect((await user.client.billing.pause({})).data?.status).toBe("paused")
    await engine.clock.elapse(40 * day, engine.payloom)
    expect((await user.client.billing.access()).data?.grantsAccess).toBe(false)
    expect((await user.client.billing.resume({})).data?.status).toBe("active")
    await opened.close()
  })

  it("ends access with its period after a cancellation", async () => {
    const opened = await openAuth(engine)
    const user = await opened.signUp("leaving@shop.example")
    await subscribed(user)
    await user.client.billing.cancel({})
    expect((await user.client.billing.access()).data?.grantsAccess).toBe(true)
    await engine.clock.elapse(40 * day, engine.payloom)
    expect((await user.client.billing.access()).data?.grantsAccess).toBe(false)
    await opened.close()
  })

  it("continues if its planned cancellation is taken back, which closes other pages", async () => {
    const opened = await openAuth(engine)
    const user = await opened.signUp("staying@shop.example")
    await subscribed(user)
    const { billing } = user.client
    await billing.cancel({})
    const page = await billing.subscribe({ plan: "team" })
    expect((await billing.undoCancel({})).data).toMatchObject({ cancelAtPeriodEnd: false })
    await expect(payPage(engine, page.data?.url)).rejects.toMatchObject({ _tag: "SessionNotOpen" })
    expect((await billing.undoCancel({})).error).toBeNull()
    await engine.clock.elapse(40 * day, engine.payloom)
    expect((await billing.access()).data?.plans).toEqual(["pro"])
    await opened.close()
  })

  it("stays canceled if another subscription has followed", async () => {
    const opened = await openAuth(engine)
    const user = await opened.signUp("moved@shop.example")
    const subscription = await subscribed(user)
    await user.client.billing.cancel({})
    await subscribed(user, "team")
    const { error } = await user.client.billing.undoCancel({ subscription })
    expect([error?.status, error?.code]).toEqual([409, "ALREADY_SUBSCRIBED"])
    expect((await engine.shop.subscriptions.retrieve(subscription)).cancelAtPeriodEnd).toBe(true)
    await opened.close()
  })

  it("may stand beside one to another plan, with severalSubscriptions", async () => {
    const opened = await openAuth(engine, { billing: { severalSubscriptions: true } })
    const user = await opened.signUp("both@shop.example")
    await subscribed(user, "pro")
    await subscribed(user, "team")
    const { data } = await user.client.billing.access()
    expect(data?.plans.toSorted()).toEqual(["pro", "team"])
    const { error } = await user.client.billing.subscribe({ plan: "team" })
    expect(error?.code).toBe("ALREADY_SUBSCRIBED")
    await opened.close()
  })

  it("keeps the name of its plan when the plan has a successor", async () => {
    const { shop, plans } = engine
    const opened = await openAuth(engine)
    const user = await opened.signUp("older@shop.example")
    await subscribed(user)
    const successor = await shop.plans.supersede(
      plans.pro,
      { amount: 2900n },
      { idempotencyKey: "dearer" }
    )
    await opened.close()
    const ids = { pro: [successor.id, plans.pro], team: plans.team }
    const later = await openAuth(engine, {
      billing: { plans: async () => ids },
      database: opened.database
    })
    const access = await later.auth.api.billingAccess({ headers: user.headers })
    expect(access).toEqual({ grantsAccess: true, plans: ["pro"] })
    const onSale = await later.auth.api.billingPlans()
    expect(onSale.plans.map(({ name, amount }) => [name, amount])).toEqual([
      ["pro", "2900"],
      ["team", "4900"]
    ])
    engine.plans.pro = successor.id
    await later.close()
  })
})

describe("the options", () => {
  it("may require a verified email address", async () => {
    const opened = await openAuth(engine, { billing: { requireEmailVerification: true } })
    const user = await opened.signUp("unverified@shop.example")
    const { error } = await user.client.billing.subscribe({ plan: "pro" })
    expect([error?.status, error?.code]).toEqual([403, "EMAIL_NOT_VERIFIED"])
    opened.database.prepare("UPDATE user SET emailVerified = 1 WHERE id = ?").run(user.id)
    expect((await user.client.billing.subscribe({ plan: "pro" })).error).toBeNull()
    await opened.close()
  })

  it("lead to the engine's portal by default, with pauses only if users may pause", async () => {
    const opened = await openAuth(engine, { billing: { portalReturnUrl: "/account" } })
    const user = await opened.signUp("default@shop.example")
    const { data } = await user.client.billing.portal({})
    const seen = await portalAt(engine, data?.url)
    expect(seen).toMatchObject({
      email: "default@shop.example",
      returnUrl: "http://localhost:3000/account"
    })
    expect(seen.allow).not.toContain("pause")
    await opened.close()
    const pausing = await openAuth(engine, {
      billing: { userMayPause: true },
      database: opened.database
    })
    const page = await clientWith(pausing.url, user.cookie).billing.portal({})
    expect((await portalAt(engine, page.data?.url)).allow).toContain("pause")
    await pausing.close()
  })

  it("may have a portal of their own, whose link is for the user's own customer", async () => {
    const asked: Array<PortalRequest> = []
    const portal = async (request: PortalRequest) => {
      asked.push(request)
      return { url: `https://pay.shop.example/portal#token=${asked.length}` }
    }
    const opened = await openAuth(engine, { billing: { portal, portalReturnUrl: "/account" } })
    const user = await opened.signUp("portal@shop.example")
    const { billing } = user.client
    const { id: customer } = await opened.auth.api.billingCustomer({ headers: user.headers })
    expect((await billing.portal({})).data).toEqual({
      url: "https://pay.shop.example/portal#token=1",
      redirect: true
    })
    await billing.portal({ returnUrl: "https://app.example/me" })
    expect(asked).toEqual([
      { customer, returnUrl: "http://localhost:3000/account" },
      { customer, returnUrl: "https://app.example/me" }
    ])
    const foreign = await billing.portal({ returnUrl: "https://evil.example/" })
    expect([foreign.error?.status, asked.length]).toEqual([403, 2])
    await opened.close()
    const without = await openAuth(engine, {
      billing: { portal: false },
      database: opened.database
    })
    const disabled = await clientWith(without.url, user.cookie).billing.portal({})
    expect([disabled.error?.status, disabled.error?.code]).toEqual([400, "PORTAL_DISABLED"])
    await without.close()
  })

  it("keep test mode and live mode apart for the same user", async () => {
    const { shop, keys } = engine
    const opened = await openAuth(engine)
    const user = await opened.signUp("modes@shop.example")
    await subscribed(user)
    await opened.close()
    const live = await openAuth(engine, { mode: "live", database: opened.database })
    const { headers } = user
    expect((await live.auth.api.billingAccess({ headers })).grantsAccess).toBe(false)
    const customer = await live.auth.api.billingCustomer({ headers })
    await expect(shop.customers.retrieve(customer.id)).rejects.toMatchObject({
      _tag: "ResourceNotFound"
    })
    await live.close()
    const mixed = () => openAuth(engine, { billing: { publishableKey: keys.live } })
    await expect(mixed()).rejects.toThrow("not a publishable key of test mode")
  })

  it("with organizations need the organization plugin", async () => {
    const { shop, keys, plans, payloom: running } = engine
    const auth = betterAuth({
      baseURL: "http://localhost:3000",
      secret: "a secret of better-auth for tests, long enough",
      plugins: [
        payloom({
          payloom: running,
          tenant: shop.scope.tenant,
          mode: "test",
          publishableKey: keys.test,
          plans,
          organizations: true
        })
      ]
    })
    await expect(auth.$context).rejects.toThrow("organization() to the plugins")
  })
})

describe("followSubscriptions", () => {
  it("calls the handlers with the user of each subscription, in its own mode", async () => {
    const { payloom: running, shop, clock } = engine
    const events: Array<readonly [string, SubscriptionEvent]> = []
    const noting = (name: string) => (event: SubscriptionEvent) => events.push([name, event])
    const { tenant } = shop.scope
    const handlers = {
      onSubscriptionActivated: noting("activated"),
      onSubscriptionCanceled: noting("canceled")
    }
    const following = await followSubscriptions(running, {
      name: "here",
      tenant,
      mode: "test",
      now: clock.now,
      ...handlers
    })
    const elsewhere = await followSubscriptions(running, {
      name: "there",
      tenant,
      mode: "live",
      onSubscriptionActivated: noting("live")
    })
    const opened = await openAuth(engine)
    const user = await opened.signUp("followed@shop.example")
    const subscription = await subscribed(user)
    await user.client.billing.cancel({ immediately: true })
    const paymentInstrument = await engine.box.saveCard(shop, "approved")
    const { customer } = await shop.paymentInstruments.retrieve(paymentInstrument)
    await shop.subscriptions.create(
      { customer: customer ?? "", paymentInstrument, plan: engine.plans.pro },
      { idempotencyKey: "not of the plugin" }
    )
    await clock.elapse(day, running)
    await expect.poll(() => events.length).toBe(2)
    const seen = events.map(([name, { owner, subscription: of, grantsAccess }]) => [
      name,
      owner.id,
      of.id,
      grantsAccess
    ])
    expect(seen).toEqual([
      ["activated", user.id, subscription, true],
      ["canceled", user.id, subscription, true]
    ])
    expect(events[1]?.[1].subscription.status).toBe("canceled")
    await Promise.all([following.stop(), elsewhere.stop()])
    await opened.close()
  })
})
