import { PaymentInstrumentCollection, VaultUnavailable } from "@payloom/core"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { everyRow } from "../audit/everyRow.ts"
import { auditedShops } from "./testing/auditedShops.ts"
import type { ShopOptions } from "./testing/ground.ts"
import { openCheckout } from "./testing/openCheckout.ts"
import { hour, minute, type Shop } from "./testing/openShop.ts"

const open = auditedShops()

/** A vault that records the deleted cards, and refuses the first deletions. */
const deletingVault = (refusals = 0) => {
  const deleted: Array<string> = []
  let left = refusals
  const vault: ShopOptions["vault"] = (inner) => ({
    ...inner,
    forget: ({ vaultReference }) =>
      left-- > 0
        ? Effect.fail(new VaultUnavailable({ cause: "down" }))
        : Effect.sync(() => void deleted.push(vaultReference))
  })
  return { deleted, vault }
}

const referencesOf = async (shop: Shop): Promise<ReadonlyArray<string>> => {
  const rows = await shop.run(
    everyRow(shop.storage, shop.shop().scope, PaymentInstrumentCollection)
  )
  return rows.flatMap(({ card }) => card?.vaultReference ?? [])
}

const ownerOf = async (shop: Shop, card: string): Promise<string> =>
  (await shop.shop().paymentInstruments.retrieve(card)).customer

const erase = (shop: Shop, customer: string, idempotencyKey = "erase") =>
  shop.shop().customers.erase(customer, { idempotencyKey })

describe("the erasure of a customer at a vault that can delete", () => {
  it("deletes the saved cards after an hour, and its answer does not name the vault", async () => {
    const { deleted, vault } = deletingVault()
    const shop = await open({ vault })
    const customer = await ownerOf(shop, await shop.saveCard("approved"))
    await shop.pay("approved")
    const { left } = await erase(shop, customer)
    expect(left.map(({ kind }) => kind)).not.toContain("vault")
    await shop.work()
    expect(deleted).toEqual([])
    await shop.elapse(hour)
    expect(deleted).toEqual(await referencesOf(shop))
  })

  it("deletes a card that was typed in for one payment and not saved", async () => {
    const { deleted, vault } = deletingVault()
    const shop = await open({ vault })
    const { id } = await shop.shop().customers.create({ name: "Ada" }, { idempotencyKey: "c" })
    const checkout = await openCheckout(shop, { amount: 1250n, currency: "EUR", customer: id })
    await checkout.confirm("approved")
    expect(await referencesOf(shop)).toEqual([])
    await erase(shop, id)
    await shop.elapse(2 * hour)
    expect(deleted.length).toBe(1)
  })

  it("leaves a card that another customer has saved under the same reference", async () => {
    const { deleted, vault } = deletingVault()
    const shop = await open({
      vault: (inner) => {
        const wrapped = vault(inner)
        return {
          ...wrapped,
          store: (card) =>
            Effect.map(wrapped.store(card), (stored) => ({ ...stored, vaultReference: "shared" }))
        }
      }
    })
    const first = await ownerOf(shop, await shop.saveCard("approved"))
    const second = await ownerOf(shop, await shop.saveCard("do_not_honor"))
    expect(second).not.toBe(first)
    await erase(shop, first, "first")
    await shop.elapse(2 * hour)
    expect(deleted).toEqual([])
    await erase(shop, second, "second")
    await shop.elapse(2 * hour)
    expect(deleted).toEqual(["shared"])
  })

  it("is tried again while the vault is down, and alerts after six failures", async () => {
    const { deleted, vault } = deletingVault(6)
    const shop = await open({ vault })
    const customer = await ownerOf(shop, await shop.saveCard("approved"))
    await erase(shop, customer)
    await shop.elapse(30 * hour)
    expect(deleted).toEqual(await referencesOf(shop))
    expect(shop.alerts.map(({ event }) => event.type)).toEqual(["alert.job_failing"])
  })

  it("deletes every card once or again, at whichever commit the process is killed", async () => {
    for (let commits = 1; commits < 100; commits++) {
      const { deleted, vault } = deletingVault()
      const shop = await open({ vault })
      const customer = await ownerOf(shop, await shop.saveCard("approved"))
      await shop.pay("approved")
      await erase(shop, customer)
      const { mortal, payloom } = shop.process()
      mortal.meet((number) => (number === commits ? "dies_before" : undefined))
      for (let pass = 0; pass < 2 && !mortal.isDead(); pass++) {
        payloom.runDue().catch(() => undefined)
        for (let turn = 0; turn < 3 && !mortal.isDead(); turn++) await shop.clock.advance(minute)
        await shop.clock.advance(hour)
      }
      const died = mortal.isDead()
      await shop.restart()
      await shop.elapse(3 * hour)
      expect([...new Set(deleted)]).toEqual(await referencesOf(shop))
      if (!died) return expect(commits).toBeGreaterThan(15)
    }
    expect.unreachable("an erasure has fewer commits")
  })
})
