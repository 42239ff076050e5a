import { describe, expect, it } from "vitest"
import { auditedShops } from "./testing/auditedShops.ts"
import { atCheckout, type Checkout, challengeOf } from "./testing/openCheckout.ts"
import { day, hour, minute, type Shop } from "./testing/openShop.ts"
import {
  allCycles,
  cyclesOf,
  elapseTo,
  moveTo,
  newKey,
  paymentsOf,
  type Subscriber,
  standing,
  subscribe,
  subscriptionStory
} from "./testing/subscribing.ts"

const open = auditedShops()

/** Creates a subscriber whose second month was declined because the card was lost. */
const owing = async (shop: Shop): Promise<Subscriber> => {
  const subscriber = await subscribe(shop)
  await moveTo(shop, subscriber, "lost_card")
  await elapseTo(shop, "2026-12-16")
  expect((await standing(shop, subscriber)).status).toBe("past_due")
  return subscriber
}

const recovery = async (shop: Shop, { id }: Subscriber): Promise<Checkout> =>
  atCheckout(shop, await shop.shop().subscriptions.recoverySession(id, {}, newKey()))

const cardOf = async (shop: Shop, subscriber: Subscriber) => {
  const { paymentInstrument } = await standing(shop, subscriber)
  return (await shop.shop().paymentInstruments.retrieve(paymentInstrument)).card?.last4
}

