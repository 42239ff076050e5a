import { describe, expect, it } from "vitest"
import { auditedShops } from "./testing/auditedShops.ts"
import { openPortal, portalOf } from "./testing/openPortal.ts"
import { hour, minute } from "./testing/openShop.ts"
import { newKey, saveAnew, subscribe } from "./testing/subscribing.ts"

const open = auditedShops()

const over = { _tag: "SessionTokenInvalid" }

describe("a portal session", () => {
  it("lasts an hour and allows all but a pause by default", async () => {
    const shop = await open()
    const { customer } = await saveAnew(shop, "approved")
    const { create } = shop.shop().portalSessions
    const session = await create({ customer }, newKey())
    expect(session).toMatchObject({
      object: "portal_session",
      customer,
      status: "open",
      expiresAt: shop.clock.now() + hour,
      returnUrl: null,
      locale: null
    })
    expect(session.allow).toEqual([
      "payment_instruments",
      "cancel",
      "cancel_now",
      "pay_overdue",
      "receipts"
    ])
    const { portal } = await portalOf(shop, session)
    expect(await portal.read()).toMatchObject({ merchant: "Shop", look: { themeMode: "auto" } })
    await shop.elapse(hour)
    await expect(portal.read()).rejects.toMatchObject(over)
    const { retrieve } = shop.shop().portalSessions
    expect((await retrieve(session.id)).status).toBe("expired")
  })

  it("has its template's look, and the texts of its locale or of all languages", async () => {
    const shop = await open()
    const { templates } = shop.shop()
    const labels = { portal_cards: "Cards" }
    const labelsByLocale = { de: { portal_cards: "Karten" } }
    const config = { labels, labelsByLocale, css: ".name{color:red}" }
    const { id } = await templates.create({ name: "Own", ...config })
    const template = (await templates.publish(id)).id
    const saved = await saveAnew(shop, "approved")
    const { portal } = await openPortal(shop, saved, { template })
    expect((await portal.read()).look).toMatchObject(config)
    const german = await openPortal(shop, saved, { template, locale: "de-AT" })
    expect((await german.portal.read()).look).toMatchObject({
      css: config.css,
      labels: { portal_cards: "Karten" },
      labelsByLocale: {}
    })
  })

  it("ends from 5 minutes to 24 hours ahead", async () => {
    const shop = await open()
    const { customer } = await saveAnew(shop, "approved")
    const until = (ms: number) =>
      openPortal(shop, { customer }, { expiresAt: shop.clock.now() + ms })
    const refused = { param: "expiresAt" }
    await expect(until(5 * minute - 1)).rejects.toMatchObject(refused)
    await expect(until(24 * hour + 1)).rejects.toMatchObject(refused)
    const { portal } = await until(24 * hour)
    await shop.elapse(23 * hour)
    expect((await portal.read()).object).toBe("portal")
  })

  it("that is revoked is over, and a second call changes nothing", async () => {
    const shop = await open()
    const { session, portal } = await openPortal(shop, await saveAnew(shop, "approved"))
    const { revoke } = shop.shop().portalSessions
    expect((await revoke(session.id)).status).toBe("revoked")
    expect((await revoke(session.id)).status).toBe("revoked")
    await expect(portal.read()).rejects.toMatchObject(over)
  })

  it("shows its token once: a replayed answer and the stored rows have none", async () => {
    const shop = await open()
    const { customer } = await saveAnew(shop, "approved")
    const { create, retrieve } = shop.shop().portalSessions
    const key = newKey()
    const first = await create({ customer }, key)
    const again = await create({ customer }, key)
    expect(first.sessionToken).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(again).toEqual({ ...first, sessionToken: undefined })
    expect(await retrieve(first.id)).not.toHaveProperty("sessionToken")
  })

  it("is refused for an erased customer, and ends when its customer is erased", async () => {
    const shop = await open()
    const { customer } = await saveAnew(shop, "approved")
    const { session, portal } = await openPortal(shop, { customer })
    await shop.shop().customers.erase(customer, newKey())
    await shop.work()
    await expect(portal.listInstruments()).rejects.toMatchObject(over)
    expect((await shop.shop().portalSessions.retrieve(session.id)).status).toBe("revoked")
    await expect(openPortal(shop, { customer })).rejects.toMatchObject({ _tag: "CustomerErased" })
  })

  it("is deleted two days after its creation", async () => {
    const shop = await open()
    const { session } = await openPortal(shop, await saveAnew(shop, "approved"))
    await shop.elapse(72 * hour)
    await shop.run(shop.process().payloom.services.background.sweep())
    await expect(shop.shop().portalSessions.retrieve(session.id)).rejects.toMatchObject({
      _tag: "ResourceNotFound"
    })
  })

  it("refuses what it does not allow, and names the permission", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    const { portal } = await openPortal(shop, subscriber, { allow: [] })
    const lacks = (permission: string) => ({ _tag: "PortalActionNotAllowed", permission })
    const { id, card } = subscriber
    const calls: ReadonlyArray<readonly [string, () => Promise<unknown>]> = [
      ["payment_instruments", () => portal.addInstrument()],
      ["payment_instruments", () => portal.removeInstrument(card)],
      ["payment_instruments", () => portal.makeDefault(card)],
      ["payment_instruments", () => portal.changeInstrument(id, { paymentInstrument: card })],
      ["cancel", () => portal.cancel(id)],
      ["cancel", () => portal.undoCancel(id)],
      ["cancel_now", () => portal.cancel(id, { cancelAtPeriodEnd: false })],
      ["pause", () => portal.pause(id)],
      ["pause", () => portal.resume(id)],
      ["pay_overdue", () => portal.payOverdue(id)],
      ["receipts", () => portal.listReceipts()]
    ]
    for (const [permission, call] of calls) {
      await expect(call()).rejects.toMatchObject(lacks(permission))
    }
    const [subscription] = (await portal.listSubscriptions()).data
    expect(subscription?.actions).toEqual([])
  })
})

