import {
  type CardRelay,
  type ChargeRequest,
  type NetworkTokenMarks,
  readDecline
} from "@payloom/core"
import { plainCharge } from "@payloom/testkit"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { chargeMessage } from "./chargeMessage.ts"
import { type Message, member, secret } from "./library/PrismLibrary.ts"
import type { PrismOptions } from "./PrismOptions.ts"
import type { Processor } from "./Processor.ts"
import { prism } from "./prism.ts"
import { type ProcessorName, processors } from "./processors/processors.ts"
import { anyAccount, firstAnswer } from "./testing/anyAccount.ts"
import { payer } from "./testing/requests.ts"
import { scriptedFetch } from "./testing/scripted.ts"
import { testLibrary } from "./testing/testLibrary.ts"

const library = await testLibrary()

const token: NetworkTokenMarks = {
  number: "~token~",
  expiryMonth: "~month~",
  expiryYear: "~year~",
  cryptogram: "Y3J5cHRvZ3JhbQ==",
  eci: "07",
  brand: "visa"
}

const source = { _tag: "Vaulted", vaultReference: "card_1", usesNetworkToken: true } as const
const subsequent = { usage: "recurring", position: "subsequent", networkReference: "tx_1" } as const

/** Charges a network token. Returns the request that was sent, if one was, and the outcome. */
const charged = async (
  processor: ProcessorName,
  changes: Partial<ChargeRequest> = {},
  marks: Partial<NetworkTokenMarks> | null = {}
) => {
  const purposes: Array<unknown> = []
  const http = scriptedFetch(500, "{}")
  const access = scriptedFetch(200, firstAnswer.body)
  const relay: CardRelay = {
    marksOf: (_, purpose) => {
      purposes.push(purpose?.networkToken)
      const cryptogram = purpose?.networkToken === "with_cryptogram" ? token.cryptogram : null
      const found = { ...token, cryptogram, eci: cryptogram === null ? null : "07", ...marks }
      const card = { number: "~number~", expiryMonth: "~m~", expiryYear: "~y~" }
      const networkToken = marks === null ? null : found
      return { ...card, securityCode: "~code~", holderName: null, networkToken }
    },
    fetch: http.fetch
  }
  const options = { processor, accountOf: () => anyAccount, library, fetch: access.fetch, relay }
  const provider = prism(options as unknown as PrismOptions)
  const request = plainCharge({ source, ...payer, ...changes })
  const outcome = await Effect.runPromise(provider.charge(request))
  const body = http.sent[0]?.body
  return { outcome, purposes, provider, body: body === undefined ? null : JSON.parse(body) }
}

/** Returns the request that the library itself builds from a network token. */
const builtByLibrary = async (name: ProcessorName) => {
  const processor = processors[name] as unknown as Processor<unknown>
  const networkToken: Message = {
    tokenNumber: secret("4895370012003478"),
    tokenExpMonth: secret("03"),
    tokenExpYear: secret("2041"),
    tokenCryptogram: secret(token.cryptogram ?? ""),
    eci: "07",
    cardNetwork: member("CardNetwork", "VISA")
  }
  const accessToken = processor.needsToken === true ? "token" : null
  const request = plainCharge(payer)
  const own = await processor.chargeFields?.(request, anyAccount, async () => firstAnswer)
  const message = {
    ...chargeMessage(request, { asks: false, token: accessToken, passes: false }),
    paymentMethod: { networkToken },
    ...(own as Message)
  }
  const config = processor.config(anyAccount, "https://processor.invalid/", "EUR")
  const call = { flow: "authorize", message, processor: processor.id, config } as const
  return (await library?.request({ ...call, environment: "test" }))?.body ?? ""
}

