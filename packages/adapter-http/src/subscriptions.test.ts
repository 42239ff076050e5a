import { describe, expect, it } from "vitest"
import { expectInvalid, expectRefused } from "./testing/expectRefused.ts"
import { openShop } from "./testing/openShop.ts"
import type { Json } from "./testing/shopClient.ts"
import {
  clubOf,
  day,
  expectConflict,
  expectNotFound,
  monthly,
  pathOf
} from "./testing/subscribing.ts"

const shop = clubOf(await openShop())
const stranger = await shop.open()

const timesOf = (from: string, to: string) => ({
  current_period_start: from,
  current_period_end: to
})

describe("a subscription", () => {
  it("has the fields of a subscription, and begins as pending_first_payment", async () => {
    const payer = await shop.payer()
    const metadata = { shelf: "top" }
    const { status, json } = await shop.post("/subscriptions", { ...payer, ...monthly, metadata })
    expect([status, json]).toEqual([
      200,
      {
        object: "subscription",
        id: expect.stringMatching(/^sub_[0-7][0-9A-HJKMNP-TV-Z]{25}$/),
        ...payer,
        plan: null,
        status: "pending_first_payment",
        ...monthly,
        billing_cycle_anchor: "2026-11-15T12:00:00.000Z",
        ...timesOf("2026-11-15T12:00:00.000Z", "2026-12-15T12:00:00.000Z"),
        trial_end: null,
        paid_until: null,
        cancel_at_period_end: false,
        canceled_at: null,
        cancel_reason: null,
        resumes_at: null,
        metadata,
        created: shop.clock.iso()
      }
    ])
    expect((await shop.get(pathOf(json))).json).toEqual(json)
  })

  it("is active once its first charge is paid, and is paid until its period ends", async () => {
    const made = await shop.enroll()
    await shop.work()
    const active = await shop.standing(made)
    expect(active).toEqual({ ...made, status: "active", paid_until: made.current_period_end })
  })

  it("to a plan has the plan's terms", async () => {
    const interval = { unit: "week", count: 2 }
    const plan = await shop.plan({ amount: "900", interval, setup_fee: "500" })
    const { id: _, ...made } = await shop.subscribed({ plan })
    expect(made).toMatchObject({ plan, amount: "900", currency: "EUR", interval, trial_end: null })
    const [payment] = (await shop.merchant.payments.list({ limit: 1 })).data
    expect(payment).toMatchObject({ type: "subscription_initial", amount: 1400n })
  })

  it("begins with the trial of its plan, unless trial_days is given", async () => {
    const plan = await shop.plan({ trial: { days: 14, amount: "100" } })
    const begins = Date.parse(shop.clock.iso())
    for (const [fields, days] of [
      [{ plan }, 14],
      [{ plan, trial_days: 3 }, 3],
      [{ trial_days: 5 }, 5]
    ] as const) {
      const end = new Date(begins + days * day).toISOString()
      expect(await shop.subscribed(fields)).toMatchObject({
        status: "trialing",
        trial_end: end,
        billing_cycle_anchor: end,
        ...timesOf(shop.clock.iso(), end)
      })
    }
  })

  it("keeps the terms, the time and the plan of the agreement", async () => {
    const plan = await shop.plan({ amount: "900" })
    const { id } = await shop.enroll({ plan })
    await shop.patch(`/plans/${plan}`, { name: "Renamed", status: "retired" })
    expect(await shop.merchant.subscriptions.consent(String(id))).toMatchObject({
      at: shop.clock.now(),
      source: "api",
      session: null,
      plan: { id: plan, name: "Club", amount: 900n, status: "active", version: 1 }
    })
    const own = await shop.enroll()
    expect((await shop.merchant.subscriptions.consent(String(own.id))).plan).toBe(null)
  })

  it("is not affected when its plan is retired or superseded", async () => {
    const plans = [await shop.plan(), await shop.plan()]
    const [retired = {}, superseded = {}] = [
      await shop.subscribed({ plan: plans[0] }),
      await shop.subscribed({ plan: plans[1] })
    ]
    await shop.patch(`/plans/${plans[0]}`, { status: "retired" })
    await shop.merchant.plans.supersede(
      String(plans[1]),
      { amount: 9900n },
      { idempotencyKey: "dearer" }
    )
    for (const before of [retired, superseded]) expect(await shop.standing(before)).toEqual(before)
    await shop.elapse(31 * day)
    for (const before of [retired, superseded]) {
      expect(await shop.standing(before)).toMatchObject({
        status: "active",
        amount: "1250",
        current_period_start: before.current_period_end
      })
    }
  })
})

