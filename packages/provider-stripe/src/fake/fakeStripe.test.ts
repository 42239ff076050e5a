import { runInNewContext } from "node:vm"
import Stripe from "stripe"
import { describe, expect, it, onTestFinished } from "vitest"
import { startFakeStripe } from "./index.ts"

const back = "https://shop.example/back"

const world = async () => {
  let ahead = 0
  const fake = await startFakeStripe({ now: () => Date.now() + ahead })
  onTestFinished(fake.close)
  const api = new Stripe(fake.account().apiKey, {
    ...fake.address,
    httpClient: Stripe.createFetchHttpClient(),
    maxNetworkRetries: 0,
    telemetry: false
  })
  return {
    fake,
    api,
    pass: (ms: number) => {
      ahead += ms
    },
    pay: (more: Partial<Stripe.PaymentIntentCreateParams> = {}, options = {}) =>
      api.paymentIntents.create(
        {
          amount: 1250,
          currency: "eur",
          confirm: true,
          payment_method: "pm_card_visa",
          return_url: back,
          ...more
        },
        options
      )
  }
}

const thrown = async (call: Promise<unknown>): Promise<Stripe.errors.StripeError> => {
  try {
    await call
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error
    throw error
  }
  throw new Error("It was not refused.")
}

describe("the fake of Stripe, by the SDK", () => {
  it("charges, holds, captures a part and refunds", async () => {
    const { api, pay } = await world()
    expect((await pay()).status).toBe("succeeded")
    const held = await pay({ capture_method: "manual", expand: ["latest_charge"] })
    expect(held).toMatchObject({ status: "requires_capture", amount_capturable: 1250 })
    expect(held.latest_charge).toMatchObject({ captured: false, amount: 1250 })
    const taken = await api.paymentIntents.capture(held.id, { amount_to_capture: 1000 })
    expect(taken).toMatchObject({ status: "succeeded", amount_received: 1000 })
    const refund = await api.refunds.create({ payment_intent: held.id, amount: 400 })
    expect(refund.status).toBe("succeeded")
    const more = await thrown(api.refunds.create({ payment_intent: held.id, amount: 700 }))
    expect(more).toMatchObject({ statusCode: 400, type: "StripeInvalidRequestError" })
    await api.refunds.create({ payment_intent: held.id })
    const again = await thrown(api.refunds.create({ payment_intent: held.id }))
    expect(again.code).toBe("charge_already_refunded")
  })

  it("declines with Stripe's codes and the network's, and with the payment inside", async () => {
    const { pay } = await world()
    const error = await thrown(pay({ payment_method: "pm_card_visa_chargeDeclinedStolenCard" }))
    expect(error).toMatchObject({
      statusCode: 402,
      code: "card_declined",
      decline_code: "stolen_card",
      network_decline_code: "43",
      advice_code: "do_not_try_again",
      payment_intent: { status: "requires_payment_method" }
    })
    const any = await thrown(pay({ payment_method: "pm_fake_declined_pickup_card" }))
    expect(any.decline_code).toBe("pickup_card")
  })

  it("refuses what a payment's status doesn't allow, and returns the payment", async () => {
    const { api, pay } = await world()
    const { id } = await pay()
    for (const verb of ["capture", "cancel", "confirm"] as const) {
      expect(await thrown(api.paymentIntents[verb](id))).toMatchObject({
        statusCode: 400,
        code: "payment_intent_unexpected_state",
        payment_intent: { id, status: "succeeded" }
      })
    }
  })

  it.each([
    [{ error_on_requires_action: true }, "error_on_requires_action"],
    [{ return_url: "nowhere" }, "return_url"],
    [{ confirm: false, return_url: back }, "return_url"],
    [{ off_session: true, setup_future_usage: "off_session" }, "off_session"],
    [{ statement_descriptor: "Shop" }, "statement_descriptor"],
    [{ statement_descriptor_suffix: "Кафе" }, "statement_descriptor_suffix"],
    [{ metadata: { "order[id]": "7" } }, "metadata"]
  ] as const)("refuses what Stripe's documents refuse: %j", async (params, param) => {
    const { pay, fake } = await world()
    const error = await thrown(pay({ return_url: back, ...params }))
    expect(error).toMatchObject({ type: "StripeInvalidRequestError", param })
    expect(fake.allPayments()).toEqual([])
  })

  it.each([
    [{ amount: 10 }, "amount_too_small"],
    [{ amount: 100_000_000 }, "amount_too_large"],
    [{ amount: 1251, currency: "kwd" }, undefined],
    [{ amount: 1250, currency: "isk" }, undefined],
    [{ payment_method: "pm_nothing" }, "resource_missing"]
  ])("looks into no charge of %j", async (params, code) => {
    const { pay, fake } = await world()
    const error = await thrown(pay(params))
    expect(error).toMatchObject({ type: "StripeInvalidRequestError" })
    expect(error.code).toBe(code)
    expect(fake.allPayments()).toEqual([])
  })

  it("repeats a key's answer for a day, and refuses another request under the key", async () => {
    const { pay, fake, pass } = await world()
    const once = { idempotencyKey: "key" }
    const first = await pay({}, once)
    expect((await pay({}, once)).id).toBe(first.id)
    const other = await thrown(pay({ amount: 900 }, once))
    expect(other).toMatchObject({ statusCode: 400, type: "StripeIdempotencyError" })
    const declined = { payment_method: "pm_card_visa_chargeDeclined" }
    const [one, two] = [
      await thrown(pay(declined, { idempotencyKey: "no" })),
      await thrown(pay(declined, { idempotencyKey: "no" }))
    ]
    expect(two.payment_intent?.id).toBe(one.payment_intent?.id)
    pass(25 * 3_600_000)
    expect((await pay({}, once)).id).not.toBe(first.id)
    expect(fake.allPayments()).toHaveLength(3)
  })

  it("keeps no answer under a key for a malformed request", async () => {
    const { pay } = await world()
    const once = { idempotencyKey: "key" }
    expect((await thrown(pay({ amount: 1 }, once))).code).toBe("amount_too_small")
    expect((await pay({}, once)).status).toBe("succeeded")
  })

  it("refuses a malformed request before it looks at the key", async () => {
    const { pay } = await world()
    const once = { idempotencyKey: "key" }
    await pay({}, once)
    expect((await thrown(pay({ amount: 1 }, once))).code).toBe("amount_too_small")
    expect((await thrown(pay({ amount: 900 }, once))).type).toBe("StripeIdempotencyError")
  })

  it("repeats its own failure under the key, whatever it has carried out", async () => {
    const { api, pay, fake } = await world()
    const { id } = await pay()
    fake.faults.next({ _tag: "fails_after", status: 500 }, "refund")
    const refund = () => api.refunds.create({ payment_intent: id }, { idempotencyKey: "refund" })
    await thrown(refund())
    expect((await thrown(refund())).statusCode).toBe(500)
    expect(fake.allPayments()[0]?.refunds).toHaveLength(1)
  })

  it("charges a PaymentMethod without a Customer only once", async () => {
    const { api, pay } = await world()
    const card = { number: "4242424242424242", exp_month: 12, exp_year: 2049 }
    const { id } = await api.paymentMethods.create({ type: "card", card })
    await pay({ payment_method: id })
    expect((await thrown(pay({ payment_method: id }))).statusCode).toBe(400)
  })

  it("sends its payers to a page, and back to the return URL", async () => {
    const { pay, fake, api } = await world()
    const asked = await pay({
      payment_method: "pm_card_authenticationRequired",
      return_url: "https://shop.example/back?order=1"
    })
    expect(asked.status).toBe("requires_action")
    const page = await fetch(asked.next_action?.redirect_to_url?.url ?? "")
    expect(await page.text()).toContain("Complete authentication")
    const back = fake.payerAnswers(asked.id, true)
    expect(back.href).toMatch(/^https:\/\/shop\.example\/back\?order=1&payment_intent=pi_/)
    expect((await api.paymentIntents.retrieve(asked.id)).status).toBe("succeeded")
  })

  it("refuses a revoked key, and hides another account's objects", async () => {
    const { pay, fake, api } = await world()
    const { id } = await pay()
    const other = new Stripe(fake.account("other").apiKey, {
      ...fake.address,
      httpClient: Stripe.createFetchHttpClient(),
      telemetry: false
    })
    expect((await thrown(other.paymentIntents.retrieve(id))).code).toBe("resource_missing")
    fake.revoke("main")
    expect((await thrown(api.paymentIntents.retrieve(id))).statusCode).toBe(401)
  })
})