describe("a recovery session", () => {
  it("charges the oldest overdue cycle, by card", async () => {
    const shop = await open()
    const subscriber = await owing(shop)
    const { session, payer } = await recovery(shop, subscriber)
    expect(session).toMatchObject({
      mode: "payment",
      amount: 900n,
      currency: "EUR",
      customer: subscriber.customer,
      availableMethods: ["card"],
      subscription: null
    })
    expect((await payer().read()).amount).toBe(900n)
  })

  it("that is paid pays the cycle, and the subscription is billed on that card from then on", async () => {
    const shop = await open()
    const subscriber = await owing(shop)
    const checkout = await recovery(shop, subscriber)
    expect((await checkout.confirm("approved_mastercard")).status).toBe("succeeded")
    expect((await standing(shop, subscriber)).status).toBe("active")
    expect(await cardOf(shop, subscriber)).toBe("4444")
    expect((await subscriptionStory(shop)).slice(-4)).toEqual([
      "2026-12-15 past_due",
      "2026-12-16 instrument_updated",
      "2026-12-16 recovered",
      "2026-12-16 renewed"
    ])
    await elapseTo(shop, "2027-01-16")
    expect((await allCycles(shop, subscriber)).slice(0, 3)).toEqual([
      "1 paid 2026-11-15",
      "2 paid 2026-12-15",
      "3 paid 2027-01-15"
    ])
    expect(shop.requests.at(-1)).toMatchObject({
      type: "subscription_rebill",
      initiator: "merchant",
      agreement: { usage: "recurring", position: "subsequent" }
    })
  })

  it("handles an issuer's challenge", async () => {
    const shop = await open()
    const subscriber = await owing(shop)
    const checkout = await recovery(shop, subscriber)
    const asked = await checkout.confirm("three_ds_challenge")
    expect((await standing(shop, subscriber)).status).toBe("past_due")
    await shop.run(shop.box.answerChallenge(challengeOf(asked), true))
    expect((await checkout.returnFromRedirect(challengeOf(asked))).status).toBe("succeeded")
    expect((await standing(shop, subscriber)).status).toBe("active")
  })

  it("handles an issuer that requires a challenge only after the charge was sent", async () => {
    const shop = await open()
    const subscriber = await owing(shop)
    const checkout = await recovery(shop, subscriber)
    const asked = await checkout.confirm("step_up")
    expect(asked.status).toBe("requires_action")
    await shop.run(shop.box.answerChallenge(challengeOf(asked), true))
    expect((await checkout.returnFromRedirect(challengeOf(asked))).status).toBe("succeeded")
    expect((await standing(shop, subscriber)).status).toBe("active")
  })

  it("that is left at the challenge ends after its time, and the retries continue", async () => {
    const shop = await open()
    const subscriber = await owing(shop)
    const checkout = await recovery(shop, subscriber)
    await checkout.confirm("step_up")
    await shop.elapse(hour)
    expect((await cyclesOf(shop, subscriber))[1]?.status).toBe("retrying")
    await elapseTo(shop, "2027-01-01")
    expect((await standing(shop, subscriber)).status).toBe("terminated")
  })

  it("that is declined counts as no attempt, keeps the retry dates, and lets the payer retry", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    await moveTo(shop, subscriber, "insufficient_funds")
    await elapseTo(shop, "2026-12-17")
    const before = await subscriptionStory(shop)
    const checkout = await recovery(shop, subscriber)
    expect((await checkout.confirm("lost_card")).status).toBe("declined")
    expect(await subscriptionStory(shop)).toEqual(before)
    expect((await standing(shop, subscriber)).status).toBe("past_due")
    // The next retry date of the present card. A decline of the payer's lost card stopped nothing.
    await elapseTo(shop, "2026-12-20")
    expect((await paymentsOf(shop, subscriber)).slice(-1)).toEqual([
      "2026-12-19 rebill 900 declined"
    ])
    expect((await checkout.retrieve()).status).toBe("expired")
    const another = await recovery(shop, subscriber)
    expect((await another.confirm("approved_debit")).status).toBe("succeeded")
    expect((await standing(shop, subscriber)).status).toBe("active")
  })

  it("is not charged at the same time as a retry", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    await moveTo(shop, subscriber, "insufficient_funds")
    await elapseTo(shop, "2026-12-15")
    const checkout = await recovery(shop, subscriber)
    const lost = await checkout.confirm("timeout_charged")
    expect(lost.status).toBe("processing")
    expect((await cyclesOf(shop, subscriber))[1]?.status).toBe("charging")
    await elapseTo(shop, "2026-12-17")
    expect((await standing(shop, subscriber)).status).toBe("active")
    expect(await paymentsOf(shop, subscriber)).toHaveLength(3)
  })

  it("is refused if nothing is owed, and can't be paid after the cycle was paid otherwise", async () => {
    const shop = await open()
    const { subscriptions } = shop.shop()
    const fine = await subscribe(shop)
    await expect(subscriptions.recoverySession(fine.id, {}, newKey())).rejects.toMatchObject({
      _tag: "SubscriptionNotPastDue",
      subscription: fine.id,
      status: "active"
    })
    const subscriber = await owing(shop)
    const checkout = await recovery(shop, subscriber)
    await moveTo(shop, subscriber, "approved_debit")
    await shop.work()
    expect((await standing(shop, subscriber)).status).toBe("active")
    await expect(checkout.confirm("approved")).rejects.toMatchObject({ _tag: "SessionNotOpen" })
    expect((await cyclesOf(shop, subscriber))[1]).toMatchObject({ status: "paid", attemptCount: 2 })
    await shop.elapse(2 * day)
  })

  it("has ended for its payer once the cycle was paid otherwise", async () => {
    const shop = await open()
    const subscriber = await owing(shop)
    const checkout = await recovery(shop, subscriber)
    const other = await recovery(shop, subscriber)
    expect((await checkout.payer().status()).status).toBe("requires_payment")
    await other.confirm("approved_mastercard")
    expect((await checkout.payer().status()).status).toBe("expired")
  })

  it("is in progress for its payer while another one is, and can be paid after its decline", async () => {
    const shop = await open()
    const subscriber = await owing(shop)
    const checkout = await recovery(shop, subscriber)
    const other = await recovery(shop, subscriber)
    const asked = await other.confirm("step_up")
    await expect(checkout.confirm("approved")).rejects.toMatchObject({ _tag: "SessionProcessing" })
    expect((await checkout.payer().status()).status).toBe("processing")
    await shop.run(shop.box.answerChallenge(challengeOf(asked), false))
    await other.returnFromRedirect(challengeOf(asked))
    expect((await checkout.payer().status()).status).toBe("requires_payment")
    expect((await checkout.confirm("approved")).status).toBe("succeeded")
  })

  it("that is paid after its subscription ended is refunded", async () => {
    const shop = await open()
    const subscriber = await owing(shop)
    const checkout = await recovery(shop, subscriber)
    const lost = await checkout.confirm("timeout_charged")
    expect(lost.status).toBe("processing")
    const { subscriptions, payments } = shop.shop()
    await subscriptions.cancel(subscriber.id, { cancelAtPeriodEnd: false }, newKey())
    await shop.elapse(30 * minute)
    expect((await standing(shop, subscriber)).status).toBe("canceled")
    expect(await payments.retrieve(lost.payment ?? "")).toMatchObject({ status: "refunded" })
  })

  it("answers the same session for the same key, without its token", async () => {
    const shop = await open()
    const { id } = await owing(shop)
    const { subscriptions } = shop.shop()
    const key = newKey()
    const first = await subscriptions.recoverySession(id, { description: "November" }, key)
    const again = await subscriptions.recoverySession(id, { description: "November" }, key)
    expect(first.sessionToken).toBeTypeOf("string")
    const { sessionToken: _, ...shown } = first
    expect(again).toEqual(shown)
    await expect(
      subscriptions.recoverySession(id, { description: "December" }, key)
    ).rejects.toMatchObject({ _tag: "IdempotencyMismatch" })
  })
})
