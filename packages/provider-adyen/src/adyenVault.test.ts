import { Effect, Exit } from "effect"
import { describe, expect, it, onTestFinished } from "vitest"
import { adyenVault } from "./adyenVault.ts"
import { type FakeAdyenOptions, startFakeAdyen } from "./fake/index.ts"
import { encryptedCard } from "./testing/adyenHarness.ts"

const openVault = async (options: FakeAdyenOptions = {}, listStatus?: number) => {
  const fake = await startFakeAdyen(options)
  onTestFinished(fake.close)
  const asked: Array<string> = []
  const vault = adyenVault({
    baseUrl: fake.url,
    accountOf: (name) => fake.account(name),
    credentialsOf: () => "main",
    sharedWith: ["second"],
    fetch: (address, init) => {
      asked.push(`${init?.method} ${new URL(String(address)).pathname}`)
      return init?.method === "GET" && listStatus !== undefined
        ? Promise.resolve(new Response("", { status: listStatus }))
        : fetch(address, init)
    }
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
  return { fake, store, saved, asked }
}

const field = (number?: string, more = {}) =>
  JSON.stringify({ paymentMethod: { ...encryptedCard("A", number), ...more } })

const [visa, mastercard] = ["4111111111111111", "5555555555551111"]

describe("Adyen as a vault", () => {
  it("keeps a card of Adyen Web's field for its account and those that share it", async () => {
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

  it("gives a card one fingerprint for each tenant, if Adyen reports enough", async () => {
    const { saved } = await openVault({ returnsStoredCardDetails: true })
    const one = await saved(field())
    const again = await saved(JSON.stringify(encryptedCard("Another name")))
    expect(again.fingerprint).toBe(one.fingerprint)
    expect(again.vaultReference).not.toBe(one.vaultReference)
    expect((await saved(field(), 2)).fingerprint).not.toBe(one.fingerprint)
    expect((await saved(field("4988438843884305"))).fingerprint).not.toBe(one.fingerprint)
  })

  it("gives two cards two fingerprints, even if Adyen reports only their last digits", async () => {
    const { saved } = await openVault()
    const [one, other] = [await saved(field(visa)), await saved(field(mastercard))]
    expect(one.last4).toBe(other.last4)
    expect(one.fingerprint).not.toBe(other.fingerprint)
    expect([one.brand, other.brand]).toEqual(["visa", "mastercard"])
  })

  it("has the brand of Adyen, or of its field, or of the list of stored methods", async () => {
    const store = "POST /v72/storedPaymentMethods"
    const told = await openVault({ returnsStoredCardDetails: true })
    expect((await told.saved(field(visa, { brand: "mc" }))).brand).toBe("visa")
    expect(told.asked).toEqual([store])
    const said = await openVault()
    expect((await said.saved(field(visa, { brand: "cartebancaire" }))).brand).toBe(
      "cartes_bancaires"
    )
    expect(said.asked).toEqual([store])
    const silent = await openVault()
    expect((await silent.saved(field(visa, { brand: "<b>" }))).brand).toBe("visa")
    expect(silent.asked).toEqual([store, "GET /v72/storedPaymentMethods"])
  })

  it("keeps a card without a brand if its account may not list stored cards", async () => {
    const forbidden = await openVault({}, 403)
    expect(await forbidden.saved(field())).toMatchObject({ brand: "unknown", last4: "1111" })
    const broken = await openVault({}, 500)
    expect(JSON.stringify(await broken.store(field()))).toContain("VaultUnavailable")
  })

  it("stores one card if the same output is saved twice", async () => {
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
    [field("411")],
    [field(visa, { encryptedSecurityCode: "test_73" })],
    [field(visa, { encryptedExpiryMonth: "test_13" })]
  ])("asks the payer to type the card in again if it can't be read: %s", async (ciphertext) => {
    const { store } = await openVault()
    expect(JSON.stringify(await store(ciphertext))).toContain("CardNotRecognized")
  })

  it("fails if Adyen refused its account or could not be reached", async () => {
    const { fake, store } = await openVault()
    fake.faults.breakDown(500)
    expect(JSON.stringify(await store(field()))).toContain("VaultUnavailable")
    fake.faults.clear()
    fake.revoke("main")
    expect(JSON.stringify(await store(field()))).toContain("VaultUnavailable")
  })
})
