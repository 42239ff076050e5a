import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  clientWith,
  customersOf,
  type OpenedAuth,
  type OpenedEngine,
  openAuth,
  openEngine,
  payPage
} from "./testing/openBilling.ts"

let engine: OpenedEngine
let opened: OpenedAuth
beforeAll(async () => {
  engine = await openEngine()
  opened = await openAuth(engine)
})
afterAll(async () => {
  await opened.close()
  await engine.payloom.close()
})

let people = 0
const signUp = () => opened.signUp(`ada${people++}@shop.example`)

/** Signs a user up who subscribes to a plan and pays. */
const subscriber = async (plan: "pro" | "team" = "pro") => {
  const user = await signUp()
  const { data } = await user.client.billing.subscribe({ plan })
  expect(await payPage(engine, data?.url)).toBe("succeeded")
  return user
}

describe("a user of better-auth", () => {
  it("has no access before the first payment, and access to the plan after it", async () => {
    const user = await signUp()
    expect((await user.client.billing.access()).data).toEqual({ grantsAccess: false, plans: [] })
    const { data: page } = await user.client.billing.subscribe({ plan: "pro" })
    expect(page?.url).toMatch(/^https:\/\/pay\.shop\.example\/pay\/checkout_/)
    expect(page?.redirect).toBe(true)
    expect(await payPage(engine, page?.url, "insufficient_funds")).toBe("declined")
    expect((await user.client.billing.access()).data?.grantsAccess).toBe(false)
    expect(await payPage(engine, page?.url)).toBe("succeeded")
    const access = { grantsAccess: true, plans: ["pro"] }
    expect((await user.client.billing.access()).data).toEqual(access)
    expect(await opened.auth.api.billingAccess({ headers: user.headers })).toEqual(access)
  })

  it("sees only their own subscriptions, with dates and the plan's name", async () => {
    const [user, other] = [await subscriber(), await signUp()]
    const { data } = await user.client.billing.subscriptions()
    expect(data?.subscriptions).toMatchObject([
      { plan: "pro", planId: engine.plans.pro, status: "active", amount: "1900", currency: "EUR" }
    ])
    expect(data?.subscriptions[0]?.currentPeriodEnd).toBeInstanceOf(Date)
    expect((await other.client.billing.subscriptions()).data).toEqual({ subscriptions: [] })
  })

  it("is charged for their own customer, whose reference names the user", async () => {
    const user = await subscriber()
    const { customer } = await engine.shop.subscriptions
      .list({ limit: 1 })
      .then(({ data: [newest] }) => newest ?? expect.fail())
    expect((await engine.shop.customers.retrieve(customer)).reference).toBe(`user:${user.id}`)
  })

  it("can't start a second subscription before the first is canceled", async () => {
    const user = await subscriber()
    const refused = await user.client.billing.subscribe({ plan: "team" })
    expect([refused.error?.status, refused.error?.code]).toEqual([409, "ALREADY_SUBSCRIBED"])
    expect((await user.client.billing.cancel({})).data).toMatchObject({
      status: "active",
      cancelAtPeriodEnd: true,
      grantsAccess: true
    })
    expect((await user.client.billing.subscribe({ plan: "team" })).error).toBeNull()
  })

  it("keeps access until the end of the paid time after a cancellation at once", async () => {
    const user = await subscriber()
    const { data } = await user.client.billing.cancel({ immediately: true, reason: "Too dear" })
    expect(data).toMatchObject({ status: "canceled", grantsAccess: true })
    const again = await user.client.billing.cancel({ subscription: data?.id ?? "" })
    expect(again.data?.status).toBe("canceled")
  })

  it("must name the subscription if several are running", async () => {
    const user = await subscriber()
    await user.client.billing.cancel({})
    const { data } = await user.client.billing.subscribe({ plan: "team" })
    await payPage(engine, data?.url)
    const { error } = await user.client.billing.cancel({})
    expect([error?.status, error?.code]).toEqual([400, "SUBSCRIPTION_AMBIGUOUS"])
  })

  it("can't pause a subscription unless the options allow it", async () => {
    const { error } = await (await subscriber()).client.billing.pause({})
    expect([error?.status, error?.code]).toEqual([403, "PAUSES_DISABLED"])
  })

  it("pays once, even with pages in two tabs", async () => {
    const user = await signUp()
    const first = await user.client.billing.subscribe({ plan: "pro" })
    const second = await user.client.billing.subscribe({ plan: "team" })
    await expect(payPage(engine, first.data?.url)).rejects.toMatchObject({ _tag: "SessionNotOpen" })
    expect(await payPage(engine, second.data?.url)).toBe("succeeded")
    expect((await user.client.billing.access()).data?.plans).toEqual(["team"])
  })

  it("has one open page after any number of clicks at once", async () => {
    const user = await signUp()
    const click = () => user.client.billing.subscribe({ plan: "pro" })
    const pages = await Promise.all([click(), click(), click(), click()])
    const open = await engine.shop.checkout.list({ status: ["created", "active"], limit: 100 })
    const own = await opened.auth.api.billingCustomer({ headers: user.headers })
    const left = open.data.filter(({ customer }) => customer === own.id)
    expect(left).toHaveLength(1)
    expect(pages.some(({ data }) => data?.url.includes(left[0]?.id ?? "none"))).toBe(true)
    expect((await customersOf(engine.shop)).filter(({ id }) => id === own.id)).toHaveLength(1)
  })

  it("keeps the pages that the host opened itself", async () => {
    const user = await signUp()
    const { id: customer } = await opened.auth.api.billingCustomer({ headers: user.headers })
    const { id } = await engine.shop.checkout.create(
      { amount: 500n, currency: "EUR", customer },
      { idempotencyKey: `own ${customer}` }
    )
    await user.client.billing.subscribe({ plan: "pro" })
    expect((await engine.shop.checkout.retrieve(id)).status).toBe("created")
  })
})

