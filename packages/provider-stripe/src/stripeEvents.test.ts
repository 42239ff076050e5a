import { Effect, Option } from "effect"
import type Stripe from "stripe"
import { describe, expect, it } from "vitest"
import type { FakeStripeAccount } from "./fake/index.ts"
import { stripe } from "./stripe.ts"
import { stripeApiVersion } from "./stripeClients.ts"
import { decided, openNotifications } from "./testing/openNotifications.ts"

describe("the signature of an event", () => {
  it("may use either of two secrets while one replaces the other", async () => {
    const { charge, eventOf, read, fake, accounts } = await openNotifications()
    await charge()
    const event = await eventOf("payment_intent.succeeded")
    const [secret] = fake.account().webhookSecrets
    const rotating = { ...fake.account(), webhookSecrets: ["whsec_next", secret] }
    accounts.main = rotating as unknown as FakeStripeAccount
    expect(await read(event)).toHaveLength(1)
    accounts.main = { ...fake.account(), webhookSecrets: ["whsec_next"] }
    expect(await read(event, { of: "main" })).toBeNull()
  })

  it("of a platform gives a connected account only its own events", async () => {
    const { charge, eventOf, read, fake, accounts, mid } = await openNotifications()
    accounts.seller = fake.connected("seller")
    await charge({ mid: mid("seller"), reference: "attempt_2" })
    await charge()
    const theirs = await eventOf("payment_intent.succeeded", "seller")
    expect(await read(theirs, { by: "seller" })).toMatchObject([{ reference: "attempt_2" }])
    const ours = await eventOf("payment_intent.succeeded")
    expect(await read(ours, { by: "seller" })).toEqual([])
    expect(fake.allPayments("seller")).toHaveLength(1)
  })

  it("is refused if it is older than five minutes", async () => {
    const { charge, eventOf, read } = await openNotifications()
    await charge()
    const event = await eventOf("payment_intent.succeeded")
    expect(await read(event, { at: Date.now() - 290_000 })).toHaveLength(1)
    expect(await read(event, { at: Date.now() - 310_000 })).toBeNull()
  })
})

describe("an event", () => {
  it("of the other mode is ignored, though the same secret has signed it", async () => {
    const { charge, eventOf, read, fake, mid } = await openNotifications()
    await charge()
    const event = await eventOf("payment_intent.succeeded")
    expect(await read({ ...event, livemode: true })).toEqual([])
    const live = stripe({
      ...fake.address,
      environment: "live",
      accountOf: () => ({ ...fake.account(), apiKey: "sk_live_123456789" })
    })
    for (const livemode of [true, false]) {
      const raw = fake.events.sign({ ...event, livemode })
      const told = await Effect.runPromise(live.readNotification(mid("main"), raw, decided))
      expect(Option.getOrNull(told)).toHaveLength(livemode ? 1 : 0)
    }
  })

  it("of another release train is refused, with a message that says what to do", async () => {
    const { charge, eventOf, read } = await openNotifications()
    await charge()
    const event = await eventOf("payment_intent.succeeded")
    const [, train] = stripeApiVersion.split(".")
    expect(await read({ ...event, api_version: `2027-01-27.${train}` })).toHaveLength(1)
    for (const api_version of ["2024-06-20", "2025-03-31.basil", null]) {
      await expect(read({ ...event, api_version })).rejects.toThrow(
        `API version ${api_version}. Replace it with one of ${stripeApiVersion}.`
      )
    }
  })

  it("of a kind that these endpoints never get is ignored", async () => {
    const { read } = await openNotifications()
    const thin = { id: "evt_1", object: "v2.core.event", type: "v1.charge.captured" }
    expect(await read(thin as unknown as Stripe.Event)).toEqual([])
  })
})

describe("a key of the other mode", () => {
  it("is never used", async () => {
    const { charge, accounts, fake } = await openNotifications()
    accounts.main = { ...fake.account(), apiKey: "sk_live_123456789" }
    const outcome = await charge()
    expect(outcome).toMatchObject({ _tag: "AccountUnavailable", rawCode: "key_of_other_mode" })
    expect(fake.allPayments()).toEqual([])
  })
})