describe("a customer's portal", () => {
  it("has nothing of another customer", async () => {
    const shop = await open()
    const other = await subscribe(shop)
    const own = await subscribe(shop, "approved_mastercard")
    const { portal } = await openPortal(shop, own)
    const { data: payments } = await shop.shop().payments.list()
    const payment = payments.find(({ customer }) => customer === other.customer)
    expect((await portal.listSubscriptions()).data.map(({ id }) => id)).toEqual([own.id])
    expect((await portal.listInstruments()).data.map(({ id }) => id)).toEqual([own.card])
    expect((await portal.listReceipts()).data).toHaveLength(1)
    const calls: ReadonlyArray<() => Promise<unknown>> = [
      () => portal.removeInstrument(other.card),
      () => portal.removeInstrument(own.card, { moveTo: other.card }),
      () => portal.makeDefault(other.card),
      () => portal.cancel(other.id),
      () => portal.undoCancel(other.id),
      () => portal.pause(other.id),
      () => portal.resume(other.id),
      () => portal.payOverdue(other.id),
      () => portal.changeInstrument(other.id, { paymentInstrument: own.card }),
      () => portal.changeInstrument(own.id, { paymentInstrument: other.card }),
      () => portal.receipt(payment?.id ?? "")
    ]
    for (const call of calls) {
      await expect(call()).rejects.toMatchObject({ _tag: "ResourceNotFound" })
    }
    const { subscriptions } = shop.shop()
    expect((await subscriptions.retrieve(other.id)).status).toBe("active")
    expect((await subscriptions.retrieve(own.id)).paymentInstrument).toBe(own.card)
  })

  it("opens by no token of a checkout session, and no checkout by its token", async () => {
    const shop = await open()
    const { customer } = await saveAnew(shop, "approved")
    const { session, publishableKey } = await openPortal(shop, { customer })
    const { payloom } = shop.process()
    const checkout = await shop.shop().checkout.create({ customer }, newKey())
    const portal = payloom.portal({ publishableKey, sessionToken: checkout.sessionToken ?? "" })
    await expect(portal.read()).rejects.toMatchObject(over)
    const payer = payloom.payer({ publishableKey, sessionToken: session.sessionToken ?? "" })
    await expect(payer.read()).rejects.toMatchObject(over)
  })

  it("opens by no key of another merchant or of the other mode, and by no secret key", async () => {
    const shop = await open()
    const { session } = await openPortal(shop, await saveAnew(shop, "approved"))
    const { payloom } = shop.process()
    const { tenant } = shop.shop().scope
    const { id: stranger } = await payloom.tenants.create({
      displayName: "Stranger",
      defaultCurrency: "EUR"
    })
    const sessionToken = session.sessionToken ?? ""
    for (const scope of [
      { tenant: stranger, mode: "test" },
      { tenant, mode: "live" }
    ] as const) {
      const { secret: publishableKey } = await payloom.tenants.createApiKey(scope, "publishable")
      const portal = payloom.portal({ publishableKey, sessionToken })
      await expect(portal.read()).rejects.toMatchObject(over)
    }
    const { secret } = await payloom.tenants.createApiKey(shop.shop().scope, "secret")
    const portal = payloom.portal({ publishableKey: secret, sessionToken })
    await expect(portal.read()).rejects.toMatchObject({ _tag: "ApiKeyInvalid" })
  })
})
