import { type CardVault, VaultUnavailable } from "@payloom/core"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { chargeThat } from "../sandbox/conduct.ts"
import type { SandboxProviderOptions } from "../sandbox/sandboxCapabilities.ts"
import type { TestCardName } from "../sandbox/testCards.ts"
import { auditedShops } from "./testing/auditedShops.ts"
import { type Checkout, openCheckout } from "./testing/openCheckout.ts"
import { day, minute, type Shop } from "./testing/openShop.ts"
import { attemptsOf } from "./testing/redirectedPayer.ts"

const open = auditedShops({ decryptedWallets: true, methods: ["card", "wallet", "apm"] })

/** A provider that charges the wallet's own payload only. */
const payloadOnly: SandboxProviderOptions = {
  name: "payload_only",
  capabilities: { decryptedWallets: [] }
}

/** A provider that charges decrypted wallets only. */
const decryptedOnly: SandboxProviderOptions = {
  name: "decrypted_only",
  capabilities: { wallets: [] }
}

const payBy = ({ box }: Shop, checkout: Checkout, card: TestCardName) =>
  checkout.submit({
    method: "wallet",
    wallet: { type: "sandbox_wallet", payload: box.walletPayload(card) }
  })

type Rule = Parameters<ReturnType<Shop["shop"]>["routing"]["setRules"]>[0][number]

/** Routes payments that meet the conditions to one account. */
const route = (shop: Shop, conditions: Rule["conditions"], mid = "") =>
  shop
    .shop()
    .routing.setRules([
      { name: "a rule", conditions, order: "listed", targets: [{ mid, weight: 0 }] }
    ])

const explained = async (shop: Shop) => {
  const [payment] = (await shop.shop().payments.list({})).data
  return shop.shop().payments.explain(payment?.id ?? "")
}

const decrypted = {
  _tag: "Vaulted",
  wallet: "sandbox_wallet",
  vaultReference: expect.any(String)
}

describe("a wallet that the vault decrypts", () => {
  it("is charged by its device number, and the explanation shows it", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    expect((await payBy(shop, checkout, "approved")).status).toBe("succeeded")
    expect(shop.requests).toMatchObject([{ source: decrypted, threeDs: null }])
    expect((await attemptsOf(shop)).map(({ source }) => source)).toEqual([decrypted])
    const [attempt] = await explained(shop)
    expect(attempt).toMatchObject({
      usedDecryptedWallet: true,
      facts: { method: "wallet", methodType: "sandbox_wallet", brand: "visa", cardCountry: "US" }
    })
  })

  it("is charged with the same payload on the next account after a soft decline", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    expect((await payBy(shop, checkout, "cascade")).status).toBe("succeeded")
    const [first, second] = shop.requests
    expect(second?.source).toEqual(first?.source)
    expect(second?.mid.id).not.toBe(first?.mid.id)
  })

  it("is charged on the next account if the first request was not sent", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    shop.box.script.charge({ _tag: "NotSent", reason: "no connection" })
    expect((await payBy(shop, checkout, "approved")).status).toBe("succeeded")
    expect(shop.requests).toHaveLength(2)
  })

  it("is not charged on another account while an outcome is unknown", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    expect((await payBy(shop, checkout, "lost_answer")).status).toBe("processing")
    await shop.elapse(minute)
    expect((await checkout.retrieve()).status).toBe("succeeded")
    expect(shop.requests).toHaveLength(1)
  })

  it("stops after a decline that ends the cascade, and asks for no other number", async () => {
    const shop = await open({ networkTokens: true })
    const checkout = await openCheckout(shop)
    shop.box.script.charge(chargeThat.isDeclined("token_refused"))
    expect((await payBy(shop, checkout, "approved")).status).toBe("declined")
    expect(shop.requests).toHaveLength(1)
  })

  it("leaves no card to save", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    await payBy(shop, checkout, "approved")
    const { customers, paymentInstruments } = shop.shop()
    const { id: customer } = await customers.create({}, { idempotencyKey: "customer" })
    const saving = paymentInstruments.create(
      { customer, checkoutSession: checkout.id },
      { idempotencyKey: "save" }
    )
    await expect(saving).rejects.toThrow("a wallet can't be saved")
  })

  it("can be routed by the brand of its card", async () => {
    const shop = await open()
    const [, second] = shop.mids
    await route(shop, { methods: ["wallet"], brands: ["visa"] }, second)
    const checkout = await openCheckout(shop)
    await payBy(shop, checkout, "approved")
    expect(shop.requests).toMatchObject([{ mid: { id: second } }])
  })
})

