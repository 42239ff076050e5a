import { type CardRelay, type ChargeRequest, readDecline } from "@payloom/core"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { adyen } from "./adyen.ts"
import { chargeRequest } from "./testing/chargeRequest.ts"
import { sentRequest } from "./testing/sentRequest.ts"

const account = { merchantAccount: "ShopEU" }

describe("the request of a card with a network token", () => {
  it("has the token, with its cryptogram if the payer is present", async () => {
    const token = { number: "n", expiryMonth: "03", expiryYear: "2032" }
    const purposes: Array<unknown> = []
    const relay = {
      marksOf: (_: string, purpose) => {
        purposes.push(purpose?.networkToken)
        const cryptogram = purpose?.networkToken === "with_cryptogram" ? "Y3J5cHQ=" : null
        const card = { ...token, securityCode: "c", holderName: "Ada" }
        return { ...card, networkToken: { ...token, cryptogram } }
      },
      fetch
    } satisfies CardRelay
    const source = { _tag: "Vaulted", vaultReference: "card_1", usesNetworkToken: true } as const
    const charged = (changes: Partial<ChargeRequest>) =>
      sentRequest(chargeRequest({ source, ...changes }), relay)
    const present = await charged({})
    expect(present).toMatchObject({ shopperInteraction: "Ecommerce" })
    expect(present.paymentMethod).toEqual({ type: "networkToken", ...token, holderName: "Ada" })
    expect(present.mpiData).toEqual({ tokenAuthenticationVerificationValue: "Y3J5cHQ=" })
    const absent = await charged({ initiator: "merchant", returnUrl: null })
    expect(absent).toMatchObject({ shopperInteraction: "ContAuth" })
    expect(absent).not.toHaveProperty("mpiData")
    expect(purposes).toEqual(["with_cryptogram", "without_cryptogram"])
    const threeDs = {
      flow: "frictionless",
      version: "2.2.0",
      eci: "05",
      authenticationValue: "Y2F2dg==",
      transactionId: null
    } as const
    expect((await charged({ threeDs })).mpiData).toMatchObject({
      cavv: "Y2F2dg==",
      tokenAuthenticationVerificationValue: "Y3J5cHQ="
    })
  })

  it("is not sent if the vault has no token any more, and its number is charged", async () => {
    const marks = { number: "n", expiryMonth: "03", expiryYear: "2032" }
    const relay: CardRelay = {
      marksOf: () => ({ ...marks, securityCode: null, holderName: null, networkToken: null }),
      fetch: () => expect.unreachable("sent")
    }
    const provider = adyen({ relay, accountOf: () => ({ ...account, apiKey: "k", hmacKeys: [] }) })
    const source = { _tag: "Vaulted", vaultReference: "card_1", usesNetworkToken: true } as const
    const charged = (changes: Partial<ChargeRequest>) =>
      Effect.runPromise(provider.charge(chargeRequest({ source, ...changes })))
    expect(await charged({})).toMatchObject({ _tag: "Declined", rawCode: "no_network_token" })
    expect(readDecline(provider.declines, "no_network_token", null).decision).toBe("card_number")
    // The first request may have been made with the token.
    expect(await charged({ isResent: true })).toMatchObject({ _tag: "Unknown" })
  })
})
