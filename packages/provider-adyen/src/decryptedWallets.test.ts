import type { CardRelay, ChargeRequest, WalletMarks } from "@payloom/core"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { adyen } from "./adyen.ts"
import { chargeRequest } from "./testing/chargeRequest.ts"
import { sentRequest } from "./testing/sentRequest.ts"

const device = { number: "n", expiryMonth: "03", expiryYear: "2032" }

const relayOf = (wallet?: WalletMarks): CardRelay => ({
  marksOf: () => ({
    ...device,
    securityCode: null,
    holderName: null,
    ...(wallet === undefined ? {} : { wallet })
  }),
  fetch
})

const sourceOf = (wallet: string) =>
  ({ _tag: "Vaulted", vaultReference: "wallet_1", wallet }) as const

const marks: WalletMarks = { cryptogram: "Y3J5cHQ=", eci: "05" }

describe("the request of a decrypted wallet", () => {
  it.each([
    ["apple_pay", "applepay"],
    ["google_pay", "googlepay"]
  ])("of %s has the device number with the brand %s, and the cryptogram", async (name, brand) => {
    const request = chargeRequest({ source: sourceOf(name) })
    const sent = await sentRequest(request, relayOf(marks))
    expect(sent.paymentMethod).toEqual({ type: "scheme", brand, ...device })
    expect(sent.mpiData).toEqual({
      directoryResponse: "Y",
      authenticationResponse: "Y",
      cavv: "Y3J5cHQ=",
      eci: "05"
    })
    expect(sent).toMatchObject({ shopperInteraction: "Ecommerce" })
  })

  it("has the indicator 07 if the wallet gave none", async () => {
    const request = chargeRequest({ source: sourceOf("apple_pay") })
    const sent = await sentRequest(request, relayOf({ ...marks, eci: null }))
    expect(sent.mpiData).toMatchObject({ eci: "07" })
  })

  it("begins an agreement if the payment does", async () => {
    const agreement = { usage: "recurring", position: "first", networkReference: null } as const
    const request = chargeRequest({ source: sourceOf("apple_pay"), agreement })
    expect(await sentRequest(request, relayOf(marks))).toMatchObject({
      shopperInteraction: "Ecommerce",
      recurringProcessingModel: "Subscription"
    })
  })
})

describe("the connector", () => {
  const account = { merchantAccount: "ShopEU", apiKey: "k", hmacKeys: [] }
  const connector = (relay?: CardRelay, more: object = {}) =>
    adyen({ accountOf: () => account, ...(relay === undefined ? {} : { relay }), ...more })

  it("charges the decrypted wallets among its wallets, if it has a relay", () => {
    const { capabilities } = connector(relayOf())
    expect(capabilities.decryptedWallets).toEqual(["apple_pay", "google_pay"])
    expect(connector().capabilities.decryptedWallets).toEqual([])
    const some = connector(relayOf(), { wallets: ["google_pay", "cash_app"] })
    expect(some.capabilities.decryptedWallets).toEqual(["google_pay"])
  })

  it("sends nothing if the vault has no wallet under the reference", async () => {
    const unsent: Partial<ChargeRequest> = { source: sourceOf("apple_pay") }
    const relay = { ...relayOf(), fetch: () => expect.unreachable("sent") }
    const charged = Effect.runPromise(connector(relay).charge(chargeRequest(unsent)))
    expect(await charged).toMatchObject({ _tag: "AccountUnavailable", rawCode: "source" })
    const gone: CardRelay = { ...relay, marksOf: () => Promise.reject(new Error("gone")) }
    const later = Effect.runPromise(connector(gone).charge(chargeRequest(unsent)))
    expect(await later).toMatchObject({ _tag: "NotSent" })
  })
})
