import type { KnownCharge, KnownCharges, MidAccount } from "@payloom/core"
import { Effect, Option } from "effect"
import type Stripe from "stripe"
import { describe, expect, it, onTestFinished } from "vitest"
import { type FakeStripeAccount, startFakeStripe } from "./fake/index.ts"
import { stripe } from "./stripe.ts"
import { chargeRequest } from "./testing/chargeRequest.ts"
import { knowing } from "./testing/knowing.ts"

interface Reading {
  /** The account that is told. */
  readonly by?: string
  /** The account that the event is of, where it is another. */
  readonly of?: string
  readonly at?: number
  readonly known?: KnownCharges
}

const world = async () => {
  const fake = await startFakeStripe()
  onTestFinished(fake.close)
  const accounts: Record<string, FakeStripeAccount> = {}
  const provider = stripe({
    ...fake.address,
    accountOf: (name) => accounts[name] ?? fake.account(name)
  })
  const mid = (credentials: string) => ({ id: `mid_${credentials}`, credentials })
  return {
    fake,
    accounts,
    mid,
    charge: (changes: Parameters<typeof chargeRequest>[0] = {}) => {
      const token = "pm_card_visa"
      const source = { _tag: "Vaulted", vaultReference: token, token } as const
      return Effect.runPromise(
        provider.charge(chargeRequest({ mid: mid("main"), source, ...changes }))
      )
    },
    /** What an account makes of an event of another one's, or of its own. */
    read: async (
      event: Stripe.Event,
      { by = "main", of, at = Date.now(), known = knowing() }: Reading = {}
    ) =>
      Option.getOrNull(
        await Effect.runPromise(
          provider.readNotification(mid(by), fake.events.sign(event, of ?? by, at), known)
        )
      ),
    eventOf: async (type: string, name?: string): Promise<Stripe.Event> => {
      const find = () => fake.events.all(name).findLast((event) => event.type === type)
      await expect.poll(find).toBeDefined()
      return find() as Stripe.Event
    }
  }
}

/** How the charge of a test was asked for. */
const known = (mid: MidAccount): KnownCharge => ({
  mid,
  reference: "attempt_1",
  providerReference: null,
  created: Date.now(),
  amount: 1250n,
  currency: "EUR",
  type: "one_off",
  capture: true,
  isInFlight: true
})

