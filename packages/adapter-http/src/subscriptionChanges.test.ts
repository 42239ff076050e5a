import { describe, expect, it } from "vitest"
import { expectInvalid, expectRefused } from "./testing/expectRefused.ts"
import { openShop } from "./testing/openShop.ts"
import type { Json } from "./testing/shopClient.ts"
import { clubOf, day, expectConflict, expectNotFound, pathOf } from "./testing/subscribing.ts"

const shop = clubOf(await openShop())
const stranger = await shop.open()

/** Every change of a subscription, with its request. */
const changes: ReadonlyArray<readonly ["PATCH" | "POST", string, Json | undefined]> = [
  ["PATCH", "", { metadata: { a: "1" } }],
  ["POST", "/cancel", {}],
  ["POST", "/pause", {}],
  ["POST", "/resume", undefined]
]

describe("updating a subscription", () => {
  it("moves it to another saved card of the customer's", async () => {
    const before = await shop.subscribed()
    const { payment_instrument } = await shop.payer("approved_debit", String(before.customer))
    const { status, json } = await shop.patch(pathOf(before), { payment_instrument })
    expect([status, json]).toEqual([200, { ...before, payment_instrument }])
    expect(await shop.standing(before)).toEqual(json)
  })

  it("changes only the metadata keys that are sent, and removes those with empty values", async () => {
    const before = await shop.enroll({ metadata: { a: "1", b: "2" } })
    const { json } = await shop.patch(pathOf(before), { metadata: { b: "", c: "3" } })
    expect(json).toEqual({ ...before, metadata: { a: "1", c: "3" } })
    expect((await shop.patch(pathOf(before), {})).json).toEqual(json)
  })

  it("with plan or proration_behavior is 422 plan_migration_unavailable, for any value", async () => {
    const before = await shop.enroll()
    const plan = await shop.plan()
    const asked: ReadonlyArray<readonly [string, unknown]> = [
      ...[plan, "x", "", null, 17, {}].map((value) => ["plan", value] as const),
      ...["automatic", "immediate", "deferred", "none", "never", null, 1].map(
        (value) => ["proration_behavior", value] as const
      )
    ]
    for (const [param, value] of asked) {
      const reply = await shop.patch(pathOf(before), { [param]: value })
      expectRefused(reply, "plan_migration_unavailable", param)
    }
    expect(await shop.standing(before)).toEqual(before)
  })

  it("with another plan leaves its key untouched, and looks up no subscription", async () => {
    const before = await shop.enroll()
    await shop.patch(pathOf(before), { plan: "x" }, { key: "migration" })
    const metadata = { mended: "yes" }
    const { status } = await shop.patch(pathOf(before), { metadata }, { key: "migration" })
    expect(status).toBe(200)
    const nobody = "/subscriptions/sub_0000000000000000000000000A"
    expectRefused(await shop.patch(nobody, { plan: "x" }), "plan_migration_unavailable", "plan")
  })

  it("takes no card of another customer, no detached and no unknown one", async () => {
    const path = pathOf(await shop.enroll())
    const { payment_instrument } = await shop.payer()
    expectInvalid(await shop.patch(path, { payment_instrument }), "payment_instrument")
    const { customer } = await shop.standing({ id: path.split("/")[2] })
    const detached = await shop.payer("approved", String(customer))
    await shop.post(`/payment_instruments/${detached.payment_instrument}/detach`)
    const { payment_instrument: gone } = detached
    expectConflict(await shop.patch(path, { payment_instrument: gone }), "instrument_detached")
    const theirs = await stranger.saveCard("approved")
    for (const id of [theirs, "card_0000000000000000000000000A"]) {
      expectNotFound(await shop.patch(path, { payment_instrument: id }))
    }
    for (const id of [null, "x", 7]) {
      expectInvalid(await shop.patch(path, { payment_instrument: id }), "payment_instrument")
    }
  })

  it("refuses fields that are unknown, fixed, or set by other operations", async () => {
    const path = pathOf(await shop.enroll())
    for (const field of ["amount", "interval", "trial_days", "status", "cancel_at_period_end"]) {
      expectRefused(await shop.patch(path, { [field]: "1" }), "parameter_unknown", field)
    }
  })

  it("moves no ended subscription to another card, but changes its metadata", async () => {
    for (const end of Object.values(shop.ended)) {
      const before = await end()
      const { payment_instrument } = await shop.payer("approved", String(before.customer))
      const moved = await shop.patch(pathOf(before), { payment_instrument })
      expectConflict(moved, "subscription_ended")
      const { json } = await shop.patch(pathOf(before), { metadata: { note: "late" } })
      expect(json).toEqual({ ...before, metadata: { note: "late" } })
    }
  })
})

