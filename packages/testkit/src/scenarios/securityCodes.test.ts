import { type CardVault, VaultUnavailable } from "@payloom/core"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { auditedShops } from "./testing/auditedShops.ts"
import { openCheckout } from "./testing/openCheckout.ts"
import { hour, minute, type Shop } from "./testing/openShop.ts"

const audited = auditedShops()

type Vault = CardVault["Service"]

/**
 * Opens a shop whose vault keeps security codes until they are released, and records the releases.
 */
const open = async (release?: (told: number) => ReturnType<NonNullable<Vault["release"]>>) => {
  const released: Array<string> = []
  const shop = await audited({
    vault: (vault) => ({
      ...vault,
      release: ({ scope, vaultReference }) =>
        Effect.suspend(() => {
          expect(scope.mode).toBe("test")
          released.push(vaultReference)
          return release?.(released.length) ?? Effect.void
        })
    })
  })
  return { shop, released }
}

const chargedWith = (shop: Shop) =>
  shop.requests.flatMap(({ source }) => (source._tag === "Vaulted" ? [source.vaultReference] : []))

describe("the security code of a card that a payer entered", () => {
  it.each(["approved", "insufficient_funds", "fraud"] as const)(
    "is released by the vault when its attempt is settled: %s",
    async (card) => {
      const { shop, released } = await open()
      const checkout = await openCheckout(shop)
      await checkout.confirm(card)
      await shop.work()
      expect(released).toEqual(chargedWith(shop))
      expect(released).toHaveLength(1)
    }
  )

  it("is kept while the outcome is unknown, and through a challenge", async () => {
    const { shop, released } = await open()
    const unknown = await openCheckout(shop)
    await unknown.confirm("lost_answer")
    const challenged = await openCheckout(shop)
    await challenged.confirm("three_ds_challenge")
    await shop.work()
    expect(released).toEqual([])
    await shop.elapse(minute)
    expect(released).toHaveLength(1)
    await shop.elapse(hour)
    // The payer never returned from the challenge.
    expect(released).toHaveLength(2)
  })

  it("is kept if the issuer then requires the payer, until that is decided", async () => {
    const { shop, released } = await open()
    const checkout = await openCheckout(shop)
    const { action } = await checkout.confirm("step_up")
    await shop.work()
    expect(released).toEqual([])
    const challenge = action?.type === "three_ds_challenge" ? action.session : ""
    await shop.run(shop.box.answerChallenge(challenge, true))
    expect((await checkout.returnFromRedirect(challenge)).status).toBe("succeeded")
    await shop.work()
    expect(released).toEqual([chargedWith(shop)[0]])
  })

  it("is released if another card replaced it in a challenge", async () => {
    const { shop, released } = await open()
    const checkout = await openCheckout(shop)
    await checkout.confirm("three_ds_challenge")
    await checkout.confirm("approved")
    await shop.work()
    expect(new Set(released).size).toBe(2)
  })

  it("is released if it was declined before anything was sent", async () => {
    const { shop, released } = await open()
    const checkout = await openCheckout(shop)
    await checkout.confirm("three_ds_rejected")
    await shop.work()
    expect(released).toHaveLength(1)
  })

  it("is released again and again until the vault has acknowledged it", async () => {
    const gone = Effect.fail(new VaultUnavailable({ cause: "away" }))
    const { shop, released } = await open((told) => (told < 3 ? gone : Effect.void))
    const checkout = await openCheckout(shop)
    expect((await checkout.confirm("approved")).status).toBe("succeeded")
    await shop.work()
    expect(released).toHaveLength(1)
    await shop.elapse(hour)
    expect(released).toHaveLength(3)
  })

  it("is released by the next process if a process died before the release", async () => {
    const { shop, released } = await open()
    const checkout = await openCheckout(shop)
    await checkout.confirm("approved")
    await shop.restart()
    await shop.elapse(minute)
    expect(released).toHaveLength(1)
  })
})

describe("a card that is charged again", () => {
  it("does not exist, so nothing is released", async () => {
    const { shop, released } = await open()
    await shop.pay("approved")
    await shop.elapse(hour)
    expect(released).toEqual([])
  })
})
