import type { PaymentProvider } from "@payloom/core"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { chargeThat, lookupThat } from "../sandbox/conduct.ts"
import { auditedShops } from "./testing/auditedShops.ts"
import type { ShopOptions } from "./testing/ground.ts"
import { openCheckout } from "./testing/openCheckout.ts"
import { hour, minute, type Shop } from "./testing/openShop.ts"
import {
  atBank,
  attemptsOf,
  redirectToBank,
  returnFromRedirect
} from "./testing/redirectedPayer.ts"

const open = auditedShops({ methods: ["card", "wallet", "apm"] })

/** The payer approves at the very moment of the cancel at the provider. */
const approvedMeanwhile = (shopOf: () => Shop): ShopOptions => ({
  adapted: (provider) => ({
    ...provider,
    cancel: (charge) =>
      Effect.andThen(
        shopOf().box.bank.payerAnswers(charge.reference, true),
        provider.cancel(charge)
      )
  })
})

/** A provider that cancels nothing. */
const stubborn = {
  adapted: (provider: PaymentProvider) => ({
    ...provider,
    cancel: () => Effect.succeed({ _tag: "NotCanceled", reason: "they go on waiting" } as const)
  })
}

describe("a charge that waits for its payer is decided by a lookup after its cancel", () => {
  it("if the payer has returned, and has approved meanwhile", async () => {
    const shop: Shop = await open(approvedMeanwhile(() => shop))
    const checkout = await redirectToBank(shop)
    expect((await returnFromRedirect(checkout)).status).toBe("succeeded")
  })

  it("if its time is over, and the payer has approved meanwhile", async () => {
    const shop: Shop = await open(approvedMeanwhile(() => shop))
    const checkout = await redirectToBank(shop)
    await shop.elapse(hour)
    expect(["succeeded", "declined"]).toContain((await checkout.payer().status()).status)
  })

  it("and is not given up if the provider still waits", async () => {
    const shop = await open(stubborn)
    const checkout = await redirectToBank(shop)
    await expect(checkout.confirm("approved")).rejects.toMatchObject({ _tag: "SessionProcessing" })
    expect((await checkout.payer().status()).status).toBe("processing")
    await atBank(shop, true)
    await shop.elapse(hour)
    expect((await checkout.retrieve()).status).toBe("succeeded")
    expect(await attemptsOf(shop)).toHaveLength(1)
  })

  it("and ends with the provider's own timeout if the provider can't cancel", async () => {
    const shop = await open(stubborn)
    const checkout = await redirectToBank(shop)
    expect((await returnFromRedirect(checkout)).status).toBe("processing")
    await shop.elapse(2 * hour)
    expect((await checkout.payer().status()).status).toBe("declined")
  })

  it("and stays open if the provider waits without an end, because the payer may still pay", async () => {
    const shop = await open(stubborn)
    shop.box.script.charge(chargeThat.asksThePayer())
    const payment = await shop.pay("approved")
    expect([payment.status, payment.decline]).toEqual(["processing", null])
    await shop.elapse(minute)
    await atBank(shop, true)
    await shop.elapse(hour)
    expect((await shop.shop().payments.retrieve(payment.id)).status).toBe("succeeded")
    expect(shop.requests).toHaveLength(1)
  })

  it("and ends with the provider's own timeout if no payer was present", async () => {
    const shop = await open(stubborn)
    shop.box.script.charge(chargeThat.asksThePayer())
    const { id } = await shop.pay("approved")
    await shop.elapse(2 * hour)
    expect((await shop.shop().payments.retrieve(id)).status).toBe("declined")
  })

  it("if the payer has returned and the cancel did not reach the provider", async () => {
    const shop = await open({
      adapted: (provider) => ({
        ...provider,
        resume: () => Effect.succeed({ _tag: "NotSent", reason: "connection refused" })
      })
    })
    const checkout = await redirectToBank(shop)
    await atBank(shop, true)
    expect((await returnFromRedirect(checkout)).status).toBe("succeeded")
  })

  it("if no payer saw the action, and the payer has still approved", async () => {
    const shop: Shop = await open(approvedMeanwhile(() => shop))
    const checkout = await openCheckout(shop)
    shop.box.script.charge(chargeThat.asksThePayer())
    expect((await checkout.confirm("approved")).status).toBe("succeeded")
  })

  it("if the provider forgets canceled charges, soon and without regard to its deadline", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    await checkout.choose("sandbox_voucher")
    shop.box.script.lookup(lookupThat.findsNothing(), { times: Number.POSITIVE_INFINITY })
    await expect(checkout.confirm("approved")).rejects.toMatchObject({ _tag: "SessionProcessing" })
    await shop.elapse(hour)
    expect((await checkout.confirm("approved")).status).toBe("succeeded")
    expect((await attemptsOf(shop)).map(({ status }) => status)).toEqual(["failed", "captured"])
  })

  it("or is absent, long after the payer's deadline", async () => {
    const shop = await open()
    const checkout = await redirectToBank(shop)
    shop.box.script.lookup(lookupThat.findsNothing(), { times: Number.POSITIVE_INFINITY })
    await shop.elapse(35 * minute)
    expect((await checkout.payer().status()).status).toBe("requires_action")
    await shop.elapse(hour)
    expect((await checkout.payer().status()).status).toBe("declined")
  })
})
