import { type CardVault, VaultUnavailable } from "@payloom/core"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { auditedShops } from "./testing/auditedShops.ts"
import { openCheckout } from "./testing/openCheckout.ts"
import { hour, minute, type Shop } from "./testing/openShop.ts"

const audited = auditedShops()

type Vault = CardVault["Service"]

/** A shop whose vault keeps security codes until it is told otherwise; what it was told. */
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

describe("a card that a payer typed in", () => {
  it.each(["approved", "insufficient_funds", "fraud"] as const)(
    "is released by the vault once its attempt is over: %s",
    async (card) => {
      const { shop, released } = await open()
      const checkout = await openCheckout(shop)
      await checkout.confirm(card)
      await shop.work()
      expect(released).toEqual(chargedWith(shop))
      expect(released).toHaveLength(1)
    }
  )

  it("is kept while nobody knows what became of it, and through a challenge", async () => {
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
    // The payer never came back from the challenge.
    expect(released).toHaveLength(2)
  })

  it("is kept where the issuer wants the payer after all, until that is over", async () => {
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

  it("is released where another took its place in a challenge", async () => {
    const { shop, released } = await open()
    const checkout = await openCheckout(shop)
    await checkout.confirm("three_ds_challenge")
    await checkout.confirm("approved")
    await shop.work()
    expect(new Set(released).size).toBe(2)
  })

  it("is released where it was declined before anything was sent", async () => {
    const { shop, released } = await open()
    const checkout = await openCheckout(shop)
    await checkout.confirm("three_ds_rejected")
    await shop.work()
    expect(released).toHaveLength(1)
  })

  it("is released again and again until the vault has heard of it", async () => {
    const gone = Effect.fail(new VaultUnavailable({ cause: "away" }))
    const { shop, released } = await open((told) => (told < 3 ? gone : Effect.void))
    const checkout = await openCheckout(shop)
    expect((await checkout.confirm("approved")).status).toBe("succeeded")
    await shop.work()
    expect(released).toHaveLength(1)
    await shop.elapse(hour)
    expect(released).toHaveLength(3)
  })

  it("is released by the process that comes next where one died before it did", async () => {
    const { shop, released } = await open()
    const checkout = await openCheckout(shop)
    await checkout.confirm("approved")
    await shop.restart()
    await shop.elapse(minute)
    expect(released).toHaveLength(1)
  })
})

describe("a card that is charged again", () => {
  it("has no security code, so nothing is released", async () => {
    const { shop, released } = await open()
    await shop.pay("approved")
    await shop.elapse(hour)
    expect(released).toEqual([])
  })
})
