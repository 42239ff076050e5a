import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import type { VaultedCard } from "./CardVault.ts"
import { checkedVault } from "./checkedVault.ts"
import { type CardVaultDefinition, defineCardVault } from "./defineCardVault.ts"

const scope = { tenant: "tenant_1", mode: "test" } as const
const card: VaultedCard = {
  vaultReference: "card-1",
  brand: "visa",
  last4: "4242",
  expMonth: 12,
  expYear: 2030,
  funding: "credit",
  country: "DE",
  fingerprint: "print"
}

const given = { scope, ciphertext: "text", fingerprintKey: new Uint8Array(32) }

/** Runs `store` as the engine does, with a time limit of 50 ms. */
const heard = (definition: CardVaultDefinition) => {
  const vault = checkedVault(defineCardVault(definition), 50)
  return Effect.runPromise(Effect.result(vault.store(given)))
}

const failure = (tag: string, more: object = {}) =>
  expect.objectContaining({ failure: expect.objectContaining({ _tag: tag, ...more }) })

describe("a vault whose functions return promises", () => {
  it("stores a card, synchronously or with a promise", async () => {
    expect(await heard({ store: () => card })).toMatchObject({ success: card })
    expect(await heard({ store: async () => card })).toMatchObject({ success: card })
  })

  it("does not recognize a card if it returns null", async () => {
    expect(await heard({ store: async () => null })).toEqual(failure("CardNotRecognized"))
  })

  it("is unavailable if it throws, with the thrown error as the cause", async () => {
    const cause = new Error("The vault answered HTTP 503.")
    const throws = () => {
      throw cause
    }
    expect(await heard({ store: throws })).toEqual(failure("VaultUnavailable", { cause }))
    expect(await heard({ store: async () => throws() })).toEqual(
      failure("VaultUnavailable", { cause })
    )
  })

  it("gets an aborted signal on a timeout", async () => {
    const aborted = Promise.withResolvers<void>()
    const never: CardVaultDefinition["store"] = (_, { signal }) => {
      signal.addEventListener("abort", () => aborted.resolve())
      return new Promise(() => undefined)
    }
    expect(await heard({ store: never })).toEqual(failure("VaultUnavailable"))
    await aborted.promise
  })

  it.each([
    ["returns nothing", undefined],
    ["returns a card without a fingerprint", { ...card, fingerprint: undefined }],
    ["returns the whole card number as its last digits", { ...card, last4: "4242424242424242" }],
    ["returns a month of 13", { ...card, expMonth: 13 }],
    ["returns a year of two digits", { ...card, expYear: 30 }],
    ["returns no reference", { ...card, vaultReference: "" }]
  ])("is unavailable if it %s", async (_, answer) => {
    const store = () => answer as unknown as VaultedCard
    expect(await heard({ store })).toEqual(failure("VaultUnavailable"))
  })

  it("decrypts a wallet if it has `storeWallet`, with the same checks as a card's", async () => {
    const wallet = { scope, wallet: "apple_pay", payload: {}, fingerprintKey: new Uint8Array(32) }
    const decrypted = (storeWallet: CardVaultDefinition["storeWallet"]) => {
      const decryptedWallets = ["apple_pay"]
      const defined = defineCardVault({
        store: () => card,
        decryptedWallets,
        ...(storeWallet === undefined ? {} : { storeWallet })
      })
      const vault = checkedVault(defined, 50)
      expect(vault.decryptedWallets).toEqual(decryptedWallets)
      return Effect.runPromise(Effect.result(vault.storeWallet?.(wallet) ?? Effect.succeed(null)))
    }
    expect(await decrypted(undefined)).toMatchObject({ success: null })
    expect(await decrypted(async () => card)).toMatchObject({ success: card })
    expect(await decrypted(() => null)).toEqual(failure("CardNotRecognized"))
    expect(await decrypted(() => ({ ...card, expMonth: 13 }))).toEqual(failure("VaultUnavailable"))
    expect(await decrypted(() => new Promise(() => undefined))).toEqual(failure("VaultUnavailable"))
  })

  it("deletes a security code if it has `release`, and reports a failure", async () => {
    const forgotten: Array<string> = []
    const released = { scope, vaultReference: "card-1" }
    const { release } = defineCardVault({
      store: () => card,
      release: ({ vaultReference }) => {
        forgotten.push(vaultReference)
        if (forgotten.length === 1) throw new Error("busy")
      }
    })
    expect(await Effect.runPromise(Effect.result(release?.(released) ?? Effect.void))).toEqual(
      failure("VaultUnavailable")
    )
    await Effect.runPromise(release?.(released) ?? Effect.void)
    expect(forgotten).toEqual(["card-1", "card-1"])
    expect(defineCardVault({ store: () => card }).release).toBeUndefined()
  })
})
