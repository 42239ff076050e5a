import type { CheckoutResult } from "@payloom/core"
import { describe, expect, it } from "vitest"
import { auditedShops, typesOf } from "./testing/auditedShops.ts"
import { challengeOf, openCheckout } from "./testing/openCheckout.ts"
import { minute, type Shop } from "./testing/openShop.ts"

const open = auditedShops()

const answer = (shop: Shop, result: CheckoutResult, passed: boolean) =>
  shop.run(shop.box.answerChallenge(challengeOf(result), passed))

const flowsOf = (shop: Shop) => shop.requests.map(({ threeDs }) => threeDs?.flow ?? null)

describe("a card whose issuer requires a challenge", () => {
  it("is not charged by the first confirm, which answers a challenge", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    const result = await checkout.confirm("three_ds_challenge")
    const id = challengeOf(result)
    expect(id).toMatch(/^threeds_/)
    expect(result).toMatchObject({
      status: "requires_action",
      action: {
        type: "three_ds_challenge",
        mode: "embedded",
        session: id,
        url: `https://issuer.example/3ds/${id}`
      },
      decline: null
    })
    expect(await checkout.payer().status()).toEqual(result)
    expect((await checkout.retrieve()).status).toBe("processing")
    const payment = await shop.shop().payments.retrieve(result.payment ?? "")
    expect(payment).toMatchObject({ status: "authenticating", attempts: [] })
    expect(shop.requests).toEqual([])
    await shop.elapse(20 * minute)
  })

  it("is charged by the second confirm, with the issuer's authentication", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    const first = await checkout.confirm("three_ds_challenge")
    await answer(shop, first, true)
    const second = await checkout.returnFromRedirect(challengeOf(first))
    expect(second).toMatchObject({ status: "succeeded", payment: first.payment, action: null })
    expect(flowsOf(shop)).toEqual(["challenge"])
    expect(await typesOf(shop)).toEqual(["payment.succeeded"])
  })

  it("is declined if the challenge fails, and the payer may use another card", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    const first = await checkout.confirm("three_ds_challenge")
    await answer(shop, first, false)
    const second = await checkout.returnFromRedirect(challengeOf(first))
    expect(second).toMatchObject({
      status: "declined",
      decline: { code: "authentication_failed", category: "authentication" }
    })
    expect(shop.requests).toEqual([])
    expect(await checkout.confirm("approved")).toMatchObject({
      status: "succeeded",
      payment: first.payment
    })
  })

  it("still waits if the payer returns before the challenge is done", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    const first = await checkout.confirm("three_ds_challenge")
    expect(await checkout.returnFromRedirect(challengeOf(first))).toEqual(first)
    await shop.elapse(20 * minute)
  })

  it("is declined after a quarter of an hour if the payer never returns", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    const first = await checkout.confirm("three_ds_challenge")
    await answer(shop, first, true)
    await shop.elapse(15 * minute)
    expect(await checkout.payer().status()).toMatchObject({
      status: "declined",
      decline: { code: "authentication_failed" }
    })
    expect((await checkout.retrieve()).status).toBe("active")
    await expect(checkout.returnFromRedirect(challengeOf(first))).rejects.toMatchObject({
      _tag: "InvalidInput"
    })
    expect(shop.requests).toEqual([])
    expect(await typesOf(shop)).toEqual(["payment.declined"])
  })

  it("may be replaced by another card during the challenge, and is then invalid", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    const first = await checkout.confirm("three_ds_challenge")
    expect((await checkout.confirm("approved")).status).toBe("succeeded")
    await answer(shop, first, true)
    await expect(checkout.returnFromRedirect(challengeOf(first))).rejects.toMatchObject({
      _tag: "SessionAlreadySucceeded"
    })
  })

  it("gets a new challenge by a new confirm, and the old one is refused", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    const first = await checkout.confirm("three_ds_challenge")
    const second = await checkout.confirm("three_ds_challenge")
    expect(challengeOf(second)).not.toBe(challengeOf(first))
    await answer(shop, first, true)
    await expect(checkout.returnFromRedirect(challengeOf(first))).rejects.toMatchObject({
      _tag: "InvalidInput",
      issues: [{ param: "threeDsSessionId" }]
    })
    await answer(shop, second, true)
    expect((await checkout.returnFromRedirect(challengeOf(second))).status).toBe("succeeded")
  })

  it("is charged once, for any number of concurrent returns", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    const first = await checkout.confirm("three_ds_challenge")
    await answer(shop, first, true)
    const confirms = Array.from({ length: 40 }, () =>
      checkout.returnFromRedirect(challengeOf(first))
    )
    const results = await Promise.allSettled(confirms)
    const answered = results.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []))
    expect(answered.map(({ status }) => status)).toEqual(["succeeded"])
    expect(shop.requests).toHaveLength(1)
  })

  it("is the only card that its challenge can charge", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    const first = await checkout.confirm("three_ds_challenge")
    await answer(shop, first, true)
    const other = checkout.returnFromRedirect(challengeOf(first), "approved")
    await expect(other).rejects.toMatchObject({ issues: [{ param: "card" }] })
    const same = await checkout.returnFromRedirect(challengeOf(first), "three_ds_challenge")
    expect(same.status).toBe("succeeded")
  })

  it("is refused with the challenge of another session", async () => {
    const shop = await open()
    const [own, other] = [await openCheckout(shop), await openCheckout(shop)]
    const foreign = await other.confirm("three_ds_challenge")
    await answer(shop, foreign, true)
    await expect(own.returnFromRedirect(challengeOf(foreign))).rejects.toMatchObject({
      issues: [{ param: "threeDsSessionId" }]
    })
    expect(shop.requests).toEqual([])
    await shop.elapse(20 * minute)
  })

  it("delays the end of its session only until it is answered or its time is over", async () => {
    const shop = await open()
    const expiresAt = shop.clock.now() + 5 * minute
    const checkout = await openCheckout(shop, { amount: 1250n, currency: "EUR", expiresAt })
    await checkout.confirm("three_ds_challenge")
    await shop.elapse(6 * minute)
    expect((await checkout.retrieve()).status).toBe("processing")
    await shop.elapse(10 * minute)
    expect((await checkout.retrieve()).status).toBe("expired")
  })

  it("can't be paid by a new first confirm after the session's time, whatever is open", async () => {
    const shop = await open()
    const expiresAt = shop.clock.now() + 6 * minute
    const checkout = await openCheckout(shop, { amount: 1250n, currency: "EUR", expiresAt })
    await checkout.confirm("three_ds_challenge")
    await shop.elapse(7 * minute)
    for (const card of ["approved", "three_ds_challenge"] as const) {
      await expect(checkout.confirm(card)).rejects.toMatchObject({
        _tag: "SessionNotOpen",
        status: "expired"
      })
    }
    expect(shop.requests).toEqual([])
    await shop.elapse(20 * minute)
    expect((await checkout.retrieve()).status).toBe("expired")
  })

  it("can't keep the session payable by repeated challenges", async () => {
    const shop = await open()
    const start = shop.clock.now()
    const input = { amount: 1250n, currency: "EUR", expiresAt: start + 6 * minute }
    const checkout = await openCheckout(shop, input)
    let latest = await checkout.confirm("three_ds_challenge")
    for (let round = 0; round < 20; round++) {
      await shop.elapse(2 * minute)
      latest = await checkout.confirm("three_ds_challenge").catch(() => latest)
    }
    await expect(checkout.returnFromRedirect(challengeOf(latest))).rejects.toMatchObject({
      _tag: "SessionNotOpen"
    })
    expect((await checkout.retrieve()).status).toBe("expired")
    expect(shop.requests).toEqual([])
  })

  it("is charged after the session's end if the challenge is passed in its own quarter of an hour", async () => {
    const shop = await open()
    const expiresAt = shop.clock.now() + 6 * minute
    const checkout = await openCheckout(shop, { amount: 1250n, currency: "EUR", expiresAt })
    await shop.elapse(5 * minute)
    const challenge = await checkout.confirm("three_ds_challenge")
    await shop.elapse(14 * minute)
    await answer(shop, challenge, true)
    expect((await checkout.returnFromRedirect(challengeOf(challenge))).status).toBe("succeeded")
  })

  it("ends after its quarter of an hour, even if no worker has run", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    const challenge = await checkout.confirm("three_ds_challenge")
    await answer(shop, challenge, true)
    await shop.clock.advance(15 * minute)
    await expect(checkout.returnFromRedirect(challengeOf(challenge))).rejects.toMatchObject({
      param: "threeDsSessionId"
    })
    expect(shop.requests).toEqual([])
    const shown = await checkout.payer().status()
    expect([shown.status, shown.decline?.code]).toEqual(["declined", "authentication_failed"])
    await shop.work()
    expect(await checkout.payer().status()).toEqual(shown)
  })

  it("can't be canceled by the merchant during the challenge", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    await checkout.confirm("three_ds_challenge")
    await expect(shop.shop().checkout.cancel(checkout.id)).rejects.toMatchObject({
      _tag: "SessionProcessing"
    })
    await shop.elapse(20 * minute)
  })
})

