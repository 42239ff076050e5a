import type { Acting } from "@payloom/core"
import { alertAdvice } from "@payloom/core"
import { describe, expect, it } from "vitest"
import { chargeThat, lookupThat, modificationThat } from "../sandbox/conduct.ts"
import { auditedShops } from "./testing/auditedShops.ts"
import { day, hour, minute, type Shop } from "./testing/openShop.ts"
import { answers, webhookSink } from "./testing/webhookSink.ts"

const open = auditedShops()

const ada: Acting = { actor: { type: "user", id: "ada" } }

const as = (shop: Shop, acting = ada) =>
  shop.process().payloom.as(acting).merchant(shop.shop().scope)

const statesOf = async (shop: Shop) =>
  (await shop.shop().alerts.list()).data.map(({ type, state }) => [type, state])

/** A shop with a charge whose outcome has been unknown for more than a day. */
const doubtful = async () => {
  const shop = await open()
  shop.box.script.lookup(lookupThat.isUnavailable(), { times: Number.POSITIVE_INFINITY })
  const { id } = await shop.pay("timeout_not_charged")
  await shop.elapse(2 * day)
  return { shop, payment: id, attempt: shop.lastAttempt(await shop.shop().payments.retrieve(id)) }
}

describe("an alert", () => {
  it("is a row that somebody takes and resolves, with an entry of the audit log for each", async () => {
    const { shop, payment, attempt } = await doubtful()
    const { alerts, audit } = as(shop)
    const [alert] = (await alerts.list({ state: "open" })).data
    const id = alert?.id ?? ""
    expect(alert).toMatchObject({
      object: "alert",
      type: "alert.outcome_unknown",
      subject: attempt,
      payment,
      takenBy: null,
      resolvedAt: null
    })
    const [event] = await shop
      .events(payment)
      .then((all) => all.filter(({ id }) => id === alert?.event))
    expect(event?.type).toBe(alert?.type)
    expect(await alerts.take(id)).toMatchObject({ state: "taken", takenBy: ada.actor })
    expect(await alerts.take(id)).toMatchObject({ state: "taken", takenBy: ada.actor })
    expect((await alerts.list({ state: "open" })).data).toEqual([])
    const note = "Refunded the excess"
    expect(await alerts.resolve(id, { note })).toMatchObject({ state: "resolved", note })
    expect(await alerts.resolve(id, { note: "again" })).toMatchObject({ note })
    await expect(alerts.take(id)).rejects.toMatchObject({ _tag: "InvalidInput", param: "alert" })
    expect(await alerts.reopen(id)).toMatchObject({ state: "open", takenBy: null, note: null })
    expect(await alerts.retrieve(id)).toEqual({ ...alert })
    const called = (await audit.list({ subject: id })).data.map(({ operation }) => operation)
    expect(called).toEqual(["alerts.reopen", "alerts.resolve", "alerts.take"])
    const { audit: story } = await shop.shop().payments.story(payment)
    expect(story).toHaveLength(3)
    await expect(alerts.take("alert_x")).rejects.toMatchObject({ _tag: "ResourceNotFound" })
  })

  it("is resolved by the commit that ends it", async () => {
    const { shop, attempt } = await doubtful()
    expect(await statesOf(shop)).toEqual([["alert.outcome_unknown", "open"]])
    await as(shop).payments.resolveAttempt(attempt, { _tag: "NotCharged" })
    expect(await statesOf(shop)).toEqual([["alert.outcome_unknown", "resolved"]])
    const [alert] = (await shop.shop().alerts.list({ subject: attempt })).data
    expect(alert).toMatchObject({ resolvedBy: null, resolvedAt: shop.clock.now(), note: null })
  })

  it("of a late charge is resolved when its money was returned", async () => {
    const shop = await open()
    shop.box.script.charge(chargeThat.appearsLate(hour))
    const { id } = await shop.pay("approved")
    await shop.elapse(30 * minute)
    const payment = await shop.shop().payments.retrieve(id)
    await shop.elapse(hour)
    await shop.notify(shop.lastAttempt(payment))
    expect(await statesOf(shop)).toContainEqual(["alert.late_charge", "open"])
    await shop.work()
    expect(await statesOf(shop)).toEqual([
      ["alert.late_charge_reversed", "open"],
      ["alert.late_charge", "resolved"]
    ])
  })

  it("of another amount is resolved when somebody settles the attempt on the same day", async () => {
    const shop = await open()
    const payment = await shop.pay("wrong_amount")
    expect(await statesOf(shop)).toEqual([["alert.amount_mismatch", "open"]])
    await shop.elapse(hour)
    const settled = { _tag: "Charged", captured: true, providerReference: "ch_1" } as const
    const attempt = shop.lastAttempt(await shop.shop().payments.retrieve(payment.id))
    await as(shop).payments.resolveAttempt(attempt, settled)
    expect(await statesOf(shop)).toEqual([["alert.amount_mismatch", "resolved"]])
  })

  it("of a refused account is resolved when the refund is carried out on the same day", async () => {
    const shop = await open()
    const { id } = await shop.pay("approved")
    const refused = { _tag: "AccountUnavailable", reason: "revoked", rawCode: "401" } as const
    shop.box.script.refund(modificationThat.says(refused))
    await shop.shop().payments.refund(id, {}, { idempotencyKey: "refund" })
    await shop.work()
    expect(await statesOf(shop)).toEqual([["alert.account_refused", "open"]])
    await shop.elapse(hour)
    expect(await statesOf(shop)).toEqual([["alert.account_refused", "resolved"]])
  })

  it("of a saved error is resolved when the refund is carried out on the same day", async () => {
    const shop = await open()
    const { id } = await shop.pay("approved")
    const saved = { _tag: "Unknown", reason: "a saved error", isSaved: true } as const
    shop.box.script.refund(modificationThat.says(saved), { times: 100 })
    await shop.shop().payments.refund(id, {}, { idempotencyKey: "refund" })
    await shop.elapse(hour)
    expect(await statesOf(shop)).toEqual([["alert.outcome_unknown", "open"]])
    shop.box.script.clear()
    await shop.elapse(2 * hour)
    expect((await shop.shop().payments.retrieve(id)).status).toBe("refunded")
    expect(await statesOf(shop)).toEqual([["alert.outcome_unknown", "resolved"]])
  })

  it("of a disabled endpoint is resolved when the endpoint is enabled", async () => {
    const sink = webhookSink()
    const url = "https://shop.example/hooks"
    sink.conducts.set(url, () => answers(410))
    const shop = await open({ webhooks: sink })
    const { webhooks } = shop.shop()
    const endpoint = await webhooks.create({ url })
    await shop.pay("approved")
    await shop.work()
    expect(await statesOf(shop)).toEqual([["alert.webhook_disabled", "open"]])
    await webhooks.update(endpoint.id, { status: "enabled" })
    expect(await statesOf(shop)).toEqual([["alert.webhook_disabled", "resolved"]])
  })

  it("has advice", () => {
    expect(alertAdvice("alert.late_charge_reversed")).toEqual({
      about: "void or refund",
      what: "A late charge was reversed.",
      action: "Nothing."
    })
  })
})
