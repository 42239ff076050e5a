import type { ChargeQuery, ChargeRequest } from "@payloom/core"
import { Effect, Fiber } from "effect"
import { describe, expect, it, onTestFinished } from "vitest"
import { startFakeStripe } from "./fake/index.ts"
import { stripe } from "./stripe.ts"
import { chargeRequest } from "./testing/chargeRequest.ts"

const hourMs = 3_600_000

/** Opens a fake and a connector to it. `instead` may answer in the fake's place. */
const world = async (instead: (init?: RequestInit) => Response | null = () => null) => {
  let ahead = 0
  const fake = await startFakeStripe({ now: () => Date.now() + ahead })
  onTestFinished(fake.close)
  const asked: Array<string> = []
  const provider = stripe({
    ...fake.address,
    accountOf: (name) => fake.account(name),
    fetch: async (address, init) => {
      asked.push(String(address))
      await new Promise(setImmediate)
      return instead(init) ?? fetch(address, init)
    }
  })
  const source = { _tag: "Vaulted", vaultReference: "pm_card_visa", token: "pm_card_visa" } as const
  const request = chargeRequest({ source })
  const query: ChargeQuery = {
    mid: request.mid,
    reference: request.reference,
    providerReference: null,
    created: Date.now(),
    amount: request.amount,
    currency: request.currency,
    type: request.type,
    capture: request.capture
  }
  return {
    fake,
    provider,
    query,
    asked,
    charge: (changes: Partial<ChargeRequest> = {}) =>
      Effect.runPromise(provider.charge({ ...request, ...changes })),
    lookUp: (changes: Partial<ChargeQuery> = {}) =>
      Effect.runPromise(provider.lookup({ ...query, askedAt: Date.now() + ahead, ...changes })),
    pass: (ms: number) => {
      ahead += ms
    }
  }
}