describe("the accounts for a decrypted wallet", () => {
  const twoProviders = (first: SandboxProviderOptions, second: SandboxProviderOptions) =>
    open({ providers: [first, second], accounts: ["north", "south"] })

  it("are those whose provider charges decrypted wallets", async () => {
    const shop = await twoProviders(payloadOnly, decryptedOnly)
    const checkout = await openCheckout(shop)
    expect((await payBy(shop, checkout, "approved")).status).toBe("succeeded")
    expect(shop.requests).toMatchObject([{ mid: { id: shop.mids[1] }, source: decrypted }])
    const [attempt] = await explained(shop)
    expect(attempt?.candidates.map(({ verdict }) => verdict)).toEqual([
      "source_not_chargeable",
      "usable"
    ])
  })

  it("get the payload unchanged if none of them charges decrypted wallets", async () => {
    const shop = await open({ providers: [payloadOnly] })
    const checkout = await openCheckout(shop)
    expect((await payBy(shop, checkout, "approved")).status).toBe("succeeded")
    const payload = { sandbox_card: "approved" }
    expect(shop.requests).toMatchObject([{ source: { _tag: "Wallet", payload } }])
    expect((await explained(shop))[0]?.usedDecryptedWallet).toBe(false)
  })

  it("get the payload unchanged if no rule names an account for decrypted wallets", async () => {
    const shop = await twoProviders(payloadOnly, decryptedOnly)
    const [first] = shop.mids
    await route(shop, { methods: ["wallet"] }, first)
    const checkout = await openCheckout(shop)
    expect((await payBy(shop, checkout, "approved")).status).toBe("succeeded")
    expect(shop.requests).toMatchObject([{ mid: { id: first }, source: { _tag: "Wallet" } }])
  })

  it("offer the wallet only if the vault decrypts it", async () => {
    const offered = async (decryptedWallets: boolean) => {
      const shop = await open({ providers: [decryptedOnly], decryptedWallets })
      const checkout = await openCheckout(shop)
      return (await checkout.payer().read()).methodTypes.wallet
    }
    expect(await offered(true)).toEqual(["sandbox_wallet"])
    expect(await offered(false)).toEqual([])
  })
})

type Vault = CardVault["Service"]

/** Opens a shop whose vault records the releases of decrypted wallets. */
const openReleasing = async (changes: Partial<Vault> = {}) => {
  const released: Array<string> = []
  const shop = await open({
    vault: (vault) => ({
      ...vault,
      release: ({ vaultReference }) => Effect.sync(() => void released.push(vaultReference)),
      ...changes
    })
  })
  return { shop, released }
}

describe("the vault of a decrypted wallet", () => {
  it.each(["approved", "insufficient_funds", "cascade"] as const)(
    "releases the wallet once its payment is settled: %s",
    async (card) => {
      const { shop, released } = await openReleasing()
      const checkout = await openCheckout(shop)
      await payBy(shop, checkout, card)
      await shop.work()
      const charged = shop.requests.at(-1)?.source
      expect(released).toEqual(charged?._tag === "Vaulted" ? [charged.vaultReference] : [])
      expect(released).toHaveLength(1)
    }
  )

  it("keeps the wallet while the outcome of its charge is unknown", async () => {
    const { shop, released } = await openReleasing()
    const checkout = await openCheckout(shop)
    await payBy(shop, checkout, "timeout_charged")
    await shop.work()
    expect(released).toEqual([])
    await shop.elapse(day)
    expect(released).toHaveLength(1)
  })

  it("refuses a payload that it can't read, and the payer may try again", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    const wallet = { type: "sandbox_wallet", payload: { data: "for another key" } }
    await expect(checkout.submit({ method: "wallet", wallet })).rejects.toMatchObject({
      param: "wallet.payload"
    })
    expect((await payBy(shop, checkout, "approved")).status).toBe("succeeded")
  })

  it("charges nothing if it does not answer", async () => {
    const { shop } = await openReleasing({
      storeWallet: () => Effect.fail(new VaultUnavailable({ cause: new Error("down") }))
    })
    const checkout = await openCheckout(shop)
    await expect(payBy(shop, checkout, "approved")).rejects.toMatchObject({
      _tag: "VaultUnavailable"
    })
    expect(shop.requests).toEqual([])
  })
})
