import { describe, expect, it } from "vitest"
import { lookupThat } from "../sandbox/conduct.ts"
import { auditedShops, typesOf } from "./testing/auditedShops.ts"
import { openCheckout, returnUrl } from "./testing/openCheckout.ts"
import { day, hour, minute, second } from "./testing/openShop.ts"
import {
  atBank,
  attemptsOf,
  lastAttempt,
  redirectToBank,
  returnFromRedirect
} from "./testing/redirectedPayer.ts"

const open = auditedShops({ methods: ["card", "wallet", "apm"] })

describe("a payer who is redirected to their bank", () => {
  it("gets the URL from the confirm and from the status", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    const result = await checkout.choose("sandbox_bank")
    expect(result).toMatchObject({
      status: "requires_action",
      action: { type: "redirect", url: `https://bank.example/pay/${await lastAttempt(shop)}` },
      decline: null
    })
    expect(await checkout.payer().status()).toEqual(result)
    expect(await checkout.retrieve()).toMatchObject({ status: "processing" })
    expect(shop.requests).toMatchObject([{ returnUrl, source: { apm: "sandbox_bank" } }])
  })

  it("has paid after they approved at the bank and returned", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    const { payment } = await checkout.choose("sandbox_bank")
    await atBank(shop, true)
    expect(await returnFromRedirect(checkout)).toMatchObject({ status: "succeeded", action: null })
    expect(await typesOf(shop, payment ?? "")).toEqual(["payment.succeeded"])
    expect(await shop.ledger()).toHaveLength(1)
  })

  it("is declined if they refused, and may choose another method", async () => {
    const shop = await open()
    const checkout = await redirectToBank(shop)
    await atBank(shop, false)
    expect(await returnFromRedirect(checkout)).toMatchObject({
      status: "declined",
      decline: { code: "authentication_failed" }
    })
    expect((await checkout.confirm("approved")).status).toBe("succeeded")
  })

  it("and returns without an answer has canceled that charge", async () => {
    const shop = await open()
    const checkout = await redirectToBank(shop)
    const attempt = await lastAttempt(shop)
    expect(await returnFromRedirect(checkout)).toMatchObject({ status: "declined" })
    await atBank(shop, true, attempt)
    expect(await shop.run(shop.box.bank.timesCharged(attempt))).toBe(0)
  })

  it("has paid by the bank's notification, whether they return or not", async () => {
    const shop = await open()
    const checkout = await redirectToBank(shop)
    await atBank(shop, true)
    await shop.notify(await lastAttempt(shop))
    expect((await checkout.retrieve()).status).toBe("succeeded")
    await expect(returnFromRedirect(checkout)).rejects.toMatchObject({
      _tag: "SessionAlreadySucceeded"
    })
    await shop.elapse(day)
    expect(await typesOf(shop)).toEqual(["payment.succeeded"])
  })

  it("has paid by a lookup without a return or a notification", async () => {
    const shop = await open()
    const checkout = await redirectToBank(shop)
    await atBank(shop, true)
    await shop.elapse(minute)
    expect((await checkout.retrieve()).status).toBe("succeeded")
  })

  it("is awaited as long as the bank waits, and no longer", async () => {
    const shop = await open()
    const checkout = await redirectToBank(shop)
    await shop.elapse(30 * minute - second)
    expect((await checkout.payer().status()).status).toBe("requires_action")
    await shop.elapse(minute)
    expect((await checkout.payer().status()).status).toBe("declined")
    await shop.elapse(day)
    expect((await checkout.retrieve()).status).toBe("expired")
  })

  it("is still awaited after a notification that the charge waits", async () => {
    const shop = await open()
    const checkout = await redirectToBank(shop)
    await shop.notify(await lastAttempt(shop))
    expect((await checkout.payer().status()).status).toBe("requires_action")
    await atBank(shop, true)
    expect((await returnFromRedirect(checkout)).status).toBe("succeeded")
  })

  it("is charged once, for any number of returns in any process", async () => {
    const shop = await open()
    const other = await shop.start()
    const checkout = await redirectToBank(shop)
    await atBank(shop, true)
    const notified = shop.notify(await lastAttempt(shop))
    const returns = Array.from({ length: 12 }, (_, tab) =>
      returnFromRedirect(checkout, tab % 2 === 0 ? undefined : other.payloom)
    )
    const settled = await Promise.allSettled(returns)
    await notified
    const answered = settled.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []))
    for (const { status } of answered) expect(["succeeded", "processing"]).toContain(status)
    expect((await checkout.payer().status()).status).toBe("succeeded")
    expect(await typesOf(shop)).toEqual(["payment.succeeded"])
  })

  it("whose process died at their return is charged by recovery", async () => {
    const shop = await open()
    const checkout = await redirectToBank(shop)
    await atBank(shop, true)
    shop.process().mortal.meet((commit) => (commit === 1 ? "dies_after" : undefined))
    await shop.untilDead(checkout.payer().confirm({ method: "apm", returned: true }))
    await shop.restart()
    await shop.elapse(hour)
    expect((await checkout.retrieve()).status).toBe("succeeded")
  })
})

