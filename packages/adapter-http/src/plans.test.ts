import { describe, expect, it } from "vitest"
import { expectRefused } from "./testing/expectRefused.ts"
import { openShop } from "./testing/openShop.ts"
import { createPlan, monthlyPlan } from "./testing/plans.ts"
import { idsOf, type Json } from "./testing/shopClient.ts"

const shop = await openShop()
const stranger = await shop.open()
const live = await shop.open("live", shop.tenant)

const whole = {
  ...monthlyPlan,
  trial: { days: 14, amount: "100" },
  setup_fee: "500",
  end_after_cycles: 12,
  metadata: { shelf: "top" }
}

const unknown = "plan_01KA0000000000000000000000"

describe("a plan", () => {
  it("has the fields of a plan, and null for those that were not given", async () => {
    expect(await createPlan(shop)).toEqual({
      object: "plan",
      id: expect.stringMatching(/^plan_[0-7][0-9A-HJKMNP-TV-Z]{25}$/),
      ...monthlyPlan,
      trial: null,
      setup_fee: null,
      end_after_cycles: null,
      status: "active",
      version: 1,
      metadata: {},
      created: shop.clock.iso()
    })
  })

  it("has the trial, the setup fee, the ceiling and the metadata of its creation", async () => {
    const plan = await createPlan(shop, whole)
    expect(plan).toMatchObject(whole)
    expect((await shop.get(`/plans/${plan.id}`)).json).toEqual(plan)
  })

  it("has an amount and an interval that are fixed at creation", async () => {
    const { id } = await createPlan(shop, whole)
    for (const [field, value] of Object.entries(whole)) {
      if (field === "name" || field === "metadata") continue
      expectRefused(
        await shop.patch(`/plans/${id}`, { [field]: value }),
        "parameter_unknown",
        field
      )
    }
    expect((await shop.get(`/plans/${id}`)).json).toMatchObject(whole)
  })

  it("gets another price by a new plan, and then only its status changes", async () => {
    const before = await createPlan(shop, whole)
    const { id } = await shop.merchant.plans.supersede(
      String(before.id),
      { amount: 1500n },
      { idempotencyKey: "dearer" }
    )
    expect((await shop.get(`/plans/${id}`)).json).toEqual({
      ...before,
      id,
      amount: "1500",
      version: 2,
      created: shop.clock.iso()
    })
    expect((await shop.get(`/plans/${before.id}`)).json).toEqual({
      ...before,
      status: "grandfathered"
    })
  })
})