describe("a charge that is looked up at Stripe", () => {
  it("is found in the list of its time, by our reference", async () => {
    const { charge, lookUp, fake } = await world()
    await charge()
    expect(await lookUp()).toMatchObject({
      _tag: "Found",
      state: "captured",
      amount: 1250n,
      amountCaptured: 1250n,
      currency: "EUR",
      providerReference: fake.allPayments()[0]?.payment.id
    })
  })

  it("is found behind hundreds of others of its time", async () => {
    const { charge, lookUp, fake } = await world()
    await charge()
    const { apiKey } = fake.account()
    const body = "amount=1250&currency=eur"
    const headers = { authorization: `Bearer ${apiKey}` }
    for (let other = 0; other < 250; other += 1) {
      const response = await fetch(`${fake.url}/v1/payment_intents`, {
        method: "POST",
        headers,
        body
      })
      await response.arrayBuffer()
    }
    expect(await lookUp()).toMatchObject({ _tag: "Found", state: "captured" })
  })

  it("is found if the clocks on both sides differ by up to an hour", async () => {
    const { charge, lookUp } = await world()
    await charge()
    for (const minutes of [-55, -5, 5, 55]) {
      const created = Date.now() + minutes * 60_000
      expect(await lookUp({ created })).toMatchObject({ _tag: "Found", state: "captured" })
    }
  })

  it("is absent without the list of two hours if its fresh key was never used", async () => {
    const { lookUp, asked } = await world()
    const spanOf = (address: string) => {
      const { searchParams } = new URL(address)
      return Number(searchParams.get("created[lte]")) - Number(searchParams.get("created[gte]"))
    }
    expect(await lookUp()).toEqual({ _tag: "Absent" })
    const lists = asked.filter((address) => new URL(address).search !== "")
    expect(lists.map(spanOf).filter((seconds) => seconds > 600)).toEqual([])
    expect(lists).not.toEqual([])
  })

  it("is found if Stripe has forgotten its key, and the clocks differ", async () => {
    for (const type of ["one_off", "verify"] as const) {
      const { charge, lookUp, pass } = await world()
      await charge({ type })
      const created = Date.now() - 55 * 60_000
      pass(24 * hourMs)
      expect(await lookUp({ type, created })).toMatchObject({ _tag: "Found", state: "captured" })
    }
  })

  it("is absent if Stripe never accepts its amount", async () => {
    const { charge, lookUp, fake } = await world()
    for (const amount of [49n, 100_000_000n]) {
      expect(await charge({ amount })).toMatchObject({ _tag: "Declined" })
      expect(await lookUp({ amount })).toEqual({ _tag: "Absent" })
    }
    expect(fake.allPayments()).toEqual([])
  })

  it("is not absent if Stripe refuses the request for its key for another reason", async () => {
    for (const [status, code, type] of [
      [400, "amount_too_small", "idempotency_error"],
      [400, "parameter_invalid_integer", "invalid_request_error"],
      [429, "amount_too_small", "invalid_request_error"]
    ] as const) {
      const error = { type, code, message: "No." }
      const { lookUp } = await world((init) =>
        init?.method === "POST" ? new Response(JSON.stringify({ error }), { status }) : null
      )
      expect(await lookUp()).toMatchObject({ _tag: "Unavailable" })
    }
  })

  it("is found if it was a check of a card", async () => {
    const { charge, lookUp } = await world()
    await charge({ type: "verify", amount: 0n })
    expect(await lookUp({ type: "verify", amount: 0n })).toMatchObject({
      _tag: "Found",
      state: "captured",
      amount: 0n,
      currency: "EUR"
    })
  })

  it("is absent with a doubt if Stripe knows its key, but lists no charge", async () => {
    for (const type of ["one_off", "verify"] as const) {
      const { charge, lookUp, fake } = await world()
      fake.failNextCharge()
      expect(await charge({ type })).toMatchObject({ _tag: "Unknown" })
      const doubt = "Stripe knows the charge's key, but lists no charge."
      for (const _ of [1, 2]) expect(await lookUp({ type })).toEqual({ _tag: "Absent", doubt })
      // A second request under the key gets the saved answer.
      expect(await charge({ type })).toMatchObject({ _tag: "Unknown" })
      expect(fake.allPayments()).toEqual([])
    }
  })

  it("is absent with a doubt if the answer of a refusal was lost", async () => {
    const { charge, lookUp } = await world()
    const source = { _tag: "Vaulted", vaultReference: "pm_none", token: "pm_none" } as const
    expect(await charge({ source })).toMatchObject({
      _tag: "AccountUnavailable",
      rawCode: "resource_missing"
    })
    expect(await lookUp()).toMatchObject({ _tag: "Absent", doubt: expect.any(String) })
  })

  it("is found if Stripe completed it after its 500", async () => {
    const { charge, lookUp, fake, query } = await world()
    fake.failNextCharge()
    await charge()
    fake.completeFailedCharge(query.reference)
    expect(await lookUp()).toMatchObject({ _tag: "Found", state: "captured", amount: 1250n })
  })

  it("is not absent if the clocks are too far apart, or Stripe's is unknown", async () => {
    for (const type of ["one_off", "verify"] as const) {
      for (const hours of [-2, -1, 1, 2]) {
        const { charge, lookUp, fake } = await world()
        await charge({ type })
        // The list hides the charge from a clock that is hours off.
        const created = Date.now() + hours * hourMs
        const looked = await lookUp({ type, created, askedAt: created + 60_000 })
        expect(looked._tag).not.toBe("Absent")
        expect(fake.allPayments().every(({ payment }) => payment.status === "succeeded")).toBe(true)
      }
    }
    const { charge, lookUp } = await world()
    await charge()
    const { askedAt: _, ...untold } = { askedAt: 0, created: Date.now() - 2 * hourMs }
    expect(await lookUp({ ...untold, askedAt: undefined as never })).toMatchObject({
      _tag: "Unavailable"
    })
  })

  it("is not absent while its request is in flight at Stripe", async () => {
    const error = { type: "idempotency_error", code: "idempotency_key_in_use", message: "In use." }
    const { lookUp } = await world((init) =>
      init?.method === "POST" ? new Response(JSON.stringify({ error }), { status: 409 }) : null
    )
    expect(await lookUp()).toMatchObject({ _tag: "Unavailable" })
  })

  it("is absent once Stripe has forgotten its key, a day later", async () => {
    const { charge, lookUp, pass } = await world()
    await charge()
    pass(25 * hourMs)
    expect(await lookUp({ created: Date.now() - 2 * hourMs })).toEqual({ _tag: "Absent" })
  })

  it("is absent at each look-up if it never arrived, and nothing stays open", async () => {
    const { lookUp, fake } = await world()
    for (const _ of [1, 2]) {
      expect(await lookUp()).toEqual({ _tag: "Absent" })
      expect(await lookUp({ reference: "attempt_2", type: "verify" })).toEqual({ _tag: "Absent" })
    }
    expect(fake.allPayments()).toMatchObject([
      {
        payment: { status: "canceled", amount: 1250, metadata: { payloom_asked: "attempt_1" } },
        charge: null
      }
    ])
    expect(fake.payments("attempt_1")).toEqual([])
  })

  it("charges nobody if it arrives after it was absent", async () => {
    const { charge, lookUp, fake } = await world()
    expect(await lookUp()).toEqual({ _tag: "Absent" })
    expect(await charge()).toMatchObject({ _tag: "Unknown" })
    expect(fake.allPayments().filter((made) => made.charge !== null)).toEqual([])
    expect(await lookUp()).toEqual({ _tag: "Absent" })
  })

  it("is looked up only until the call is aborted", async () => {
    const page = { object: "list", has_more: true, data: [{ id: "pi_1", metadata: {} }] }
    const { provider, query, asked } = await world(() => new Response(JSON.stringify(page)))
    const looking = Effect.runFork(provider.lookup(query))
    await expect.poll(() => asked.length).toBeGreaterThan(3)
    await Effect.runPromise(Fiber.interrupt(looking))
    const { length } = asked
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(asked.length).toBeLessThanOrEqual(length + 1)
  })

  it("with an id is not absent by the key of another account", async () => {
    const { charge, lookUp, fake } = await world()
    const made = await charge()
    const providerReference = made._tag === "Approved" ? made.providerReference : ""
    expect(await lookUp({ providerReference })).toMatchObject({ state: "captured" })
    const mid = { id: "mid_1", credentials: "another" }
    expect(await lookUp({ providerReference, mid })).toMatchObject({ _tag: "Unavailable" })
    fake.faults.breakDown(404)
    expect(await lookUp({ providerReference })).toMatchObject({ _tag: "Unavailable" })
  })
})