describe("a payer who chooses another method while a bank waits for them", () => {
  it("cancels the first charge, and is charged only by the second", async () => {
    const shop = await open()
    const checkout = await redirectToBank(shop)
    const first = await lastAttempt(shop)
    expect((await checkout.confirm("approved")).status).toBe("succeeded")
    await atBank(shop, true, first)
    expect(await shop.run(shop.box.bank.timesCharged(first))).toBe(0)
    const statuses = (await attemptsOf(shop)).map(({ status }) => status)
    expect(statuses).toEqual(["declined", "captured"])
  })

  it("has paid by the first if they had already approved it", async () => {
    const shop = await open()
    const checkout = await redirectToBank(shop)
    await atBank(shop, true)
    await expect(checkout.confirm("approved")).rejects.toMatchObject({
      _tag: "SessionAlreadySucceeded"
    })
    expect(await attemptsOf(shop)).toHaveLength(1)
  })

  it("is refused while the outcome of the first is unknown", async () => {
    const shop = await open()
    const checkout = await redirectToBank(shop)
    shop.box.script.lookup(lookupThat.isUnavailable())
    await expect(checkout.confirm("approved")).rejects.toMatchObject({ _tag: "SessionProcessing" })
    await shop.elapse(minute)
    expect((await checkout.confirm("approved")).status).toBe("succeeded")
  })
})

describe("a payer who gets instructions", () => {
  it("sees what to do, the reference and the deadline", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    const at = shop.clock.now()
    const result = await checkout.choose("sandbox_voucher")
    const attempt = await lastAttempt(shop)
    expect(result).toMatchObject({
      status: "requires_action",
      action: {
        type: "instructions",
        text: `Pay at https://bank.example/pay/${attempt}.`,
        reference: `ch_${attempt}`,
        expiresAt: at + 3 * day
      }
    })
  })

  it("pays days later, long after the session would have expired", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    await checkout.choose("sandbox_voucher")
    await shop.elapse(2 * day)
    expect((await checkout.retrieve()).status).toBe("processing")
    await atBank(shop, true)
    await shop.notify(await lastAttempt(shop))
    expect((await checkout.retrieve()).status).toBe("succeeded")
    expect(shop.alerts).toEqual([])
  })

  it("and never pays ends the session without an alert", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    await checkout.choose("sandbox_voucher")
    await shop.elapse(4 * day)
    expect((await checkout.retrieve()).status).toBe("expired")
    expect(shop.alerts).toEqual([])
    expect(await typesOf(shop)).toContain("payment.declined")
  })
})

describe("a method that the provider settles later", () => {
  it("is processing, and settled by a lookup", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    expect((await checkout.choose("sandbox_transfer")).status).toBe("processing")
    await shop.elapse(minute)
    expect((await checkout.payer().status()).status).toBe("succeeded")
  })
})