describe("canceling a subscription", () => {
  it("ends it with its current period by default, also without a body", async () => {
    for (const body of [undefined, "", {}, { cancel_at_period_end: true }]) {
      const before = await shop.subscribed()
      const { status, json } = await shop.post(pathOf(before, "/cancel"), body)
      expect([status, json]).toEqual([200, { ...before, cancel_at_period_end: true }])
      await shop.elapse(31 * day)
      expect(await shop.standing(before)).toEqual({
        ...json,
        status: "canceled",
        canceled_at: before.current_period_end
      })
    }
  })

  it("ends it at once with cancel_at_period_end false, and keeps the reason", async () => {
    const before = await shop.subscribed()
    const body = { cancel_at_period_end: false, reason: "too dear" }
    const { status, json } = await shop.post(pathOf(before, "/cancel"), body)
    expect([status, json]).toEqual([
      200,
      {
        ...before,
        status: "canceled",
        canceled_at: shop.clock.iso(),
        cancel_reason: "too dear"
      }
    ])
  })

  it("returns a canceled one unchanged", async () => {
    const before = await shop.ended.canceled()
    for (const body of [{}, { cancel_at_period_end: false, reason: "again" }]) {
      const { status, json } = await shop.post(pathOf(before, "/cancel"), body)
      expect([status, json]).toEqual([200, before])
    }
  })

  it("that expired or was terminated is 409 subscription_ended", async () => {
    for (const end of [shop.ended.expired, shop.ended.terminated]) {
      const before = await end()
      for (const body of [{}, { cancel_at_period_end: false }]) {
        expectConflict(await shop.post(pathOf(before, "/cancel"), body), "subscription_ended")
      }
      expect(await shop.standing(before)).toEqual(before)
    }
  })

  it("refuses other fields, and names them", async () => {
    const path = pathOf(await shop.enroll(), "/cancel")
    for (const value of ["false", 0, null]) {
      const reply = await shop.post(path, { cancel_at_period_end: value })
      expectInvalid(reply, "cancel_at_period_end")
    }
    for (const reason of ["r".repeat(501), 7, null]) {
      expectInvalid(await shop.post(path, { reason }), "reason")
    }
    const number = { reason: "4242424242424242" }
    expectRefused(await shop.post(path, number), "card_number_not_allowed", "reason")
    expectRefused(await shop.post(path, { at: "now" }), "parameter_unknown", "at")
  })
})

describe("pausing a subscription", () => {
  it("charges nothing until it is resumed, also without a body", async () => {
    for (const body of [undefined, "", {}, { behavior: "shift" }, { behavior: "skip" }]) {
      const before = await shop.subscribed()
      const { status, json } = await shop.post(pathOf(before, "/pause"), body)
      expect([status, json]).toEqual([200, { ...before, status: "paused" }])
      await shop.elapse(62 * day)
      const payments = (await shop.merchant.payments.list({ limit: 100 })).data
      expect(payments.filter(({ customer }) => customer === before.customer)).toHaveLength(1)
    }
  })

  it("ends by itself at resumes_at, if that is given", async () => {
    const before = await shop.subscribed()
    const resumes_at = new Date(shop.clock.now() + 10 * day).toISOString()
    const { json } = await shop.post(pathOf(before, "/pause"), { resumes_at })
    expect(json).toEqual({ ...before, status: "paused", resumes_at })
    await shop.elapse(10 * day)
    expect(await shop.standing(before)).toMatchObject({ status: "active", resumes_at: null })
  })

  it("refuses a resumes_at that is past or invalid, another behavior, and other fields", async () => {
    const path = pathOf(await shop.subscribed(), "/pause")
    const yesterday = new Date(shop.clock.now() - day).toISOString()
    for (const resumes_at of [yesterday, shop.clock.iso(), "tomorrow", 1_900_000_000, null]) {
      expectInvalid(await shop.post(path, { resumes_at }), "resumes_at")
    }
    for (const behavior of ["stop", "", null, 1]) {
      expectInvalid(await shop.post(path, { behavior }), "behavior")
    }
    expectRefused(await shop.post(path, { resumesAt: yesterday }), "parameter_unknown", "resumesAt")
  })

  it("refuses a resumes_at that RFC 3339 can't write, over HTTP and in the library", async () => {
    const subscription = await shop.subscribed()
    const resumes_at = "9999-12-31T23:59:59-00:01"
    expectInvalid(await shop.post(pathOf(subscription, "/pause"), { resumes_at }), "resumes_at")
    for (const resumesAt of [Date.parse(resumes_at), Number.MAX_SAFE_INTEGER]) {
      const pausing = shop.merchant.subscriptions.pause(
        String(subscription.id),
        { resumesAt },
        { idempotencyKey: `until ${resumesAt}` }
      )
      await expect(pausing).rejects.toMatchObject({ _tag: "InvalidInput", param: "resumesAt" })
    }
    expect((await shop.standing(subscription)).status).toBe("active")
  })

  it("works if it is trialing, active or past_due, and is 409 otherwise", async () => {
    const { pending_first_payment, paused, ...pausable } = shop.going
    for (const make of Object.values(pausable)) {
      const { json } = await shop.post(pathOf(await make(), "/pause"))
      expect(json.status).toBe("paused")
    }
    for (const make of [pending_first_payment, paused]) {
      const reply = await shop.post(pathOf(await make(), "/pause"))
      expectConflict(reply, "subscription_not_pausable")
    }
    for (const end of Object.values(shop.ended)) {
      expectConflict(await shop.post(pathOf(await end(), "/pause")), "subscription_ended")
    }
  })
})