describe.skipIf(library === null)("a network token", () => {
  it("replaces the card at Adyen, without an authentication that did not happen", async () => {
    const { body, purposes } = await charged("adyen")
    const paymentMethod = {
      type: "networkToken",
      number: "~token~",
      expiryMonth: "~month~",
      expiryYear: "~year~"
    }
    expect(body.paymentMethod).toMatchObject(paymentMethod)
    const tokenAuthenticationVerificationValue = token.cryptogram
    expect(body.mpiData).toEqual({ tokenAuthenticationVerificationValue, eci: "07" })
    expect(purposes).toEqual(["with_cryptogram"])
    // The library's own request would state one.
    const { mpiData, ...own } = JSON.parse(await builtByLibrary("adyen"))
    expect(mpiData).toEqual({
      directoryResponse: "Y",
      authenticationResponse: "Y",
      tokenAuthenticationVerificationValue,
      eci: "02"
    })
    expect(Object.keys(body.paymentMethod)).toEqual(Object.keys(own.paymentMethod))
  })

  it("has the authentication of the merchant's own 3DS server at Adyen", async () => {
    const threeDs = {
      flow: "challenge",
      version: "2.2.0",
      eci: "05",
      authenticationValue: "AAABBBCCCDDDEEEFFFGGGHHHIII=",
      transactionId: "c5b808e7-1de1-4069-a17b-f70d3b3b1645"
    } as const
    const { body } = await charged("adyen", { threeDs })
    expect(body.mpiData).toMatchObject({
      tokenAuthenticationVerificationValue: token.cryptogram,
      cavv: threeDs.authenticationValue,
      eci: "05"
    })
  })

  it("has no cryptogram if the merchant starts the charge at Adyen", async () => {
    const { body, purposes } = await charged("adyen", {
      initiator: "merchant",
      agreement: subsequent
    })
    expect(body).toMatchObject({ shopperInteraction: "ContAuth" })
    expect(body).not.toHaveProperty("mpiData")
    expect(purposes).toEqual(["without_cryptogram"])
  })

  it("replaces the card at Checkout.com, with the type of its scheme", async () => {
    const { body } = await charged("checkout")
    expect(body.source).toMatchObject({
      type: "network_token",
      token: "~token~",
      token_type: "vts",
      expiry_month: "~month~",
      expiry_year: "~year~",
      cryptogram: token.cryptogram,
      eci: "07"
    })
    expect(body.source).not.toHaveProperty("number")
    expect(body.source).not.toHaveProperty("cvv")
    const other = await charged("checkout", {}, { brand: "mastercard" })
    expect(other.body.source.token_type).toBe("mdes")
  })

  it("has a cryptogram at Checkout.com unless the charge names an earlier one", async () => {
    const next = { initiator: "merchant", agreement: subsequent } as const
    const { body, purposes } = await charged("checkout", next)
    expect(purposes).toEqual(["without_cryptogram"])
    expect(body.source).not.toHaveProperty("cryptogram")
    expect(body.source).not.toHaveProperty("eci")
    const first = { ...next, agreement: { ...subsequent, networkReference: null } }
    const unnamed = await charged("checkout", first)
    expect(unnamed.purposes).toEqual(["with_cryptogram"])
    expect(unnamed.body.source.cryptogram).toBe(token.cryptogram)
  })

  it("replaces the card at PayPal, with PayPal's name of the ECI", async () => {
    const { body } = await charged("paypal")
    const { card } = body.payment_source
    expect(card.network_token).toEqual({
      number: "~token~",
      expiry: "~year~-~month~",
      cryptogram: token.cryptogram,
      eci_flag: "NON_3D_SECURE_TRANSACTION"
    })
    expect(JSON.stringify({ ...card, network_token: null })).not.toMatch(/~|number|expiry|security/)
    const unnamed = await charged("paypal", {}, { eci: "99" })
    expect(unnamed.body.payment_source.card.network_token).not.toHaveProperty("eci_flag")
  })
})

const lacking: ReadonlyArray<
  readonly [why: string, processor: ProcessorName, marks: Partial<NetworkTokenMarks> | null]
> = [
  ["the vault has none any more", "adyen", null],
  ["the vault has no cryptogram", "paypal", { cryptogram: null }],
  ["its scheme has no type at Checkout.com", "checkout", { brand: "amex" }],
  ["Checkout.com requires an ECI, and the vault has none", "checkout", { eci: null }]
]

describe.skipIf(library === null)("a network token that can't be charged", () => {
  it.each(lacking)("is not sent, and the number is charged: %s", async (_, processor, marks) => {
    const { outcome, body, provider } = await charged(processor, {}, marks)
    expect(body).toBeNull()
    expect(outcome).toMatchObject({ _tag: "Declined", rawCode: "no_network_token" })
    expect(readDecline(provider.declines, "no_network_token", null).decision).toBe("card_number")
    // The first request may have been made with the token.
    const resent = await charged(processor, { isResent: true }, marks)
    expect(resent.outcome._tag).toBe("Unknown")
    expect(resent.body).toBeNull()
  })
})

describe("a charge whose vault can't give marks", () => {
  it.each([source, { ...source, usesNetworkToken: undefined }])(
    "is NotSent, because nothing was sent yet (%#)",
    async (vaulted) => {
      const relay: CardRelay = {
        marksOf: () => Promise.reject(new Error("The vault is down.")),
        fetch: () => expect.unreachable("sent")
      }
      const options = { processor: "checkout", accountOf: () => anyAccount, relay }
      const provider = prism(options as unknown as PrismOptions)
      const request = plainCharge({ source: vaulted as typeof source })
      const outcome = await Effect.runPromise(provider.charge(request))
      expect(outcome).toMatchObject({ _tag: "NotSent" })
    }
  )
})

describe("the capability to charge network tokens", () => {
  it("is there with a relay, at the processors that describe a request", () => {
    const relay: CardRelay = { marksOf: () => expect.unreachable("asked"), fetch }
    const names = Object.keys(processors) as ReadonlyArray<ProcessorName>
    const able = (more: object) =>
      names.filter((processor) => {
        const options = { processor, accountOf: () => anyAccount, ...more }
        return prism(options as unknown as PrismOptions).capabilities.networkTokens === true
      })
    expect(able({ relay })).toEqual(["adyen", "checkout", "paypal"])
    expect(able({})).toEqual([])
  })
})

describe.skipIf(library === null)("the library's own requests with a network token", () => {
  it("are built for two processors only", async () => {
    const answers = await Promise.all(
      Object.keys(processors).map(async (name) => {
        const answer = builtByLibrary(name as ProcessorName).then(
          () => "built",
          ({ code }) => code
        )
        return [name, await answer] as const
      })
    )
    const { adyen, cybersource, ...others } = Object.fromEntries(answers)
    expect([adyen, cybersource]).toEqual(["built", "built"])
    expect(new Set(Object.values(others))).toEqual(new Set(["NOT_IMPLEMENTED", "NOT_SUPPORTED"]))
  })
})
