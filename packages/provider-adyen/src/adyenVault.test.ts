import { Effect, Exit } from "effect"
import { describe, expect, it, onTestFinished } from "vitest"
import { adyenVault } from "./adyenVault.ts"
import { startFakeAdyen } from "./fake/index.ts"
import { encryptedCard } from "./testing/adyenHarness.ts"

const openVault = async () => {
  const fake = await startFakeAdyen()
  onTestFinished(fake.close)
  const vault = adyenVault({
    baseUrl: fake.url,
    accountOf: (name) => fake.account(name),
    credentialsOf: () => "main",
    sharedWith: ["second"]
  })
  const store = (ciphertext: string, key = 1) =>
    Effect.runPromiseExit(
      vault.store({
        scope: { tenant: "tenant_1", mode: "test" } as never,
        ciphertext,
        fingerprintKey: new Uint8Array(32).fill(key)
      })
    )
  const saved = async (ciphertext: string, key?: number) => {
    const exit = await store(ciphertext, key)
    return Exit.isSuccess(exit) ? exit.value : expect.unreachable(String(exit))
  }
  return { fake, store, saved }
}

const field = (number?: string) => JSON.stringify({ paymentMethod: encryptedCard("A", number) })

describe("Adyen as a vault", () => {
  it("keeps what Adyen Web's field made of a card, for its account and those that share it", async () => {
    const { saved } = await openVault()
    const card = await saved(field())
    const token = card.vaultReference
    expect(card).toMatchObject({
      brand: "visa",
      last4: "1111",
      expMonth: 3,
      expYear: 2030,
      chargeableBy: "token_accounts",
      tokens: [
        { provider: "adyen", credentials: "main", token },
        { provider: "adyen", credentials: "second", token }
      ]
    })
    expect((await saved(field("5555444433331111"))).brand).toBe("mastercard")
  })

  it("knows a card again by its fingerprint, and only for the same tenant", async () => {
    const { saved } = await openVault()
    const one = await saved(field())
    const again = await saved(JSON.stringify(encryptedCard("Another name")))
    expect(again.fingerprint).toBe(one.fingerprint)
    expect(again.vaultReference).not.toBe(one.vaultReference)
    expect((await saved(field(), 2)).fingerprint).not.toBe(one.fingerprint)
    expect((await saved(field("4988438843884305"))).fingerprint).not.toBe(one.fingerprint)
  })

  it("has one card of what is saved twice", async () => {
    const { saved } = await openVault()
    expect((await saved(field())).vaultReference).toBe((await saved(field())).vaultReference)
  })

  it.each([
    [""],
    ["4111111111111111"],
    ["{"],
    ["[]"],
    [JSON.stringify({ number: "4111111111111111" })],
    [JSON.stringify({ ...encryptedCard(), encryptedCardNumber: "garbage" })],
    [field("411")]
  ])("has the payer type in anew what can't be read: %s", async (ciphertext) => {
    const { store } = await openVault()
    expect(JSON.stringify(await store(ciphertext))).toContain("CardNotRecognized")
  })

  it("did not answer where Adyen turned its account away, or was not there", async () => {
    const { fake, store } = await openVault()
    fake.faults.breakDown(500)
    expect(JSON.stringify(await store(field()))).toContain("VaultUnavailable")
    fake.faults.clear()
    fake.revoke("main")
    expect(JSON.stringify(await store(field()))).toContain("VaultUnavailable")
  })
})
