import { describe, expect, it } from "vitest"
import { openCheckoutShop } from "./testing/openCheckout.ts"
import { clubOf } from "./testing/subscribing.ts"

const shop = clubOf(await openCheckoutShop())

const paused = async () => {
  const { id } = await shop.subscribed()
  await shop.post(`/subscriptions/${id}/pause`)
  return `/subscriptions/${id}/resume`
}

const saved = async () => `/payment_instruments/${await shop.saveCard("approved")}/detach`

const changes = [
  ["resumeSubscription", paused],
  ["detachPaymentInstrument", saved]
] as const

describe("a change without fields", () => {
  it.each(changes)("takes no body, and an empty object: %s", async (_, path) => {
    for (const body of [undefined, {}, "", " \n"]) {
      expect((await shop.post(await path(), body)).status).toBe(200)
    }
  })

  it.each(changes)("refuses an unknown field, and changes nothing: %s", async (_, path) => {
    const to = await path()
    const { status, error } = await shop.post(to, { resumes_at: "2030-01-01T00:00:00Z" })
    expect([status, error.code, error.param]).toEqual([422, "parameter_unknown", "resumes_at"])
    expect((await shop.post(to)).status).toBe(200)
  })

  it.each(changes)("refuses a body that is no JSON object, or too large: %s", async (_, path) => {
    const to = await path()
    for (const body of ["{", "[]", "null"]) {
      const { status, error } = await shop.post(to, body)
      expect([status, error.code]).toEqual([400, "body_malformed"])
    }
    const { status, error } = await shop.post(to, JSON.stringify({ text: "x".repeat(65_536) }))
    expect([status, error.code]).toEqual([413, "body_too_large"])
  })
})
