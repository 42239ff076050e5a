import type { AuthorizationOptions, ModificationRequest } from "@payloom/core"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { paymentParams } from "./chargeParams.ts"
import { chargeRequest } from "./testing/chargeRequest.ts"
import { knowing } from "./testing/knowing.ts"
import { known, openNotifications } from "./testing/openNotifications.ts"

const allFeatures = { multipleCaptures: true, incremental: true, overCapture: true }

/** Holds 12.50 EUR on a card of the fake's. */
const openHold = async (
  token = "pm_card_visa",
  authorization: AuthorizationOptions = allFeatures
) => {
  const opened = await openNotifications()
  const { provider, charge, mid } = opened
  const source = { _tag: "Vaulted", vaultReference: token, token } as const
  const made = await charge({ source, capture: false, authorization })
  if (made._tag !== "Approved") throw new Error(`It was ${made._tag}.`)
  const { providerReference } = made
  const reference = { mid: mid("main"), reference: "attempt_1", providerReference }
  const asked = (changes: Partial<ModificationRequest>): ModificationRequest => ({
    reference: "capture_1",
    charge: reference,
    amount: 1250n,
    currency: "EUR",
    sendBefore: Date.now() + 60_000,
    ...changes
  })
  return {
    ...opened,
    made,
    capture: (changes: Partial<ModificationRequest> = {}) =>
      Effect.runPromise(provider.capture(asked(changes))),
    increment: (changes: Partial<ModificationRequest> = {}) =>
      Effect.runPromise(
        provider.increment?.(asked({ reference: "increment_1", amount: 2000n, ...changes })) ??
          Effect.die("no increment")
      ),
    lookUp: () =>
      Effect.runPromise(
        provider.lookup({ ...known(mid("main")), providerReference, capture: false })
      ),
    payment: () => opened.fake.payments("attempt_1")[0]?.payment
  }
}

describe("the features of a hold at Stripe", () => {
  it("are requested only if the merchant wants them, and only for holds", () => {
    const cardOptions = (authorization: AuthorizationOptions, capture = false) =>
      paymentParams(chargeRequest({ capture, authorization }), { type: "card", source: {} }, {})
        .payment_method_options?.card
    expect(cardOptions(allFeatures)).toEqual({
      request_multicapture: "if_available",
      request_incremental_authorization: "if_available",
      request_overcapture: "if_available"
    })
    expect(cardOptions({ incremental: true })).toEqual({
      request_incremental_authorization: "if_available"
    })
    expect(cardOptions({})).toEqual({})
    expect(cardOptions(allFeatures, true)).toEqual({})
  })

  it("are missing for a card that has none: only one capture, no increment, no more than is held", async () => {
    const { made, capture, increment } = await openHold("pm_fake_plain_hold")
    expect(made).not.toHaveProperty("capturableUpTo")
    expect(await capture({ amount: 500n, isFinal: false })).toMatchObject({ _tag: "Failed" })
    expect(await increment()).toMatchObject({ _tag: "Failed" })
    expect(await capture({ reference: "capture_2", amount: 1251n })).toEqual({
      _tag: "Failed",
      rawCode: "amount_too_large"
    })
    expect(await capture({ reference: "capture_3" })).toMatchObject({ _tag: "Succeeded" })
  })
})

describe("over-capture at Stripe", () => {
  it("has a limit, up to which the hold can be captured", async () => {
    const { made, capture, lookUp } = await openHold()
    expect(made).toMatchObject({ amount: 1250n, capturableUpTo: 1437n })
    expect(await capture({ amount: 1438n })).toMatchObject({ _tag: "Failed" })
    expect(await capture({ reference: "capture_2", amount: 1437n })).toMatchObject({
      _tag: "Succeeded"
    })
    expect(await lookUp()).toMatchObject({ state: "captured", amountCaptured: 1437n })
  })

  it("has no limit of its own if it was not requested", async () => {
    const { made } = await openHold("pm_card_visa", {})
    expect(made).not.toHaveProperty("capturableUpTo")
  })
})

describe("an increment at Stripe", () => {
  it("that the issuer declines fails with the issuer's reason, and the hold stays", async () => {
    const { increment, payment } = await openHold("pm_fake_increment_declined")
    expect(await increment()).toEqual({ _tag: "Failed", rawCode: "insufficient_funds" })
    expect(payment()).toMatchObject({ status: "requires_capture", amount_capturable: 1250 })
  })

  it("answers with the new end of the hold", async () => {
    const { increment } = await openHold()
    expect(await increment()).toMatchObject({
      _tag: "Succeeded",
      holdsUntil: expect.any(Number)
    })
  })

  it("is refused after the last capture", async () => {
    const { capture, increment } = await openHold()
    await capture()
    expect(await increment()).toMatchObject({ _tag: "Failed" })
  })
})

describe("the webhooks of a hold at Stripe", () => {
  it("report each capture of a part and the total, and keep the held amount", async () => {
    const { capture, read, eventOf, mid } = await openHold()
    await capture({ amount: 500n, isFinal: false })
    await capture({ reference: "capture_2", amount: 300n, isFinal: false })
    const about = knowing({ ...known(mid("main")), isInFlight: false })
    const told = await read(await eventOf("payment_intent.amount_capturable_updated"), {
      known: about
    })
    expect(told).toMatchObject([
      {
        _tag: "Charge",
        charge: { state: "captured", amount: 1250n, amountCaptured: 800n }
      },
      { _tag: "Modification", reference: "capture_2", modification: { state: "succeeded" } }
    ])
  })

  it("report an increment with the new amount", async () => {
    const { increment, read, eventOf } = await openHold()
    await increment()
    const told = await read(await eventOf("payment_intent.amount_capturable_updated"))
    expect(told).toMatchObject([
      { _tag: "Charge", charge: { state: "authorized", amount: 2000n } },
      { _tag: "Modification", reference: "increment_1", modification: { state: "succeeded" } }
    ])
  })

  it("report a hold that expired after a part of it was captured as captured", async () => {
    const { fake, capture, lookUp } = await openHold()
    await capture({ amount: 500n, isFinal: false })
    fake.dashboard.expire("attempt_1")
    expect(await lookUp()).toMatchObject({
      state: "captured",
      amount: 1250n,
      amountCaptured: 500n
    })
  })
})