describe("what Stripe tells", () => {
  it("of a charge is how it stands, with our reference and the event's id", async () => {
    const { charge, eventOf, read } = await world()
    await charge()
    const event = await eventOf("payment_intent.succeeded")
    expect(await read(event)).toMatchObject([
      { _tag: "Charge", id: event.id, reference: "attempt_1", charge: { state: "captured" } }
    ])
  })

  it("of a charge that waits for its payer is no news", async () => {
    const { charge, eventOf, read } = await world()
    const token = "pm_card_authenticationRequired"
    await charge({ source: { _tag: "Vaulted", vaultReference: token, token } })
    expect(await read(await eventOf("payment_intent.requires_action"))).toEqual([])
    expect(await read(await eventOf("payment_intent.created"))).toEqual([])
  })

  it("of a direct debit is that it is pending, and then what became of it", async () => {
    const { charge, eventOf, read, fake } = await world()
    await charge({ source: { _tag: "Apm", apm: "sepa_debit" } })
    const [made] = fake.allPayments()
    const { apiKey } = fake.account()
    await fetch(`${fake.url}/v1/payment_intents/${made?.payment.id}/confirm`, {
      method: "POST",
      headers: { authorization: `Bearer ${apiKey}` }
    })
    const pending = await read(await eventOf("payment_intent.processing"))
    expect(pending).toMatchObject([{ charge: { state: "pending" } }])
    fake.settle("attempt_1", false)
    const failed = await read(await eventOf("payment_intent.payment_failed"))
    expect(failed).toMatchObject([
      { charge: { state: "declined", rawCode: "generic_could_not_process" } }
    ])
  })

  it("of a charge that is not decided yet has all that a look-up finds", async () => {
    const { charge, eventOf, read, mid } = await world()
    await charge({ capture: false })
    const event = await eventOf("payment_intent.amount_capturable_updated")
    const attempt = { ...known(mid("main")), capture: false }
    expect(await read(event, { known: knowing(attempt) })).toMatchObject([
      {
        charge: {
          state: "authorized",
          networkReference: expect.any(String),
          holdsUntil: expect.any(Number)
        }
      }
    ])
    const decided = knowing({ ...attempt, isInFlight: false })
    expect(await read(event, { known: decided })).toMatchObject([
      { charge: { state: "authorized", networkReference: null } }
    ])
  })

  it("of a charge that is not decided yet waits until Stripe can be asked", async () => {
    const { charge, eventOf, read, mid, fake } = await world()
    await charge()
    const event = await eventOf("payment_intent.succeeded")
    const attempt = knowing(known(mid("main")))
    fake.faults.breakDown(503)
    await expect(read(event, { known: attempt })).rejects.toThrow()
    fake.faults.clear()
    expect(await read(event, { known: attempt })).toMatchObject([{ charge: { state: "captured" } }])
  })

  it("of a check of a card has the currency that it was asked for in", async () => {
    const { charge, eventOf, read, mid } = await world()
    await charge({ type: "verify", amount: 0n, currency: "GBP" })
    const attempt = { ...known(mid("main")), amount: 0n, currency: "GBP", type: "verify" } as const
    const event = await eventOf("setup_intent.succeeded")
    expect(await read(event, { known: knowing(attempt) })).toMatchObject([
      { _tag: "Charge", charge: { state: "captured", amount: 0n, currency: "GBP" } }
    ])
    expect(await read(event)).toEqual([])
  })

  it("of an inquiry that is closed is that it came to nothing, also where that is heard first", async () => {
    const { charge, eventOf, read, fake } = await world()
    const token = "pm_card_createDisputeInquiry"
    await charge({ source: { _tag: "Vaulted", vaultReference: token, token } })
    const opened = await eventOf("charge.dispute.created")
    expect(await read(opened)).toMatchObject([
      { _tag: "Dispute", reference: "attempt_1", dispute: { stage: "retrieval_request" } }
    ])
    const { id } = opened.data.object as Stripe.Dispute
    fake.dashboard.moveDispute(id, "warning_closed")
    const closed = await read(await eventOf("charge.dispute.closed"))
    expect(closed).toMatchObject([
      { dispute: { stage: "retrieval_request" } },
      { dispute: { stage: "expired", reason: "other" } }
    ])
    expect(new Set(closed?.map((notice) => notice.id)).size).toBe(2)
  })

  it("of what another program does on the account is nothing", async () => {
    const { eventOf, read, fake } = await world()
    const { apiKey } = fake.account()
    await fetch(`${fake.url}/v1/payment_intents`, {
      method: "POST",
      headers: { authorization: `Bearer ${apiKey}` },
      body: "amount=1250&currency=eur&payment_method=pm_card_visa&confirm=true&off_session=true"
    })
    const event = await eventOf("payment_intent.succeeded")
    expect(await read(event)).toEqual([])
    const [made] = fake.allPayments()
    fake.dashboard.refund(made?.payment.id ?? "", 250)
    fake.dashboard.dispute(made?.payment.id ?? "")
    expect(await read(await eventOf("refund.created"))).toEqual([])
    expect(await read(await eventOf("charge.dispute.created"))).toEqual([])
  })

  it("of a charge that was paid after it had been declined is nothing until it tells of that", async () => {
    const { charge, eventOf, read, fake } = await world()
    const token = "pm_card_authenticationRequired"
    await charge({ source: { _tag: "Vaulted", vaultReference: token, token } })
    fake.payerAnswers("attempt_1", false)
    const failed = await eventOf("payment_intent.payment_failed")
    const { apiKey } = fake.account()
    const [made] = fake.allPayments()
    await fetch(`${fake.url}/v1/payment_intents/${made?.payment.id}/confirm`, {
      method: "POST",
      headers: { authorization: `Bearer ${apiKey}` }
    })
    fake.payerAnswers("attempt_1", true)
    expect(await read(failed)).toEqual([])
    const paid = await read(await eventOf("payment_intent.succeeded"))
    expect(paid).toMatchObject([{ charge: { state: "captured" } }])
  })
})

describe("who tells it", () => {
  it("may sign by either of two secrets while one takes the other's place", async () => {
    const { charge, eventOf, read, fake, accounts } = await world()
    await charge()
    const event = await eventOf("payment_intent.succeeded")
    const [secret] = fake.account().webhookSecrets
    const rotating = { ...fake.account(), webhookSecrets: ["whsec_next", secret] }
    accounts.main = rotating as unknown as FakeStripeAccount
    expect(await read(event)).toHaveLength(1)
    accounts.main = { ...fake.account(), webhookSecrets: ["whsec_next"] }
    expect(await read(event, { of: "main" })).toBeNull()
  })

  it("of a platform tells a connected account its own news alone", async () => {
    const { charge, eventOf, read, fake, accounts, mid } = await world()
    accounts.seller = fake.connected("seller")
    await charge({ mid: mid("seller"), reference: "attempt_2" })
    await charge()
    const theirs = await eventOf("payment_intent.succeeded", "seller")
    expect(await read(theirs, { by: "seller" })).toMatchObject([{ reference: "attempt_2" }])
    const ours = await eventOf("payment_intent.succeeded")
    expect(await read(ours, { by: "seller" })).toEqual([])
    expect(fake.allPayments("seller")).toHaveLength(1)
  })

  it("is nobody where it was signed longer than five minutes ago", async () => {
    const { charge, eventOf, read } = await world()
    await charge()
    const event = await eventOf("payment_intent.succeeded")
    expect(await read(event, { at: Date.now() - 290_000 })).toHaveLength(1)
    expect(await read(event, { at: Date.now() - 310_000 })).toBeNull()
  })
})

describe("a key of the other mode", () => {
  it("is never used", async () => {
    const { charge, accounts, fake } = await world()
    accounts.main = { ...fake.account(), apiKey: "sk_live_123456789" }
    const outcome = await charge()
    expect(outcome).toMatchObject({ _tag: "Refused", rawCode: "key_of_other_mode" })
    expect(fake.allPayments()).toEqual([])
  })
})