describe("creating a plan", () => {
  it.each(Object.keys(monthlyPlan))("requires %s", async (field) => {
    const { [field as keyof typeof monthlyPlan]: _, ...rest } = monthlyPlan
    expectRefused(await shop.post("/plans", rest), "parameter_missing", field)
    expectRefused(
      await shop.post("/plans", { ...rest, [field]: null }),
      field === "amount" ? "amount_invalid_format" : "parameter_invalid",
      field
    )
  })

  it("names all missing fields at once", async () => {
    const { error } = await shop.post("/plans", {})
    for (const field of Object.keys(monthlyPlan)) expect(error.message).toContain(field)
  })

  it("makes a trial free if its amount is missing", async () => {
    const { trial } = await createPlan(shop, { trial: { days: 30 } })
    expect(trial).toEqual({ days: 30, amount: "0" })
  })

  it("takes null for optional fields", async () => {
    const none = { trial: null, setup_fee: null, end_after_cycles: null }
    expect(await createPlan(shop, none)).toMatchObject(none)
  })

  it("takes any number of the units day, week, month and year", async () => {
    for (const unit of ["day", "week", "month", "year"]) {
      const interval = { unit, count: 3 }
      expect(await createPlan(shop, { interval })).toMatchObject({ interval })
    }
  })

  it("takes a plan that costs nothing", async () => {
    expect(await createPlan(shop, { amount: "0" })).toMatchObject({ amount: "0" })
  })

  it("refuses amounts that are not in minor units, and names the field", async () => {
    for (const amount of ["-1", "12.50", "1e3", "0012", "", 1250, -1]) {
      for (const [param, fields] of [
        ["amount", { amount }],
        ["setup_fee", { setup_fee: amount }],
        ["trial.amount", { trial: { days: 1, amount } }]
      ] as const) {
        const reply = await shop.post("/plans", { ...monthlyPlan, ...fields })
        expectRefused(reply, "amount_invalid_format", param)
      }
    }
  })

  it("refuses amounts that can't be stored, alone or as a first charge with a setup fee", async () => {
    const most = "9".repeat(15)
    for (const [param, fields] of [
      ["amount", { amount: `${most}9` }],
      ["setup_fee", { setup_fee: `${most}9` }],
      ["trial.amount", { trial: { days: 1, amount: `${most}9` } }],
      ["setup_fee", { amount: most, setup_fee: "1" }],
      ["setup_fee", { trial: { days: 1, amount: most }, setup_fee: "1" }]
    ] as const) {
      const reply = await shop.post("/plans", { ...monthlyPlan, ...fields })
      expectRefused(reply, "amount_too_large", param)
    }
    await createPlan(shop, { amount: most })
    await createPlan(shop, { amount: most, trial: { days: 1 }, setup_fee: "1" })
  })

  it("refuses an invalid interval, trial or ceiling, and names the field", async () => {
    const wrong: ReadonlyArray<readonly [string, Json]> = [
      ...["hour", "months", "", null, 1].map(
        (unit) => ["interval.unit", { interval: { unit, count: 1 } }] as const
      ),
      ...[0, -1, 1.5, 1001, "1", null].map(
        (count) => ["interval.count", { interval: { unit: "day", count } }] as const
      ),
      ["interval", { interval: "month" }],
      ...[0, -1, 1.5, "7", null].map((days) => ["trial.days", { trial: { days } }] as const),
      ["trial", { trial: 7 }],
      ...[0, -1, 1.5, "12"].map(
        (count) => ["end_after_cycles", { end_after_cycles: count }] as const
      )
    ]
    for (const [param, fields] of wrong) {
      const reply = await shop.post("/plans", { ...monthlyPlan, ...fields })
      expectRefused(reply, "parameter_invalid", param)
    }
    const noDays = await shop.post("/plans", { ...monthlyPlan, trial: { amount: "0" } })
    expectRefused(noDays, "parameter_missing", "trial.days")
    const noCount = await shop.post("/plans", { ...monthlyPlan, interval: { unit: "day" } })
    expectRefused(noCount, "parameter_missing", "interval.count")
  })

  it("refuses a name and metadata that can't be stored, and card numbers in them", async () => {
    for (const [code, param, fields] of [
      ["parameter_invalid", "name", { name: "n".repeat(256) }],
      ["parameter_invalid", "name", { name: "nul \0" }],
      ["parameter_invalid", "name", { name: 7 }],
      ["parameter_invalid", "metadata.key", { metadata: { key: 1 } }],
      ["card_number_not_allowed", "name", { name: "4242 4242 4242 4242" }],
      ["card_number_not_allowed", "metadata.note", { metadata: { note: "4242424242424242" } }]
    ] as const) {
      expectRefused(await shop.post("/plans", { ...monthlyPlan, ...fields }), code, param)
    }
    await createPlan(shop, { name: "n".repeat(255) })
  })

  it("refuses unknown fields, and fields that the service sets", async () => {
    for (const field of ["price", "status", "version", "supersedes", "id", "setupFee"]) {
      const reply = await shop.post("/plans", { ...monthlyPlan, [field]: "1" })
      expectRefused(reply, "parameter_unknown", field)
    }
    const inTrial = await shop.post("/plans", { ...monthlyPlan, trial: { days: 1, weeks: 1 } })
    expectRefused(inTrial, "parameter_unknown", "trial.weeks")
  })

  it("refuses a plan whose currency no merchant MID can settle", async () => {
    for (const currency of ["CHF", "XTS"]) {
      const reply = await shop.post("/plans", { ...monthlyPlan, currency })
      expectRefused(reply, "currency_unsupported", "currency")
    }
    expectRefused(
      await shop.post("/plans", { ...monthlyPlan, currency: "eur" }),
      "parameter_invalid",
      "currency"
    )
    const id = String((await shop.merchant.routing.listMids())[0]?.id)
    await shop.merchant.routing.updateMid(id, { currencies: ["EUR", "USD", "JPY", "CHF"] })
    await createPlan(shop, { currency: "CHF" })
    const theirs = await stranger.post("/plans", { ...monthlyPlan, currency: "CHF" })
    expectRefused(theirs, "currency_unsupported", "currency")
  })

  it("refuses amounts that no merchant MID's amount step allows", async () => {
    const capabilities = { amountStep: { JPY: 100n } }
    const coarse = await openShop({ sandbox: { providers: [{ capabilities }] } })
    const yen = { ...monthlyPlan, amount: "500", currency: "JPY" }
    for (const [param, fields] of [
      ["amount", { amount: "550" }],
      ["setup_fee", { setup_fee: "50" }],
      ["trial.amount", { trial: { days: 1, amount: "150" } }]
    ] as const) {
      const reply = await coarse.post("/plans", { ...yen, ...fields })
      expectRefused(reply, "parameter_invalid", param)
    }
    expect((await coarse.post("/plans", yen)).status).toBe(200)
  })

  it("answers once per Idempotency-Key, and needs one", async () => {
    const first = await shop.post("/plans", whole, { key: "plan" })
    const again = await shop.post("/plans", whole, { key: "plan" })
    expect([again.text, again.headers.get("Idempotent-Replay")]).toEqual([first.text, "true"])
    const other = await shop.post("/plans", monthlyPlan, { key: "plan" })
    expect([other.status, other.error.type]).toEqual([409, "idempotency_error"])
    const none = await shop.post("/plans", whole, { key: null })
    expect([none.status, none.error.code]).toEqual([400, "idempotency_key_missing"])
    expect((await shop.post("/customers", {}, { key: "plan" })).status).toBe(200)
  })

  it("creates one plan if the same request is sent many times at once", async () => {
    const replies = await Promise.all(
      [1, 2, 3, 4, 5].map(() =>
        shop.post("/plans", { ...monthlyPlan, name: "Once" }, { key: "once" })
      )
    )
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    const { data } = (await shop.get("/plans?limit=100")).json
    expect((data as ReadonlyArray<Json>).filter(({ name }) => name === "Once")).toHaveLength(1)
  })

  it("that is refused because of its input leaves its key, and because of the account holds it", async () => {
    await shop.post("/plans", { ...monthlyPlan, amount: "-1" }, { key: "mended" })
    expect((await shop.post("/plans", monthlyPlan, { key: "mended" })).status).toBe(200)
    const unsettled = { ...monthlyPlan, currency: "GBP" }
    await shop.post("/plans", unsettled, { key: "unsettled" })
    const again = await shop.post("/plans", unsettled, { key: "unsettled" })
    expect(again.error.code).toBe("idempotency_key_in_flight")
  })
})

describe("retrieving a plan", () => {
  it("that is unknown, another tenant's or of the other mode is resource_not_found", async () => {
    const { id } = await createPlan(shop)
    for (const [client, path] of [
      [shop, `/plans/${unknown}`],
      [shop, "/plans/17"],
      [stranger, `/plans/${id}`],
      [live, `/plans/${id}`]
    ] as const) {
      const { status, error } = await client.get(path)
      expect([path, status, error.code]).toEqual([path, 404, "resource_not_found"])
    }
    expect(idsOf(await stranger.get("/plans"))).toEqual([])
  })
})
