import { type Payloom, StorageUnavailable } from "@payloom/core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { findCustomer } from "./customers/findCustomer.ts"
import {
  cookieOf,
  type OpenedAuth,
  type OpenedEngine,
  openAuth,
  openEngine,
  payPage,
  post,
  type SignedUp
} from "./testing/openBilling.ts"

let engine: OpenedEngine
let opened: OpenedAuth
/** The failure of the engine for the plugin. Null while it works. */
let failure: Error | null = null

const failing = (payloom: Payloom) => ({
  merchant: (scope: Parameters<Payloom["merchant"]>[0]) => {
    const merchant = payloom.merchant(scope)
    const { customers } = merchant
    return {
      ...merchant,
      customers: {
        ...customers,
        list: (...args: Parameters<typeof customers.list>) =>
          failure === null ? customers.list(...args) : Promise.reject(failure)
      }
    }
  },
  as: payloom.as
})

beforeAll(async () => {
  engine = await openEngine()
  opened = await openAuth(engine, { engine: failing })
})
afterAll(async () => {
  await opened.close()
  await engine.payloom.close()
})

let people = 0
const signUp = (name?: string) => opened.signUp(`grace${people++}@shop.example`, name)

const customerOf = ({ id }: Pick<SignedUp, "id">) => findCustomer(engine.shop, { kind: "user", id })

const subscribed = async (user: SignedUp) => {
  const { data } = await user.client.billing.subscribe({ plan: "pro" })
  expect(await payPage(engine, data?.url)).toBe("succeeded")
  return (await user.client.billing.subscriptions()).data?.subscriptions[0]?.id ?? ""
}

const signIn = (email: string) =>
  post(opened.url, "/sign-in/email", { email, password: "password" }).then(({ status }) => status)

describe("the customer of a user", () => {
  it("is created at sign-up with the user's name and address", async () => {
    const user = await signUp("Grace")
    expect(await customerOf(user)).toMatchObject({
      reference: `user:${user.id}`,
      name: "Grace",
      email: `grace${people - 1}@shop.example`
    })
  })

  it("is created later if the engine fails at sign-up, and the sign-up succeeds", async () => {
    failure = new StorageUnavailable({ cause: "down" })
    const user = await signUp("Late")
    failure = null
    expect(await customerOf(user)).toBeNull()
    expect((await user.client.billing.access()).data?.grantsAccess).toBe(false)
    await subscribed(user)
    expect(await customerOf(user)).toMatchObject({ name: "Late" })
  })

  it("follows a change of the name, also one that the engine missed", async () => {
    const user = await signUp("Before")
    await user.client.updateUser({ name: "After" })
    expect(await customerOf(user)).toMatchObject({ name: "After" })
    failure = new StorageUnavailable({ cause: "down" })
    await user.client.updateUser({ name: "Missed" })
    failure = null
    expect(await customerOf(user)).toMatchObject({ name: "After" })
    const headers = new Headers({ cookie: user.cookie })
    await opened.auth.api.billingCustomer({ headers })
    expect(await customerOf(user)).toMatchObject({ name: "Missed" })
  })

  it("follows a change of the email address", async () => {
    const user = await signUp()
    const { internalAdapter } = await opened.auth.$context
    await internalAdapter.updateUser(user.id, { email: "new@shop.example" })
    expect(await customerOf(user)).toMatchObject({ email: "new@shop.example" })
  })

  it("is not created for an anonymous user, who can't subscribe", async () => {
    const response = await post(opened.url, "/sign-in/anonymous", {})
    const { user } = (await response.json()) as { readonly user: { readonly id: string } }
    const cookie = cookieOf(response)
    expect(await customerOf(user)).toBeNull()
    const refused = await post(opened.url, "/billing/subscribe", { plan: "pro" }, cookie)
    expect([refused.status, (await refused.json()).code]).toEqual([403, "ACCOUNT_REQUIRED"])
  })
})

