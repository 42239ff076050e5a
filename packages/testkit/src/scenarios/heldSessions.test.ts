import { describe, expect, it } from "vitest"
import { auditedShops, typesOf } from "./testing/auditedShops.ts"
import { capture, captureMore, increment, standing } from "./testing/holds.ts"
import { type Checkout, openCheckout, returnUrl } from "./testing/openCheckout.ts"
import { day, minute, type Shop } from "./testing/openShop.ts"

const open = auditedShops()

const held = {
  amount: 1250n,
  currency: "EUR",
  captureMethod: "manual",
  authorization: { multipleCaptures: true, incremental: true }
} as const

const paymentOf = async (checkout: Checkout) => ({
  id: (await checkout.retrieve()).payment ?? expect.unreachable("no payment")
})

/** A provider whose voucher can be held, and whose bank transfer can't. */
const byMethod = {
  methods: ["card", "wallet", "apm"],
  providers: [{ capabilities: { byMethod: { sandbox_bank: { manualCapture: false } } } }]
} as const

describe("a checkout session with manual capture", () => {
  it("succeeds when its payer's money is held, and the merchant captures it later", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop, held)
    expect(checkout.session.captureMethod).toBe("manual")
    expect(await checkout.confirm("approved")).toMatchObject({ status: "succeeded" })
    const payment = await paymentOf(checkout)
    expect(await standing(shop, payment)).toMatchObject({
      status: "authorized",
      amountCapturable: 1250n
    })
    expect(await checkout.retrieve()).toMatchObject({ status: "succeeded" })
    await capture(shop, payment)
    expect(await standing(shop, payment)).toMatchObject({ status: "succeeded" })
    expect(await typesOf(shop, payment.id)).toEqual([
      "payment.authorized",
      "payment.captured",
      "payment.succeeded"
    ])
  })

  it("has a hold that can be raised, captured in parts and voided", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop, held)
    await checkout.confirm("approved")
    const payment = await paymentOf(checkout)
    await increment(shop, payment, 2000n)
    await captureMore(shop, payment, 500n)
    expect(await standing(shop, payment)).toMatchObject({ amountCapturable: 1500n })
    const other = await openCheckout(shop, held)
    await other.confirm("approved")
    const { id } = await paymentOf(other)
    await shop.shop().payments.void(id, {}, { idempotencyKey: "void" })
    await shop.work()
    expect(await standing(shop, { id })).toMatchObject({ status: "voided" })
    expect(await other.retrieve()).toMatchObject({ status: "succeeded" })
  })

  it("stays succeeded when the hold expires", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop, held)
    await checkout.confirm("approved")
    await shop.elapse(6 * day)
    expect(await standing(shop, await paymentOf(checkout))).toMatchObject({ status: "expired" })
    expect(await checkout.retrieve()).toMatchObject({ status: "succeeded" })
  })

  it("holds the money of a payer who was challenged, or whose answer was lost", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop, held)
    const lost = await openCheckout(shop, held)
    const asked = await checkout.confirm("three_ds_challenge")
    const challenge = asked.action?.type === "three_ds_challenge" ? asked.action.session : ""
    await shop.run(shop.box.answerChallenge(challenge, true))
    expect(await checkout.returnFromRedirect(challenge)).toMatchObject({ status: "succeeded" })
    await lost.confirm("lost_answer")
    await shop.elapse(minute)
    for (const each of [checkout, lost]) {
      expect(await standing(shop, await paymentOf(each))).toMatchObject({ status: "authorized" })
      expect(await each.retrieve()).toMatchObject({ status: "succeeded" })
    }
  })

  it("saves the card that paid, as any other session does", async () => {
    const shop = await open()
    const customer = await shop.shop().customers.create({}, { idempotencyKey: "customer" })
    const checkout = await openCheckout(shop, { ...held, customer: customer.id })
    await checkout.confirm("approved")
    const saved = await shop
      .shop()
      .paymentInstruments.create(
        { customer: customer.id, checkoutSession: checkout.id },
        { idempotencyKey: "save" }
      )
    expect(saved).toMatchObject({ object: "payment_instrument", customer: customer.id })
  })

  it("offers only methods and types that can be held", async () => {
    const shop = await open(byMethod)
    const checkout = await openCheckout(shop, { ...held, allowedMethods: ["apm"] })
    const types = (await shop.until(checkout.payer().read())).methodTypes
    expect(types.apm).not.toContain("sandbox_bank")
    expect(types.apm).toContain("sandbox_voucher")
    const choice = { method: "apm", apm: { type: "sandbox_bank" }, returnUrl } as const
    await expect(checkout.submit(choice)).rejects.toMatchObject({
      _tag: "InvalidInput",
      param: "apm.type"
    })
    expect(shop.requests).toEqual([])
    expect(shop.alerts).toEqual([])
  })

  it("is refused if no account can hold money by its methods, without an alert", async () => {
    const capabilities = { apms: ["sandbox_bank"], byMethod: { sandbox_bank: once } }
    const shop = await open({ methods: ["card", "apm"], providers: [{ capabilities }] })
    await expect(refusedSession(shop, { ...held, allowedMethods: ["apm"] })).resolves.toEqual([
      "captureMethod",
      "captureMethod can't be manual: no merchant account can hold money by apm."
    ])
    expect(shop.alerts).toEqual([])
    await openCheckout(shop, { amount: 1250n, currency: "EUR", allowedMethods: ["apm"] })
  })

  it("needs an amount and mode payment", async () => {
    const shop = await open()
    const [param] = await refusedSession(shop, { currency: "EUR", captureMethod: "manual" })
    expect(param).toBe("captureMethod")
    const interval = { unit: "month", count: 1 } as const
    const subscribed = { ...held, mode: "subscription", interval } as const
    expect((await refusedSession(shop, subscribed))[0]).toBe("captureMethod")
    const { captureMethod: _, ...automatic } = held
    expect((await refusedSession(shop, automatic))[0]).toBe("authorization")
  })
})

const once = { manualCapture: false }

/** Returns the field and the message with which a session is refused. */
const refusedSession = (shop: Shop, input: Parameters<typeof openCheckout>[1]) =>
  openCheckout(shop, input).then(
    () => expect.unreachable("the session was created"),
    ({ param, message }) => [param, message]
  )