describe("resuming a subscription", () => {
  it("restores the status before the pause, and moves the schedule by the pause", async () => {
    const before = await shop.subscribed()
    await shop.post(pathOf(before, "/pause"))
    await shop.elapse(10 * day)
    const { status, json } = await shop.post(pathOf(before, "/resume"))
    const end = new Date(Date.parse(String(before.current_period_end)) + 10 * day).toISOString()
    expect([status, json]).toEqual([
      200,
      { ...before, billing_cycle_anchor: end, current_period_end: end, paid_until: end }
    ])
  })

  it("that is not paused is 409 subscription_not_paused", async () => {
    const { paused: _, ...others } = shop.going
    for (const make of [...Object.values(others), ...Object.values(shop.ended)]) {
      const reply = await shop.post(pathOf(await make(), "/resume"))
      expectConflict(reply, "subscription_not_paused")
    }
  })

  it("of one paused with skip is 422 pause_behavior_unsupported", async () => {
    const before = await shop.subscribed()
    await shop.post(pathOf(before, "/pause"), { behavior: "skip" })
    const { status, error } = await shop.post(pathOf(before, "/resume"))
    expect([status, error.type, error.code]).toEqual([
      422,
      "invalid_request_error",
      "pause_behavior_unsupported"
    ])
    expect((await shop.standing(before)).status).toBe("paused")
  })
})

describe.each(changes)("%s /subscriptions/{id}%s", (method, deed, body) => {
  const sent = (subscription: Json, key: string | null) =>
    shop.send(method, pathOf(subscription, deed), { ...(body === undefined ? {} : { body }), key })

  const made = () => (deed === "/resume" ? shop.going.paused() : shop.subscribed())

  it("answers the first answer once per Idempotency-Key, and needs one", async () => {
    const before = await made()
    const key = `${method} ${deed}`
    const first = await sent(before, key)
    await shop.elapse(day / 2)
    const again = await sent(before, key)
    expect([again.text, again.headers.get("Idempotent-Replay")]).toEqual([first.text, "true"])
    expect([first.status, first.headers.get("Idempotent-Replay")]).toEqual([200, null])
    const elsewhere = await sent(await made(), key)
    expect([elsewhere.status, elsewhere.error.type]).toEqual([409, "idempotency_error"])
    const none = await sent(before, null)
    expect([none.status, none.error.code]).toEqual([400, "idempotency_key_missing"])
  })

  it("of an unknown one or another tenant's is resource_not_found, and holds its key", async () => {
    const before = await made()
    const key = `nobody ${method} ${deed}`
    const id = "sub_0000000000000000000000000A"
    expectNotFound(await sent({ id }, key))
    expectConflict(await sent({ id }, key), "idempotency_key_in_flight")
    const foreign = { ...(body === undefined ? {} : { body }) }
    expectNotFound(await stranger.send(method, pathOf(before, deed), foreign))
    expect(await shop.standing(before)).toEqual(before)
  })
})
