import type { WalletCard } from "@payloom/testkit"
import { startDestination } from "@payloom/testkit/fake-provider"
import { Effect } from "effect"
import { describe, expect, it, onTestFinished } from "vitest"
import { type FakeBasisTheoryOptions, startFakeBasisTheory } from "../fake/index.ts"
import { releaseIn, storeWalletIn } from "../testing/storeIn.ts"
import type { BasisTheoryOptions } from "./BasisTheoryOptions.ts"
import { basisTheory } from "./basisTheory.ts"

const card: WalletCard = {
  number: "4000056655665556",
  expMonth: 3,
  expYear: 2041,
  cryptogram: "AgAAAAAAAIR8CQrXcIhbQAAAAAA=",
  eci: "07"
}

const open = async (
  more: Partial<BasisTheoryOptions> = {},
  options: FakeBasisTheoryOptions = {}
) => {
  const [fake, destination] = [await startFakeBasisTheory(options), await startDestination()]
  onTestFinished(async () => {
    await fake.close()
    await destination.close()
  })
  const hosts = [new URL(destination.url).host]
  const decryptedWallets = ["apple_pay", "google_pay"] as const
  const opened = basisTheory({ ...fake.options, hosts, decryptedWallets, ...more })
  const store = (wallet: string, payload: unknown) =>
    storeWalletIn(opened.vault, wallet, payload as never)
  const storeCard = async (given: WalletCard = card): Promise<string> => {
    const answer = await store("apple_pay", fake.encryptWallet("apple_pay", given))
    return "vaultReference" in answer ? answer.vaultReference : expect.unreachable(answer._tag)
  }
  return { fake, destination, store, storeCard, ...opened }
}

describe("a wallet of Basis Theory", () => {
  it("is decrypted from each form in which a page may hand in its payload", async () => {
    const { fake, store } = await open()
    const token = fake.encryptWallet("apple_pay", card)
    const described = { brand: "visa", last4: "5556", country: "DE", funding: "credit" }
    for (const payload of [token, JSON.stringify(token), { token, billingContact: {} }]) {
      expect(await store("apple_pay", payload)).toMatchObject(described)
    }
    const data = fake.encryptWallet("google_pay", card)
    if (!("paymentMethodData" in data)) throw new Error("no data of Google Pay")
    const { token: text } = data.paymentMethodData.tokenizationData
    for (const payload of [data, text, JSON.parse(text), { googlePayToken: text }]) {
      expect(await store("google_pay", payload)).toMatchObject(described)
    }
  })

  it("is deleted by Basis Theory after a day, if nobody releases it", async () => {
    const { fake, store } = await open()
    const before = Date.now()
    await store("apple_pay", fake.encryptWallet("apple_pay", card))
    const [stored] = fake.wallets()
    const lifeMs = Date.parse(stored?.expiresAt ?? "") - before
    expect(Math.round(lifeMs / 3_600_000)).toBe(24)
  })

  it("is decrypted by the key of the merchant's own registration", async () => {
    const { fake, store } = await open({ merchantRegistrations: { apple_pay: "registration_1" } })
    await store("apple_pay", fake.encryptWallet("apple_pay", card))
    await store("google_pay", fake.encryptWallet("google_pay", card))
    expect(fake.wallets().map(({ registration }) => registration)).toEqual(["registration_1", null])
  })

  it("has no indicator if the wallet gave none", async () => {
    const { storeCard, relay } = await open()
    const vaultReference = await storeCard({ ...card, eci: "" })
    expect((await relay.marksOf(vaultReference)).wallet?.eci).toBe(null)
  })

  it("of Google Pay without a cryptogram is not recognized", async () => {
    const { fake, store } = await open()
    const payload = fake.encryptWallet("google_pay", { ...card, cryptogram: "" })
    expect(await store("google_pay", payload)).toMatchObject({ _tag: "CardNotRecognized" })
  })

  it("makes the vault unavailable if the application may reveal device numbers", async () => {
    const { storeCard, relay } = await open({}, { transform: "reveal" })
    const vaultReference = await storeCard()
    await expect(relay.marksOf(vaultReference)).rejects.toThrow("apple-pay:reveal")
  })

  it("is not in a request whose payer typed its expression", async () => {
    const { fake, storeCard, relay, destination } = await open()
    const vaultReference = await storeCard()
    const [stored] = fake.wallets()
    const typed = `{{ apple_pay: ${stored?.id} | json: '$.data.number' }}`
    const send = (body: string) => relay.fetch(destination.url, { method: "POST", body })
    await send(JSON.stringify({ name: typed }))
    await relay.marksOf(vaultReference)
    await send(JSON.stringify({ number: typed }))
    const sent = destination.received().map(({ body }) => body.includes(card.number))
    expect(sent).toEqual([false, true])
  })

  it("is decrypted only if the option lists it", async () => {
    const { vault } = basisTheory({ apiKey: "key", hosts: ["api.stripe.com"] })
    expect([vault.decryptedWallets, vault.storeWallet]).toEqual([undefined, undefined])
  })

  it("has no marks after its release, and the error says so", async () => {
    const { fake, storeCard, vault, relay } = await open()
    const vaultReference = await storeCard()
    await releaseIn(vault, vaultReference)
    await expect(relay.marksOf(vaultReference)).rejects.toMatchObject({ name: "NotForwarded" })
    const failing = vault.release?.({
      scope: { tenant: "t", mode: "test" } as never,
      vaultReference
    })
    fake.faults.breakDown(503)
    await expect(Effect.runPromise(failing ?? Effect.void)).rejects.toThrow()
  })
})
