import { describe, expect, it } from "vitest"
import { chargeThat } from "../sandbox/conduct.ts"
import { auditedShops } from "./testing/auditedShops.ts"
import { challengeOf, openCheckout } from "./testing/openCheckout.ts"
import { hour, minute, type Shop } from "./testing/openShop.ts"

const open = auditedShops()

const stopAccounts = async (shop: Shop) => {
  for (const mid of shop.mids) await shop.shop().routing.updateMid(mid, { enabled: false })
}

/** Opens a checkout whose payer is at the challenge when all accounts are stopped. */
const challenged = async () => {
  const shop = await open()
  const checkout = await openCheckout(shop)
  const challenge = challengeOf(await checkout.confirm("three_ds_challenge"))
  await stopAccounts(shop)
  return { shop, checkout, challenge }
}

describe("a checkout session without a method that an account takes", () => {
  it("fails with a decline, because the payer can't try anything else", async () => {
    const { shop, checkout, challenge } = await challenged()
    await shop.run(shop.box.answerChallenge(challenge, false))
    expect(await checkout.returnFromRedirect(challenge)).toMatchObject({
      status: "failed",
      decline: { code: "authentication_failed" }
    })
    expect((await checkout.retrieve()).status).toBe("failed")
    await expect(checkout.confirm("approved")).rejects.toMatchObject({ _tag: "SessionNotOpen" })
  })

  it("fails if the payer passes the challenge, and nothing is charged", async () => {
    const { shop, checkout, challenge } = await challenged()
    await shop.run(shop.box.answerChallenge(challenge, true))
    expect(await checkout.returnFromRedirect(challenge)).toMatchObject({
      status: "failed",
      decline: { code: "no_route" }
    })
    expect((await checkout.retrieve()).status).toBe("failed")
    expect(shop.requests).toEqual([])
  })

  it("fails if the payer never returns from the challenge, also before the job has run", async () => {
    const { shop, checkout } = await challenged()
    await shop.clock.advance(15 * minute)
    const shown = await checkout.payer().status()
    expect([shown.status, shown.decline?.code]).toEqual(["failed", "authentication_failed"])
    await shop.work()
    expect(await checkout.payer().status()).toEqual(shown)
    expect((await checkout.retrieve()).status).toBe("failed")
  })

  it("fails if the bank decides after the accounts were stopped, and declines", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    shop.box.script.charge(chargeThat.settles(5 * minute, "nsf"))
    expect((await checkout.confirm("approved")).status).toBe("processing")
    await stopAccounts(shop)
    await shop.elapse(hour)
    expect((await checkout.retrieve()).status).toBe("failed")
  })

  it("stays open after a decline while one of several accounts is left", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    const challenge = challengeOf(await checkout.confirm("three_ds_challenge"))
    await shop.shop().routing.updateMid(shop.mids[0] ?? "", { enabled: false })
    await shop.run(shop.box.answerChallenge(challenge, false))
    expect((await checkout.returnFromRedirect(challenge)).status).toBe("declined")
    expect((await checkout.confirm("approved")).status).toBe("succeeded")
  })
})