describe("the fake's stand-in of Stripe.js", () => {
  it("asks the payer of a payment, and of a check of a card", async () => {
    const { fake, api, pay } = await world()
    const script = await (await fetch(`${fake.url}/v3/`)).text()
    const page = { window: {} as { Stripe?: (key: string) => never }, fetch, URLSearchParams }
    runInNewContext(script, { ...page, confirm: () => true })
    const stripeJs = page.window.Stripe?.(fake.account().publishableKey) as unknown as {
      handleNextAction: (of: { clientSecret: string | null }) => Promise<object>
    }
    const params = { confirm: true, return_url: back, use_stripe_sdk: true } as const
    const payment_method = "pm_card_authenticationRequired"
    const payment = await pay({ ...params, payment_method })
    const check = await api.setupIntents.create({ ...params, payment_method })
    const succeeded = { status: "succeeded" }
    for (const [{ client_secret: clientSecret, next_action }, answer] of [
      [payment, { paymentIntent: succeeded }],
      [check, { setupIntent: succeeded }]
    ] as const) {
      expect(next_action?.type).toBe("use_stripe_sdk")
      expect(await stripeJs.handleNextAction({ clientSecret })).toMatchObject(answer)
    }
  })
})

describe("the webhooks of the fake", () => {
  it("are signed as Stripe signs them, and sent until they are accepted", async () => {
    const { createServer } = await import("node:http")
    const { text } = await import("node:stream/consumers")
    const { pay, fake } = await world()
    const heard: Array<string> = []
    let refusals = 2
    const server = createServer(async (request, response) => {
      const body = await text(request)
      const signature = String(request.headers["stripe-signature"])
      const [secret] = fake.account().webhookSecrets
      const event = await Stripe.webhooks.constructEventAsync(body, signature, secret)
      if (refusals-- > 0) return void response.writeHead(500).end()
      heard.push(event.type)
      response.end()
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    onTestFinished(() => void server.close())
    const address = server.address()
    const port = typeof address === "object" && address !== null ? address.port : 0
    fake.events.setFaults({ duplicates: 1 })
    fake.events.sendTo(`http://127.0.0.1:${port}/`)
    await pay()
    await expect.poll(() => heard.length).toBe(6)
    await fake.events.idle()
    expect(new Set(heard)).toEqual(
      new Set(["payment_intent.created", "charge.succeeded", "payment_intent.succeeded"])
    )
  })
})

describe("the faults of the fake", () => {
  it("hit the next call of their kind, once", async () => {
    const { pay, api, fake } = await world()
    fake.faults.next({ _tag: "fails_after", status: 502 }, "refund")
    const { id } = await pay()
    expect((await thrown(api.refunds.create({ payment_intent: id }))).type).toBe("StripeAPIError")
    expect(fake.allPayments()[0]?.charge?.refunded).toBe(true)
    fake.faults.next({ _tag: "drops_before" })
    expect((await thrown(pay())).type).toBe("StripeConnectionError")
    fake.faults.next({ _tag: "drops_after" })
    expect((await thrown(pay())).type).toBe("StripeConnectionError")
    fake.faults.next({ _tag: "takes_half" })
    expect((await pay()).amount_received).toBe(625)
    expect(fake.allPayments()).toHaveLength(3)
  })

  it("come at random if asked for, and break everything until the breakdown is over", async () => {
    const { pay, fake } = await world()
    fake.faults.chances({ fails_before: 1 })
    expect((await thrown(pay())).statusCode ?? 0).toBeLessThan(500)
    fake.faults.clear()
    fake.faults.breakDown(500)
    await thrown(pay())
    await thrown(pay())
    fake.faults.clear()
    expect((await pay()).status).toBe("succeeded")
    expect(fake.allPayments()).toHaveLength(1)
  })
})