describe("deleting a user", () => {
  it("ends the subscriptions, closes open pages and erases the customer", async () => {
    const user = await signUp()
    const customer = await customerOf(user)
    const subscription = await subscribed(user)
    await user.client.billing.cancel({})
    const { data: page } = await user.client.billing.subscribe({ plan: "team" })
    expect((await user.client.deleteUser({ password: "password" })).error).toBeNull()
    const ended = await engine.shop.subscriptions.retrieve(subscription)
    expect(ended.status).toBe("canceled")
    await expect(payPage(engine, page?.url)).rejects.toMatchObject({ _tag: "SessionNotOpen" })
    expect(await customerOf(user)).toBeNull()
    expect(await engine.shop.customers.retrieve(customer?.id ?? "")).toMatchObject({
      reference: null,
      name: null,
      email: null
    })
  })

  it("is refused while the engine fails, and the user can still sign in", async () => {
    const user = await signUp()
    const email = `grace${people - 1}@shop.example`
    await subscribed(user)
    failure = new StorageUnavailable({ cause: "down" })
    const { error } = await user.client.deleteUser({ password: "password" })
    const reading = await user.client.billing.access()
    failure = null
    const answer = [503, "BILLING_UNAVAILABLE"]
    expect([error?.status, error?.code]).toEqual(answer)
    expect([reading.error?.status, reading.error?.code]).toEqual(answer)
    expect(await signIn(email)).toBe(200)
    expect((await user.client.billing.access()).data?.grantsAccess).toBe(true)
    expect((await user.client.deleteUser({ password: "password" })).error).toBeNull()
    expect(await signIn(email)).toBe(401)
    expect(await customerOf(user)).toBeNull()
  })

  it("is refused while a payment is in progress, and succeeds afterwards", async () => {
    const user = await signUp()
    const customer = await customerOf(user)
    const { shop, box, clock, payloom } = engine
    const paymentInstrument = await box.saveCard(shop, "timeout_charged", customer?.id)
    await clock.until(
      shop.payments.create(
        { amount: 500n, currency: "EUR", type: "one_off", paymentInstrument },
        { idempotencyKey: "in flight" }
      )
    )
    const refused = await user.client.deleteUser({ password: "password" })
    expect([refused.error?.status, refused.error?.code]).toEqual([409, "PAYMENT_IN_PROGRESS"])
    expect(await signIn(`grace${people - 1}@shop.example`)).toBe(200)
    await clock.elapse(86_400_000, payloom)
    expect((await user.client.deleteUser({ password: "password" })).error).toBeNull()
    expect(await customerOf(user)).toBeNull()
  })

  it("needs the password, and erases nothing without it", async () => {
    const user = await signUp()
    const { error } = await user.client.deleteUser({ password: "wrong" })
    expect(error?.status).toBe(400)
    expect(await customerOf(user)).not.toBeNull()
  })

  it("by code of the host erases the customer too", async () => {
    const user = await signUp()
    const { internalAdapter } = await opened.auth.$context
    await internalAdapter.deleteUser(user.id)
    expect(await customerOf(user)).toBeNull()
  })

  it("keeps the customer's data with onDelete cancel, and ends the subscriptions", async () => {
    const keeping = await openAuth(engine, { billing: { onDelete: "cancel" } })
    const user = await keeping.signUp("kept@shop.example", "Kept")
    const subscription = await subscribed(user)
    await user.client.deleteUser({ password: "password" })
    expect((await engine.shop.subscriptions.retrieve(subscription)).status).toBe("canceled")
    expect(await customerOf(user)).toMatchObject({ name: "Kept" })
    await keeping.close()
  })
})

describe("an admin who impersonates a user", () => {
  it("acts on the user's subscription, and the audit log names the admin", async () => {
    const [boss, user] = [await signUp("Boss"), await signUp()]
    await subscribed(user)
    opened.database.prepare("UPDATE user SET role = 'admin' WHERE id = ?").run(boss.id)
    const response = await post(
      opened.url,
      "/admin/impersonate-user",
      { userId: user.id },
      boss.cookie
    )
    const cookie = cookieOf(response)
    expect((await post(opened.url, "/billing/cancel", {}, cookie)).status).toBe(200)
    const { data } = await engine.shop.audit.list({ limit: 1 })
    expect(data[0]).toMatchObject({ actor: { type: "user", id: boss.id } })
  })
})