describe("creating a subscription", () => {
  const post = async (fields: Json) =>
    shop.post("/subscriptions", { ...(await shop.payer()), ...fields })

  it("requires customer and payment_instrument, and names all missing fields at once", async () => {
    for (const field of ["customer", "payment_instrument"]) {
      const payer = await shop.payer()
      const { [field as keyof typeof payer]: _, ...rest } = { ...payer, ...monthly }
      expectRefused(await shop.post("/subscriptions", rest), "parameter_missing", field)
      expectInvalid(await shop.post("/subscriptions", { ...rest, [field]: "x" }), field)
    }
    const { error } = await shop.post("/subscriptions", monthly)
    expect(error.message).toMatch(/customer.*payment_instrument/)
  })

  it("takes exactly one of two forms: a plan, or amount, currency and interval", async () => {
    const plan = await shop.plan()
    for (const [field, value] of Object.entries(monthly)) {
      expectInvalid(await post({ plan, [field]: value }), field)
    }
    expectInvalid(await post({ plan, ...monthly }), "amount")
    for (const fields of [{}, { trial_days: 7 }]) {
      expectRefused(await post(fields), "parameter_missing", "plan")
    }
  })

  it("refuses an incomplete second form as parameter_missing, and names the missing field", async () => {
    for (const field of ["amount", "currency", "interval"] as const) {
      const { [field]: _, ...half } = monthly
      expectRefused(await post(half), "parameter_missing", field)
    }
    expectRefused(await post({ currency: "EUR" }), "parameter_missing", "amount")
  })

  it("refuses amounts that are not in minor units, or can't be stored", async () => {
    for (const amount of ["-1", "12.50", "1e3", "0012", "", 1250]) {
      expectRefused(await post({ ...monthly, amount }), "amount_invalid_format", "amount")
    }
    const amount = "9".repeat(16)
    expectRefused(await post({ ...monthly, amount }), "amount_too_large", "amount")
  })

  it("refuses an invalid interval, currency or trial_days, and names the field", async () => {
    for (const [param, fields] of [
      ["interval.unit", { interval: { unit: "fortnight", count: 1 } }],
      ["interval.count", { interval: { unit: "day", count: 0 } }],
      ["interval.count", { interval: { unit: "day", count: 1.5 } }],
      ["interval", { interval: "month" }],
      ["currency", { currency: "eur" }],
      ...[0, -1, 1.5, "7", null].map((trial_days) => ["trial_days", { trial_days }] as const)
    ] as const) {
      expectInvalid(await post({ ...monthly, ...fields }), param)
    }
    expectRefused(
      await post({ ...monthly, interval: { unit: "day" } }),
      "parameter_missing",
      "interval.count"
    )
  })

  it("refuses metadata that are not strings, and card numbers in them", async () => {
    expectInvalid(await post({ ...monthly, metadata: { key: 1 } }), "metadata.key")
    const metadata = { note: "4242 4242 4242 4242" }
    expectRefused(await post({ ...monthly, metadata }), "card_number_not_allowed", "metadata.note")
  })

  it("refuses unknown fields, and fields that the service sets", async () => {
    for (const field of ["setup_fee", "status", "trial_end", "trialDays", "cancel_at_period_end"]) {
      expectRefused(await post({ ...monthly, [field]: "1" }), "parameter_unknown", field)
    }
  })

  it("refuses a currency that no merchant MID can settle", async () => {
    expectRefused(await post({ ...monthly, currency: "CHF" }), "currency_unsupported", "currency")
  })

  it("refuses a card of another customer, and one that was detached", async () => {
    const [payer, other] = [await shop.payer(), await shop.payer()]
    const { payment_instrument } = other
    expectInvalid(
      await shop.post("/subscriptions", { ...payer, ...monthly, payment_instrument }),
      "payment_instrument"
    )
    await shop.post(`/payment_instruments/${payment_instrument}/detach`)
    const detached = await shop.post("/subscriptions", { ...other, ...monthly })
    expectConflict(detached, "instrument_detached")
  })

  it("to a retired or grandfathered plan is 409 plan_retired, until it is active again", async () => {
    const [retired, superseded] = [await shop.plan(), await shop.plan()]
    await shop.patch(`/plans/${retired}`, { status: "retired" })
    await shop.merchant.plans.supersede(superseded, {}, { idempotencyKey: "superseded" })
    for (const plan of [retired, superseded]) expectConflict(await post({ plan }), "plan_retired")
    await shop.patch(`/plans/${retired}`, { status: "active" })
    expect((await post({ plan: retired })).status).toBe(200)
  })

  it("with ids that are unknown, or another tenant's, is resource_not_found", async () => {
    const payer = await shop.payer()
    const theirs = {
      customer: String((await stranger.post("/customers", {})).json.id),
      payment_instrument: await stranger.saveCard("approved"),
      plan: String((await stranger.post("/plans", { name: "Theirs", ...monthly })).json.id)
    }
    const unknown = "0000000000000000000000000A"
    for (const fields of [
      { ...monthly, customer: theirs.customer },
      { ...monthly, customer: `customer_${unknown}` },
      { ...monthly, payment_instrument: theirs.payment_instrument },
      { ...monthly, payment_instrument: `card_${unknown}` },
      { plan: theirs.plan },
      { plan: `plan_${unknown}` }
    ]) {
      expectNotFound(await shop.post("/subscriptions", { ...payer, ...fields }))
    }
  })

  it("answers the first answer once per Idempotency-Key, and needs one", async () => {
    const body = { ...(await shop.payer()), ...monthly }
    const first = await shop.post("/subscriptions", body, { key: "once" })
    await shop.work()
    const again = await shop.post("/subscriptions", body, { key: "once" })
    expect([again.text, again.headers.get("Idempotent-Replay")]).toEqual([first.text, "true"])
    expect(first.headers.get("Idempotent-Replay")).toBe(null)
    const other = await shop.post("/subscriptions", { ...body, amount: "1" }, { key: "once" })
    expect([other.status, other.error.type]).toEqual([409, "idempotency_error"])
    const none = await shop.post("/subscriptions", body, { key: null })
    expect([none.status, none.error.code]).toEqual([400, "idempotency_key_missing"])
  })

  it("sent many times at once creates one subscription, and charges once", async () => {
    const body = { ...(await shop.payer()), ...monthly }
    const replies = await Promise.all(
      [1, 2, 3, 4, 5].map(() => shop.post("/subscriptions", body, { key: "many" }))
    )
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    await shop.work()
    const { data } = await shop.merchant.subscriptions.list({ customer: body.customer })
    expect(data).toHaveLength(1)
    const { data: paid } = await shop.merchant.payments.list({ limit: 100 })
    expect(paid.filter(({ customer }) => customer === body.customer)).toHaveLength(1)
  })

  it("that is refused because of its input leaves its key, and because of the account holds it", async () => {
    const body = { ...(await shop.payer()), ...monthly }
    await shop.post("/subscriptions", { ...body, amount: "-1" }, { key: "mended" })
    expect((await shop.post("/subscriptions", body, { key: "mended" })).status).toBe(200)
    const plan = await shop.plan()
    await shop.patch(`/plans/${plan}`, { status: "retired" })
    const retired = { ...(await shop.payer()), plan }
    await shop.post("/subscriptions", retired, { key: "held" })
    const again = await shop.post("/subscriptions", retired, { key: "held" })
    expectConflict(again, "idempotency_key_in_flight")
  })
})

describe("retrieving a subscription", () => {
  it("that is unknown, another tenant's or of the other mode is resource_not_found", async () => {
    const live = await shop.open("live", shop.tenant)
    const made = await shop.enroll()
    expectNotFound(await shop.get("/subscriptions/sub_0000000000000000000000000A"))
    expectNotFound(await shop.get("/subscriptions/17"))
    expectNotFound(await stranger.get(pathOf(made)))
    expectNotFound(await live.get(pathOf(made)))
  })
})
