import type { ChargeQuery } from "@payloom/core"
import { Effect } from "effect"
import { describe, expect, it, onTestFinished } from "vitest"
import { startFakeStripe } from "./fake/index.ts"
import { stripe } from "./stripe.ts"
import { chargeRequest } from "./testing/chargeRequest.ts"

const hourMs = 3_600_000

const world = async () => {
  let ahead = 0
  const fake = await startFakeStripe({ now: () => Date.now() + ahead })
  onTestFinished(fake.close)
  const provider = stripe({ ...fake.address, accountOf: (name) => fake.account(name) })
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
    request,
    query,
    charge: () => Effect.runPromise(provider.charge(request)),
    lookUp: (changes: Partial<ChargeQuery> = {}) =>
      Effect.runPromise(provider.lookup({ ...query, ...changes })),
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

  it("is not absent where Stripe has heard of it, and does not list it", async () => {
    const { charge, lookUp } = await world()
    await charge()
    const elsewhere = { created: Date.now() - 2 * hourMs }
    expect(await lookUp(elsewhere)).toEqual({
      _tag: "Unavailable",
      reason: "Stripe has heard of it, and does not list it."
    })
  })

  it("is absent once Stripe has forgotten such a key, a day later", async () => {
    const { charge, lookUp, pass } = await world()
    await charge()
    pass(25 * hourMs)
    expect(await lookUp({ created: Date.now() - 2 * hourMs })).toEqual({ _tag: "Absent" })
  })

  it("is absent where it never came, and may be charged under its reference then", async () => {
    const { charge, lookUp, fake } = await world()
    expect(await lookUp()).toEqual({ _tag: "Absent" })
    expect(await lookUp({ type: "verify" })).toEqual({ _tag: "Absent" })
    expect(fake.allPayments()).toEqual([])
    expect(await charge()).toMatchObject({ _tag: "Approved", captured: true })
  })

  it("that Stripe has named is absent only where Stripe itself knows no such name", async () => {
    const { lookUp, fake } = await world()
    expect(await lookUp({ providerReference: "pi_nothing" })).toEqual({ _tag: "Absent" })
    fake.faults.breakDown(404)
    const gateway = await lookUp({ providerReference: "pi_nothing" })
    expect(gateway._tag).toBe("Unavailable")
  })
})