describe("a card whose issuer needs no challenge", () => {
  it.each([
    ["approved", null],
    ["three_ds_frictionless", "frictionless"],
    ["three_ds_unavailable", null]
  ] as const)("is charged at once: %s, with the flow %s", async (card, flow) => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    expect((await checkout.confirm(card)).status).toBe("succeeded")
    expect(flowsOf(shop)).toEqual([flow])
  })

  it("is declined unsent if the issuer rejects the authentication", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    expect(await checkout.confirm("three_ds_rejected")).toMatchObject({
      status: "declined",
      decline: { code: "authentication_failed" }
    })
    expect(shop.requests).toEqual([])
  })
})

describe("an issuer that requires a challenge after a frictionless attempt", () => {
  it("gets the challenge, and then the charge", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    const first = await checkout.confirm("step_up")
    expect(first.status).toBe("requires_action")
    expect((await checkout.retrieve()).status).toBe("processing")
    expect(await typesOf(shop)).toEqual([])
    await answer(shop, first, true)
    const second = await checkout.returnFromRedirect(challengeOf(first))
    expect(second).toMatchObject({ status: "succeeded", payment: first.payment })
    expect(flowsOf(shop)).toEqual(["frictionless", "challenge"])
    const { data } = await shop.shop().payments.listAttempts(first.payment ?? "", {})
    expect(data.map(({ status }) => status)).toEqual(["declined", "captured"])
  })

  it("gets one challenge, and a failed challenge declines the payer", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    const first = await checkout.confirm("step_up")
    await answer(shop, first, false)
    expect((await checkout.returnFromRedirect(challengeOf(first))).status).toBe("declined")
    expect(shop.requests).toHaveLength(1)
  })

  it("leaves the payer free to pay again if the process dies before the challenge", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    const confirm = await checkout.prepare("step_up")
    shop.process().mortal.meet((nth) => (nth === 2 ? "dies_after" : undefined))
    await shop.untilDead(confirm())
    await shop.restart()
    await shop.elapse(20 * minute)
    expect((await checkout.payer().status()).status).toBe("declined")
    expect((await checkout.confirm("approved")).status).toBe("succeeded")
  })
})
