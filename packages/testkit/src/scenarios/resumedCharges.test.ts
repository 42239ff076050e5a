import { Clock, Effect } from "effect"
import { describe, expect, it } from "vitest"
import { chargeThat } from "../sandbox/conduct.ts"
import { auditedShops, typesOf } from "./testing/auditedShops.ts"
import { openCheckout, returnUrl } from "./testing/openCheckout.ts"
import { hour, minute, openShop } from "./testing/openShop.ts"
import {
  atBank,
  lastAttempt,
  redirectToBank,
  returnFromRedirect,
  settlingAfterReturn
} from "./testing/redirectedPayer.ts"

const open = auditedShops({ methods: ["card", "wallet", "apm"] })

describe("a card whose provider redirects the payer", () => {
  it("waits for the payer if the confirm has a return URL", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    shop.box.script.charge(chargeThat.asksThePayer())
    const ciphertext = await shop.box.encryptCard("approved")
    const result = await checkout.submit({ method: "card", card: { ciphertext }, returnUrl })
    expect(result).toMatchObject({ status: "requires_action", action: { type: "redirect" } })
    await atBank(shop, true)
    expect(await checkout.submit({ method: "card", returned: true })).toMatchObject({
      status: "succeeded"
    })
    expect((await checkout.retrieve()).status).toBe("succeeded")
  })

  it("is canceled and declined without a return URL", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    shop.box.script.charge(chargeThat.asksThePayer())
    expect(await checkout.confirm("approved")).toMatchObject({
      status: "declined",
      decline: { code: "authentication_required", advice: "authenticate" }
    })
    await atBank(shop, true)
    expect(await shop.run(shop.box.bank.timesCharged(await lastAttempt(shop)))).toBe(0)
  })

  it("is canceled and declined for a saved card, because no payer is present", async () => {
    const shop = await open()
    const payment = await shop.pay("authentication_required")
    expect(payment).toMatchObject({
      status: "declined",
      decline: { code: "authentication_required" }
    })
  })
})

describe("a provider that finishes a charge after the payer's return", () => {
  const resumed: Array<string> = []

  it("is called once, and its answer settles the charge", async () => {
    const shop = await open({
      adapted: settlingAfterReturn(resumed)
    })
    const checkout = await redirectToBank(shop)
    await atBank(shop, true)
    expect((await returnFromRedirect(checkout)).status).toBe("processing")
    expect(resumed).toEqual([await lastAttempt(shop)])
    expect(await typesOf(shop)).toEqual(["payment.pending"])
    await shop.elapse(minute)
    expect((await checkout.retrieve()).status).toBe("succeeded")
  })

  it("may redirect the payer again", async () => {
    const shop = await open({
      adapted: (provider) => ({
        ...provider,
        resume: ({ providerReference }) =>
          Effect.map(Clock.currentTimeMillis, (now) => ({
            _tag: "RequiresAction",
            providerReference,
            action: { _tag: "Redirect", url: "https://bank.example/again" },
            expiresAt: now + minute
          }))
      })
    })
    const checkout = await redirectToBank(shop)
    expect(await returnFromRedirect(checkout)).toMatchObject({
      status: "requires_action",
      action: { type: "redirect", url: "https://bank.example/again" }
    })
    await atBank(shop, true)
    await shop.elapse(hour)
    expect((await checkout.retrieve()).status).toBe("succeeded")
  })

  it("is looked up if it never answers", async () => {
    const shop = await open({
      adapted: (provider) => ({ ...provider, resume: () => Effect.never })
    })
    const checkout = await redirectToBank(shop)
    await atBank(shop, true)
    expect((await returnFromRedirect(checkout)).status).toBe("processing")
    await shop.elapse(hour)
    expect((await checkout.retrieve()).status).toBe("succeeded")
  })
})

describe("a provider without lookups", () => {
  const capabilities = { lookup: false }

  it("redirects no payer, because their answer could not be learned", async () => {
    const shop = await open({ methods: ["card", "wallet"], providers: [{ capabilities }] })
    const checkout = await openCheckout(shop)
    shop.box.script.charge(chargeThat.asksThePayer())
    const ciphertext = await shop.box.encryptCard("approved")
    const result = await checkout.submit({ method: "card", card: { ciphertext }, returnUrl })
    expect(result).toMatchObject({
      status: "declined",
      decline: { code: "authentication_required" }
    })
    await atBank(shop, true)
    expect(await shop.run(shop.box.bank.timesCharged(await lastAttempt(shop)))).toBe(0)
  })

  it("can't be registered for alternative methods", async () => {
    await expect(
      openShop({ providers: [{ capabilities: { ...capabilities, methods: ["apm"] } }] })
    ).rejects.toThrow("apm needs lookup")
  })
})
