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

/** What the engine hears of a vault, which it does not wait for longer than 50 ms. */
const heard = (definition: CardVaultDefinition) => {
  const vault = checkedVault(defineCardVault(definition), 50)
  return Effect.runPromise(Effect.result(vault.store(given)))
}

const failure = (tag: string, more: object = {}) =>
  expect.objectContaining({ failure: expect.objectContaining({ _tag: tag, ...more }) })

describe("a vault in promises", () => {
  it("keeps a card, told at once or later", async () => {
    expect(await heard({ store: () => card })).toMatchObject({ success: card })
    expect(await heard({ store: async () => card })).toMatchObject({ success: card })
  })

  it("does not recognise a card by answering null", async () => {
    expect(await heard({ store: async () => null })).toEqual(failure("CardNotRecognized"))
  })

  it("has not answered where it throws, with what it threw as the cause", async () => {
    const cause = new Error("The vault answered HTTP 503.")
    const throws = () => {
      throw cause
    }
    expect(await heard({ store: throws })).toEqual(failure("VaultUnavailable", { cause }))
    expect(await heard({ store: async () => throws() })).toEqual(
      failure("VaultUnavailable", { cause })
    )
  })

  it("is told by its signal that nobody waits any more", async () => {
    const aborted = Promise.withResolvers<void>()
    const never: CardVaultDefinition["store"] = (_, { signal }) => {
      signal.addEventListener("abort", () => aborted.resolve())
      return new Promise(() => undefined)
    }
    expect(await heard({ store: never })).toEqual(failure("VaultUnavailable"))
    await aborted.promise
  })

  it.each([
    ["nothing", undefined],
    ["a card without a fingerprint", { ...card, fingerprint: undefined }],
    ["a whole number in place of its last digits", { ...card, last4: "4242424242424242" }],
    ["a month that there is none of", { ...card, expMonth: 13 }],
    ["a year of two digits", { ...card, expYear: 30 }],
    ["no reference", { ...card, vaultReference: "" }]
  ])("has not answered with %s", async (_, answer) => {
    const store = () => answer as unknown as VaultedCard
    expect(await heard({ store })).toEqual(failure("VaultUnavailable"))
  })

  it("forgets a security code where it can, and says where that failed", async () => {
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