describe("the plans", () => {
  it("are listed for everybody, without retired ones", async () => {
    const { data } = await clientWith(opened.url).billing.plans()
    expect(data?.plans.map(({ name, title, amount }) => [name, title, amount])).toEqual([
      ["pro", "Pro", "1900"],
      ["team", "Team", "4900"]
    ])
    const retired = (status: "active" | "retired") =>
      engine.shop.plans.update(engine.plans.team, { status }, { idempotencyKey: status })
    await retired("retired")
    const { data: fewer } = await clientWith(opened.url).billing.plans()
    expect(fewer?.plans.map(({ name }) => name)).toEqual(["pro"])
    await retired("active")
  })

  it("are the only ones that a browser can subscribe to", async () => {
    const user = await signUp()
    const plan = engine.plans.pro as "pro"
    const { error } = await user.client.billing.subscribe({ plan })
    expect([error?.status, error?.code]).toEqual([400, "PLAN_NOT_FOUND"])
  })
})

describe("a request", () => {
  it("without a session is refused by every endpoint except the plans", async () => {
    const { billing } = clientWith(opened.url)
    const requests = [
      billing.access(),
      billing.subscriptions(),
      billing.subscribe({ plan: "pro" }),
      billing.cancel({}),
      billing.undoCancel({}),
      billing.pause({}),
      billing.resume({}),
      billing.recover({}),
      billing.portal({})
    ]
    const statuses = (await Promise.all(requests)).map(({ error }) => error?.status)
    expect(statuses).toEqual(requests.map(() => 401))
  })

  it("never acts on the subscription of somebody else", async () => {
    const [owner, stranger] = [await subscriber(), await subscriber("team")]
    const { data } = await owner.client.billing.subscriptions()
    const subscription = data?.subscriptions[0]?.id ?? ""
    const { billing } = stranger.client
    const requests = [
      billing.cancel({ subscription, immediately: true }),
      billing.undoCancel({ subscription }),
      billing.resume({ subscription }),
      billing.recover({ subscription }),
      billing.cancel({ subscription: "sub_none" })
    ]
    const refused = (await Promise.all(requests)).map(({ error }) => [error?.status, error?.code])
    expect(refused).toEqual(requests.map(() => [404, "SUBSCRIPTION_NOT_FOUND"]))
    expect((await engine.shop.subscriptions.retrieve(subscription)).status).toBe("active")
  })

  it("names only addresses of trusted origins", async () => {
    const user = await signUp()
    const { billing } = user.client
    for (const successUrl of ["https://evil.example/", "//evil.example", "javascript:alert(1)"]) {
      const { error } = await billing.subscribe({ plan: "pro", successUrl })
      expect([successUrl, error?.status]).toEqual([successUrl, 403])
    }
    const trusted = { successUrl: "https://app.example/paid", cancelUrl: "/prices" }
    expect((await billing.subscribe({ plan: "pro", ...trusted })).error).toBeNull()
  })

  it("can't read the customer over HTTP", async () => {
    const { cookie } = await signUp()
    const paths = ["/billing/customer", "/billing-customer", "/virtual:", "/billingCustomer"]
    const answers = await Promise.all(
      paths.map((path) =>
        fetch(`${opened.url}/api/auth${path}`, { headers: { cookie }, method: "POST" })
      )
    )
    expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 404))
  })

  it("is refused without a crash if the engine's rules forbid it", async () => {
    const { error } = await (await subscriber()).client.billing.resume({})
    expect([error?.status, error?.code]).toEqual([409, "SUBSCRIPTION_NOT_PAUSED"])
    const owing = await (await subscriber()).client.billing.recover({})
    expect([owing.error?.status, owing.error?.code]).toEqual([409, "SUBSCRIPTION_NOT_PAST_DUE"])
  })

  it("is recorded in the audit log with the user who sent it", async () => {
    const user = await subscriber()
    await user.client.billing.cancel({})
    const { data } = await engine.shop.audit.list({ limit: 1 })
    expect(data[0]).toMatchObject({ actor: { type: "user", id: user.id } })
  })
})
