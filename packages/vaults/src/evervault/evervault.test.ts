import { describe, expect, it, onTestFinished } from "vitest"
import { startFakeEvervault } from "../fake/index.ts"
import { mustStore, releaseIn, storeIn, storeWalletIn, typedCard } from "../testing/storeIn.ts"
import { evervault } from "./evervault.ts"

const open = async () => {
  const fake = await startFakeEvervault()
  onTestFinished(fake.close)
  const values = JSON.parse(await fake.encryptCard(typedCard))
  return { values, ...evervault({ ...fake.options, hosts: ["api.stripe.com"] }) }
}

describe("a card of Evervault", () => {
  it("is read from the component's values, or from the card in them", async () => {
    const { values, vault } = await open()
    const whole = await mustStore(vault, JSON.stringify(values))
    expect(whole).toMatchObject({ brand: "visa", funding: "credit", country: "DE", expYear: 2041 })
    expect(await storeIn(vault, JSON.stringify(values.card))).toEqual(whole)
  })

  it("has no code if the component redacts it", async () => {
    const { values, vault, relay } = await open()
    const { vaultReference } = await mustStore(vault, JSON.stringify({ ...values.card, cvc: null }))
    expect(await relay.marksOf(vaultReference)).toMatchObject({ securityCode: null })
  })

  it("has a reference without its code, because schemes forbid storing codes", async () => {
    const { values, vault } = await open()
    const { vaultReference } = await mustStore(vault, JSON.stringify(values))
    expect(vaultReference).toContain(values.card.number)
    expect(vaultReference).not.toContain(values.card.cvc)
  })

  it.each([
    [
      "an encrypted text that is no number",
      (card: never) => ({ number: Reflect.get(card, "cvc") })
    ],
    ["a number that isn't encrypted", () => ({ number: "tok_1" })],
    ["a month of 13", () => ({ expiry: { month: "13", year: "41" } })],
    ["a year of three digits", () => ({ expiry: { month: "03", year: "041" } })],
    ["no expiry date", () => ({ expiry: null })]
  ])("is not recognized with %s", async (_, change) => {
    const { values, vault } = await open()
    const { card } = values
    const answer = await storeIn(vault, JSON.stringify({ ...card, ...change(card as never) }))
    expect(answer).toMatchObject({ _tag: "CardNotRecognized" })
  })

  it("of another vault has no marks, and its release does nothing", async () => {
    const { vault, relay } = await open()
    await releaseIn(vault, "card_of_another_vault")
    await expect(relay.marksOf("card_of_another_vault")).rejects.toThrow("not encrypted by")
  })
})

describe("a wallet of Evervault", () => {
  const card = { ...typedCard, cryptogram: "AgAAAAAAAIR8CQrXcIhbQAAAAAA=", eci: "05" }

  const openWallets = async () => {
    const fake = await startFakeEvervault()
    onTestFinished(fake.close)
    const decryptedWallets = ["apple_pay", "google_pay"] as const
    const opened = evervault({ ...fake.options, hosts: ["api.stripe.com"], decryptedWallets })
    return { fake, ...opened }
  }

  it("is read from the component's data, or from its JSON", async () => {
    const { fake, vault } = await openWallets()
    for (const wallet of ["apple_pay", "google_pay"]) {
      const data = fake.encryptWallet(wallet, card)
      for (const payload of [data, JSON.stringify(data)]) {
        const described = { brand: "visa", last4: "5556", expMonth: 3, expYear: 2041 }
        expect(await storeWalletIn(vault, wallet, payload)).toMatchObject(described)
      }
    }
  })

  it("has a reference without its cryptogram, and no indicator if the wallet gave none", async () => {
    const { fake, vault, relay } = await openWallets()
    const data = fake.encryptWallet("apple_pay", { ...card, eci: "" })
    const answer = await storeWalletIn(vault, "apple_pay", data)
    const reference = "vaultReference" in answer ? answer.vaultReference : ""
    expect(reference).not.toContain(data.cryptogram)
    const { wallet, securityCode } = await relay.marksOf(reference)
    expect([wallet, securityCode]).toEqual([{ cryptogram: data.cryptogram, eci: null }, null])
  })

  it.each([
    ["a cryptogram that isn't encrypted", { cryptogram: "AAAA" }],
    ["no cryptogram, as a card of Google Pay", { cryptogram: undefined }],
    ["a number that isn't encrypted", { networkToken: { number: "tok_1" } }]
  ])("is not recognized with %s", async (_, change) => {
    const { fake, vault } = await openWallets()
    const payload = { ...fake.encryptWallet("apple_pay", card), ...change } as never
    const answer = await storeWalletIn(vault, "apple_pay", payload)
    expect(answer).toMatchObject({ _tag: "CardNotRecognized" })
  })
})
