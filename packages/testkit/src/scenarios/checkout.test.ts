import { describe, expect, it } from "vitest"
import { auditedShops, typesOf } from "./testing/auditedShops.ts"
import { type Checkout, openCheckout } from "./testing/openCheckout.ts"
import { day, hour, minute, type Shop } from "./testing/openShop.ts"

const open = auditedShops()

/** Creates the payment that the session will charge, as the merchant does. */
const attach = ({ shop }: Shop, { id }: Checkout) =>
  shop().payments.create(
    { amount: 1250n, currency: "EUR", type: "one_off", checkoutSession: id },
    { idempotencyKey: "attached" }
  )

describe("a checkout session", () => {
  it("is created, becomes active with the payer's first view, and ends with the payment", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    expect(checkout.session.status).toBe("created")
    expect(await checkout.payer().read()).toMatchObject({ status: "active", amount: 1250n })
    const result = await checkout.confirm("approved")
    expect(result).toMatchObject({ status: "succeeded", decline: null })
    expect(await checkout.retrieve()).toMatchObject({
      status: "succeeded",
      payment: result.payment,
      availableMethods: []
    })
    expect(await shop.shop().payments.retrieve(result.payment ?? "")).toMatchObject({
      status: "succeeded",
      amountCaptured: 1250n,
      checkoutSession: checkout.id
    })
    expect(await typesOf(shop, result.payment ?? "")).toEqual(["payment.succeeded"])
    expect((await shop.ledger()).map(({ kind }) => kind)).toEqual(["capture"])
  })

  it("lets a declined payer use another card, as a new attempt of the same payment", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    const declined = await checkout.confirm("insufficient_funds")
    expect(declined).toMatchObject({
      status: "declined",
      decline: { code: "insufficient_funds", advice: "use_another_method" }
    })
    expect(await checkout.payer().status()).toEqual(declined)
    expect((await checkout.retrieve()).status).toBe("active")
    const paid = await checkout.confirm("approved")
    expect(paid).toMatchObject({ status: "succeeded", payment: declined.payment, decline: null })
    const { attempts } = await shop.shop().payments.retrieve(paid.payment ?? "")
    expect(attempts).toHaveLength(2)
    expect(await typesOf(shop)).toEqual(["payment.declined", "payment.succeeded"])
  })

  it("that succeeded rejects another confirm and links to the result", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    const { payment } = await checkout.confirm("approved")
    await expect(checkout.confirm("approved")).rejects.toMatchObject({
      _tag: "SessionAlreadySucceeded",
      session: checkout.id,
      payment
    })
  })

  it("counts no decline without a fault of the card", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    for (let time = 0; time < 12; time++) {
      expect((await checkout.confirm("issuer_unavailable")).status).toBe("declined")
    }
    expect((await checkout.confirm("approved")).status).toBe("succeeded")
  })

  it("fails after ten declines", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    for (let time = 1; time <= 9; time++) {
      expect((await checkout.confirm("card_declined")).status).toBe("declined")
    }
    expect(await checkout.confirm("card_declined")).toMatchObject({
      status: "failed",
      decline: { code: "card_declined" }
    })
    expect((await checkout.retrieve()).status).toBe("failed")
    await expect(checkout.confirm("approved")).rejects.toMatchObject({ _tag: "SessionNotOpen" })
  })

  it("survives failures without a fault of the card: an outage uses up none of the payer's attempts", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    for (let time = 1; time <= 12; time++) {
      expect((await checkout.confirm("not_sent_anywhere")).status).not.toBe("succeeded")
    }
    expect((await checkout.retrieve()).status).toBe("active")
    await shop.elapse(hour)
    expect((await checkout.confirm("approved")).status).toBe("succeeded")
  })

  it("fails after fifty attempts, whatever their outcome", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    for (let time = 1; (await checkout.retrieve()).status !== "failed"; time++) {
      expect(time).toBeLessThanOrEqual(50)
      await checkout.confirm("not_sent_anywhere")
    }
    const { payment } = await checkout.retrieve()
    const { attempts } = await shop.shop().payments.retrieve(payment ?? "")
    expect(attempts.length).toBeGreaterThanOrEqual(50)
    expect(attempts.length).toBeLessThanOrEqual(51)
  })

  it("is charged at most once by concurrent confirms from any tabs and processes", async () => {
    const shop = await open()
    const other = await shop.start()
    const checkout = await openCheckout(shop)
    const confirms = Array.from({ length: 60 }, (_, tab) =>
      checkout.confirm("approved", tab % 2 === 0 ? undefined : other.payloom)
    )
    const results = await Promise.allSettled(confirms)
    const answered = results.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []))
    const refused = results.flatMap((each) => (each.status === "rejected" ? [each.reason] : []))
    expect(answered.map(({ status }) => status)).toEqual(["succeeded"])
    for (const { _tag } of refused) {
      expect(["SessionProcessing", "SessionAlreadySucceeded"]).toContain(_tag)
    }
    expect(await shop.run(shop.box.bank.charges())).toHaveLength(1)
  })

  it("expires by its job, and refuses every confirm afterwards", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    await checkout.payer().read()
    await shop.elapse(day + minute)
    expect((await checkout.retrieve()).status).toBe("expired")
    expect((await checkout.payer().status()).status).toBe("expired")
    await expect(checkout.confirm("approved")).rejects.toMatchObject({
      _tag: "SessionNotOpen",
      status: "expired"
    })
  })

  it("is refused and shown as expired past its expiry, even if the job has not run yet", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    await shop.clock.advance(day)
    await expect(checkout.confirm("approved")).rejects.toMatchObject({
      _tag: "SessionNotOpen",
      status: "expired"
    })
    expect((await checkout.payer().status()).status).toBe("expired")
    await shop.work()
    expect((await checkout.payer().status()).status).toBe("expired")
  })

  it("can be read for a day after its end, then its token is invalid", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    await checkout.confirm("approved")
    await shop.elapse(day - minute)
    expect((await checkout.payer().status()).status).toBe("succeeded")
    await shop.elapse(minute)
    await expect(checkout.payer().status()).rejects.toMatchObject({ _tag: "SessionTokenInvalid" })
  })

  it("whose payment is unknown stays processing past its expiry, and recovers", async () => {
    const shop = await open()
    const expiresAt = shop.clock.now() + 5 * minute
    const checkout = await openCheckout(shop, { amount: 1250n, currency: "EUR", expiresAt })
    const unknown = await checkout.confirm("timeout_charged")
    expect(unknown.status).toBe("processing")
    await expect(checkout.confirm("approved")).rejects.toMatchObject({ _tag: "SessionProcessing" })
    await shop.elapse(hour)
    expect(await checkout.payer().status()).toMatchObject({
      status: "succeeded",
      payment: unknown.payment
    })
  })

  it("expires if the payer is declined past its expiry", async () => {
    const shop = await open()
    const expiresAt = shop.clock.now() + 5 * minute
    const checkout = await openCheckout(shop, { amount: 1250n, currency: "EUR", expiresAt })
    expect((await checkout.confirm("timeout_not_charged")).status).toBe("processing")
    await shop.elapse(hour)
    expect((await checkout.retrieve()).status).toBe("expired")
  })

  it("is settled by another process if the charging process dies", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    const confirm = await checkout.prepare("approved")
    shop.process().mortal.meet((commit) => (commit === 2 ? "dies_before" : undefined))
    await shop.untilDead(confirm())
    await shop.restart()
    expect((await checkout.payer().status()).status).toBe("processing")
    await shop.elapse(hour)
    expect((await checkout.payer().status()).status).toBe("succeeded")
    expect(await shop.run(shop.box.bank.charges())).toHaveLength(1)
  })

  it("without an amount checks the card and takes nothing", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop, {})
    expect(checkout.session).toMatchObject({ amount: 0n, currency: "EUR" })
    const { payment } = await checkout.confirm("approved")
    expect(await shop.shop().payments.retrieve(payment ?? "")).toMatchObject({
      type: "verify",
      status: "succeeded",
      amountCaptured: 0n
    })
  })

  it("can be canceled until it is confirmed, together with its waiting payment", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    const payment = await attach(shop, checkout)
    expect(payment).toMatchObject({ status: "requires_payment", checkoutSession: checkout.id })
    expect((await shop.shop().checkout.cancel(checkout.id)).status).toBe("canceled")
    expect((await shop.shop().checkout.cancel(checkout.id)).status).toBe("canceled")
    expect((await shop.shop().payments.retrieve(payment.id)).status).toBe("canceled")
    await expect(checkout.confirm("approved")).rejects.toMatchObject({ _tag: "SessionNotOpen" })
  })

  it("charges the payment that the merchant created for it", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    const payment = await attach(shop, checkout)
    expect(await checkout.confirm("approved")).toMatchObject({
      status: "succeeded",
      payment: payment.id
    })
  })

  it("expires together with its waiting payment", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    const payment = await attach(shop, checkout)
    await shop.elapse(day + minute)
    expect((await shop.shop().payments.retrieve(payment.id)).status).toBe("expired")
    expect(await typesOf(shop, payment.id)).toEqual(["payment.expired"])
  })
})

describe("a payment that waits for its session's payer", () => {
  it("ends its session when it is canceled", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    const { id } = await attach(shop, checkout)
    expect((await shop.shop().payments.cancel(id)).status).toBe("canceled")
    expect(await checkout.retrieve()).toMatchObject({ status: "canceled", availableMethods: [] })
    await expect(checkout.confirm("approved")).rejects.toMatchObject({ _tag: "SessionNotOpen" })
    expect((await shop.shop().payments.cancel(id)).status).toBe("canceled")
    expect(await typesOf(shop)).toEqual(["payment.canceled"])
  })

  it("is either canceled with its session, or paid, if both happen at once", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    const { id } = await attach(shop, checkout)
    const pay = await checkout.prepare("approved")
    const both = Promise.allSettled([pay(), shop.shop().payments.cancel(id)])
    await shop.until(both)
    const { status } = await shop.shop().payments.retrieve(id)
    expect((await checkout.retrieve()).status).toBe(status)
    expect(["canceled", "succeeded"]).toContain(status)
  })
})
