import type Stripe from "stripe"
import { describe, expect, it } from "vitest"
import { knowing } from "./testing/knowing.ts"
import { known, openNotifications } from "./testing/openNotifications.ts"

describe("a notification of Stripe's", () => {
  it("about a charge has its state, our reference and the event's id", async () => {
    const { charge, eventOf, read } = await openNotifications()
    await charge()
    const event = await eventOf("payment_intent.succeeded")
    expect(await read(event)).toMatchObject([
      { _tag: "Charge", id: event.id, reference: "attempt_1", charge: { state: "captured" } }
    ])
  })

  it("about a charge that waits for its payer is ignored", async () => {
    const { charge, eventOf, read } = await openNotifications()
    const token = "pm_card_authenticationRequired"
    await charge({ source: { _tag: "Vaulted", vaultReference: token, token } })
    expect(await read(await eventOf("payment_intent.requires_action"))).toEqual([])
    expect(await read(await eventOf("payment_intent.created"))).toEqual([])
  })

  it("about a direct debit reports that it is pending, and later its outcome", async () => {
    const { charge, eventOf, read, fake, mid } = await openNotifications()
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
    const event = await eventOf("payment_intent.payment_failed")
    const attempt = { ...known(mid("main")), reference: "attempt_1" }
    expect(await read(event, { known: knowing(attempt) })).toMatchObject([
      { charge: { state: "declined", rawCode: "insufficient_funds", networkCode: "AM04" } }
    ])
  })

  it("about an undecided charge has all that a look-up finds", async () => {
    const { charge, eventOf, read, mid } = await openNotifications()
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

  it("about an undecided charge waits until Stripe can be reached", async () => {
    const { charge, eventOf, read, mid, fake } = await openNotifications()
    await charge()
    const event = await eventOf("payment_intent.succeeded")
    const attempt = knowing(known(mid("main")))
    fake.faults.breakDown(503)
    await expect(read(event, { known: attempt })).rejects.toThrow()
    fake.faults.clear()
    expect(await read(event, { known: attempt })).toMatchObject([{ charge: { state: "captured" } }])
  })

  it("about a check of a card has its request's currency, and the issuer's checks", async () => {
    const { charge, eventOf, read, mid } = await openNotifications()
    await charge({ type: "verify", amount: 0n, currency: "GBP" })
    const attempt = { ...known(mid("main")), amount: 0n, currency: "GBP", type: "verify" } as const
    const event = await eventOf("setup_intent.succeeded")
    expect(await read(event, { known: knowing(attempt) })).toMatchObject([
      {
        _tag: "Charge",
        charge: { state: "captured", amount: 0n, currency: "GBP", checks: { cvc: "pass" } }
      }
    ])
  })

  it("about an expired hold reports that, in the words of each API version", async () => {
    const { charge, eventOf, read, fake } = await openNotifications()
    await charge({ capture: false })
    fake.dashboard.expire("attempt_1")
    const event = await eventOf("payment_intent.canceled")
    expect(await read(event)).toMatchObject([{ charge: { state: "expired" } }])
    const { object } = event.data
    for (const [cancellation_reason, state] of [
      ["automatic", "expired"],
      ["requested_by_customer", "voided"]
    ]) {
      const data = { object: { ...object, cancellation_reason } }
      const told = await read({ ...event, data } as Stripe.Event)
      expect(told).toMatchObject([{ charge: { state } }])
    }
    const untried = { ...object, cancellation_reason: "automatic", latest_charge: null }
    const told = await read({ ...event, data: { object: untried } } as Stripe.Event)
    expect(told).toMatchObject([{ charge: { state: "declined" } }])
  })

  it("about a charge of another program is ignored, and its payer can continue", async () => {
    const { charge, eventOf, read, fake } = await openNotifications()
    const token = "pm_card_authenticationRequired"
    const source = { _tag: "Vaulted", vaultReference: token, token } as const
    await charge({ source })
    await charge({ type: "verify", amount: 0n, reference: "attempt_2", source })
    fake.payerAnswers("attempt_1", false)
    fake.payerAnswers("attempt_2", false)
    for (const type of ["payment_intent.payment_failed", "setup_intent.setup_failed"]) {
      expect(await read(await eventOf(type), { known: knowing() })).toEqual([])
    }
    expect(fake.payments("attempt_1")[0]?.payment.status).toBe("requires_payment_method")
    const declined = await read(await eventOf("payment_intent.payment_failed"))
    expect(declined).toMatchObject([{ charge: { state: "declined" } }])
    expect(fake.payments("attempt_1")[0]?.payment.status).toBe("canceled")
  })

  it("about a refund has its state, also if it waits for the payer, or was canceled", async () => {
    const { charge, eventOf, read, fake } = await openNotifications()
    await charge()
    fake.dashboard.refund("attempt_1", 250)
    const event = await eventOf("refund.created")
    const { object } = event.data
    for (const [status, state] of [
      ["succeeded", "succeeded"],
      ["pending", "pending"],
      ["requires_action", "pending"],
      ["canceled", "failed"],
      ["failed", "failed"]
    ]) {
      const elsewhere = { ...event, data: { object: { ...object, status } } } as Stripe.Event
      expect(await read(elsewhere)).toMatchObject([
        { _tag: "Refund", reference: "attempt_1", refund: { state, amount: 250n } }
      ])
      // Null stands for an absent field.
      const own = { metadata: { payloom_reference: "refund_1" }, failure_balance_transaction: null }
      const ours = { ...event, data: { object: { ...object, status, ...own } } } as unknown
      expect(await read(ours as Stripe.Event)).toMatchObject([
        { _tag: "Modification", reference: "refund_1", modification: { state } }
      ])
    }
  })

  it("about a closed inquiry reports that it expired, even if it is the first event", async () => {
    const { charge, eventOf, read, fake } = await openNotifications()
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
    expect(new Set(closed?.map((notification) => notification.id)).size).toBe(2)
  })

  it("about the work of another program on the account is ignored", async () => {
    const { eventOf, read, fake } = await openNotifications()
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

  it.each([
    { capture: true, state: "captured", type: "payment_intent.succeeded" },
    { capture: false, state: "authorized", type: "payment_intent.amount_capturable_updated" }
  ])("about a charge that was declined, and is $state since, ends nothing", async (paid) => {
    const { charge, eventOf, read, fake } = await openNotifications()
    const token = "pm_card_authenticationRequired"
    const source = { _tag: "Vaulted", vaultReference: token, token } as const
    await charge({ source, capture: paid.capture })
    fake.payerAnswers("attempt_1", false)
    const failed = await eventOf("payment_intent.payment_failed")
    const { apiKey } = fake.account()
    const [made] = fake.allPayments()
    await fetch(`${fake.url}/v1/payment_intents/${made?.payment.id}/confirm`, {
      method: "POST",
      headers: { authorization: `Bearer ${apiKey}` }
    })
    fake.payerAnswers("attempt_1", true)
    for (const event of [failed, await eventOf(paid.type)]) {
      expect(await read(event)).toMatchObject([{ charge: { state: paid.state } }])
    }
    expect(fake.allPayments()).toMatchObject([{ charge: { amount: 1250 } }])
    expect(fake.allPayments()[0]?.payment.status).not.toBe("canceled")
  })

  it("about a declined charge ends nothing until Stripe can be reached", async () => {
    const { charge, eventOf, read, fake } = await openNotifications()
    const token = "pm_card_authenticationRequired"
    await charge({ source: { _tag: "Vaulted", vaultReference: token, token } })
    fake.payerAnswers("attempt_1", false)
    const failed = await eventOf("payment_intent.payment_failed")
    fake.faults.breakDown(503, ["lookup"])
    await expect(read(failed)).rejects.toThrow()
    expect(fake.allPayments()[0]?.payment.status).toBe("requires_payment_method")
  })
})
