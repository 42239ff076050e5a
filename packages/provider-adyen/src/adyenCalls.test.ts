import { type ChargeOutcome, type ChargeRequest, readDecline, unknownAddress } from "@payloom/core"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import type { AdyenAccount, AdyenOptions } from "./AdyenOptions.ts"
import { adyen } from "./adyen.ts"
import { adyenDeclines } from "./adyenDeclines.ts"
import { chargeRequest } from "./testing/chargeRequest.ts"

interface Sent {
  readonly address: string
  readonly headers: Headers
}

/** Returns a connector whose calls get this answer, and the requests that it sends. */
const answeredWith = (
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
  more: Partial<AdyenOptions> = {}
) => {
  const sent: Array<Sent> = []
  const text = typeof body === "string" ? body : JSON.stringify(body)
  const provider = adyen({
    accountOf: () => ({
      apiKey: "key_1",
      merchantAccount: "ShopEU",
      hmacKeys: [],
      liveEndpointUrlPrefix: "1797a841fbb37ca7-Shop"
    }),
    fetch: async (address, init) => {
      sent.push({ address: String(address), headers: new Headers(init?.headers) })
      return new Response(text, { status, headers })
    },
    ...more
  })
  return { provider, sent }
}

const charge = (
  provider: ReturnType<typeof adyen>,
  changes: Partial<ChargeRequest> = {}
): Promise<ChargeOutcome> => Effect.runPromise(provider.charge(chargeRequest(changes)))

const error = (errorCode: string, errorType = "validation") => ({
  status: 422,
  errorCode,
  errorType,
  message: `Error ${errorCode}`
})

describe("an error of Adyen's", () => {
  it.each([
    [422, error("14_006"), {}, "AccountUnavailable", "14_006"],
    [400, error("702"), {}, "AccountUnavailable", "702"],
    [401, error("000", "security"), {}, "AccountUnavailable", "000"],
    [403, error("901", "security"), {}, "AccountUnavailable", "901"],
    [401, "", {}, "AccountUnavailable", "http_401"],
    [429, "<html>", {}, "AccountUnavailable", "http_429"],
    [422, error("704"), {}, "Unknown", undefined],
    [422, error("703"), {}, "Unknown", undefined],
    [422, error("999"), { "transient-error": "true" }, "Unknown", undefined],
    [422, error("999", "internal"), {}, "Unknown", undefined],
    [422, "<html>", {}, "Unknown", undefined],
    [404, "<html>", {}, "Unknown", undefined],
    [409, error("704"), {}, "Unknown", undefined],
    [500, error("905", "configuration"), {}, "AccountUnavailable", "905"],
    [500, error("905_1", "configuration"), {}, "AccountUnavailable", "905_1"],
    [500, error("907", "configuration"), {}, "AccountUnavailable", "907"],
    [500, error("964", "configuration"), {}, "AccountUnavailable", "964"],
    [500, error("905", "configuration"), { "transient-error": "true" }, "Unknown", undefined],
    [500, error("905", "internal"), {}, "Unknown", undefined],
    [500, error("903", "configuration"), {}, "Unknown", undefined],
    [500, error("904", "internal"), {}, "Unknown", undefined],
    [502, "<html>", {}, "Unknown", undefined],
    [200, "<html>", {}, "Unknown", undefined],
    [200, "null", {}, "Unknown", undefined],
    [200, {}, {}, "Unknown", undefined]
  ] as const)("HTTP %i, %o, %o is %s", async (status, body, headers, tag, rawCode) => {
    const outcome = await charge(answeredWith(status, body, headers).provider)
    expect(outcome._tag).toBe(tag)
    if (outcome._tag === "AccountUnavailable") expect(outcome.rawCode).toBe(rawCode)
  })

  it.each([
    ["101", "invalid_card"],
    ["103", "incorrect_cvc"],
    ["140", "expired_card"],
    ["172", "invalid_card"]
  ])("about a card's details, such as %s, is a decline of the card: %s", async (code, means) => {
    const outcome = await charge(answeredWith(422, error(code)).provider)
    expect(outcome).toMatchObject({ _tag: "Declined", rawCode: `error_${code}` })
    expect(readDecline(adyenDeclines, `error_${code}`, null).code).toBe(means)
  })

  it("fails a capture or refund finally if it can never pass", async () => {
    const request = {
      reference: "refund_01J0000000000000000000000A",
      charge: {
        mid: { id: "m", credentials: "c" },
        reference: "attempt_1",
        providerReference: "P"
      },
      amount: 100n,
      currency: "EUR",
      sendBefore: Date.now() + 10_000
    }
    const refund = (errorCode: string) =>
      Effect.runPromise(answeredWith(422, error(errorCode)).provider.refund(request))
    for (const rawCode of ["137", "138", "166", "167", "906"]) {
      expect(await refund(rawCode)).toEqual({ _tag: "Failed", rawCode })
    }
    // The error is about a setting of the account, or about a missing part of the request.
    for (const rawCode of ["100", "107", "139"]) {
      expect(await refund(rawCode)).toMatchObject({ _tag: "AccountUnavailable", rawCode })
    }
    expect(await refund("010")).toMatchObject({ _tag: "AccountUnavailable", rawCode: "010" })
    expect(await refund("704")).toMatchObject({ _tag: "Unknown" })
  })
})

describe("a call to Adyen", () => {
  const approved = { resultCode: "Authorised", amount: { value: 1250, currency: "EUR" } }

  it("goes to the account's own URL once, with its key and our reference", async () => {
    const { provider, sent } = answeredWith(500, "")
    await charge(provider)
    expect(sent).toHaveLength(1)
    expect(sent[0]?.address).toBe("https://checkout-test.adyen.com/v72/payments")
    expect(sent[0]?.headers.get("x-api-key")).toBe("key_1")
    expect(sent[0]?.headers.get("idempotency-key")).toBe(chargeRequest().reference)
  })

  it("of a live account goes to the URL of its prefix, unless a base URL is given", async () => {
    const live = answeredWith(200, approved, {}, { environment: "live" })
    await charge(live.provider)
    expect(live.sent[0]?.address).toBe(
      "https://1797a841fbb37ca7-Shop-checkout-live.adyenpayments.com/checkout/v72/payments"
    )
    const baseUrl = "https://proxy.example/adyen/"
    const elsewhere = answeredWith(200, approved, {}, { environment: "live", baseUrl })
    await charge(elsewhere.provider)
    expect(elsewhere.sent[0]?.address).toBe("https://proxy.example/adyen/v72/payments")
  })

  it.each([
    [
      "has no prefix for its live address",
      () => ({ apiKey: "k", merchantAccount: "A", hmacKeys: [] })
    ],
    ["isn't there", () => undefined as never],
    [
      "can't be found",
      () => {
        throw new Error("The keys are elsewhere.")
      }
    ]
  ])("for an account that %s is refused, and nothing is sent", async (_, accountOf) => {
    const { provider, sent } = answeredWith(200, approved, {}, { environment: "live", accountOf })
    expect(await charge(provider)).toMatchObject({ _tag: "AccountUnavailable", rawCode: "account" })
    expect(sent).toEqual([])
  })

  it("gives Adyen Web the account's own region, or its platform", async () => {
    const action = { type: "threeDS2", token: "t" }
    const keys = { apiKey: "k", merchantAccount: "ShopUS", hmacKeys: [], clientKey: "live_KEY" }
    const told = async (webEnvironment: Partial<AdyenAccount>) => {
      const accountOf = () => ({ ...keys, liveEndpointUrlPrefix: "p", ...webEnvironment })
      const as = { environment: "live", accountOf } as const
      return charge(answeredWith(200, { resultCode: "ChallengeShopper", action }, {}, as).provider)
    }
    const handed = (environment: string) => ({
      action: { payload: { action, clientKey: "live_KEY", environment } }
    })
    expect(await told({ webEnvironment: "live-us" })).toMatchObject(handed("live-us"))
    expect(await told({})).toMatchObject(handed("live"))
  })

  it("is refused if it would hold a bank payment", async () => {
    const { provider, sent } = answeredWith(200, approved)
    const outcome = await charge(provider, {
      source: { _tag: "Apm", apm: "ideal" },
      capture: false
    })
    expect(outcome).toMatchObject({ _tag: "AccountUnavailable", rawCode: "capture" })
    expect(sent).toEqual([])
  })

  it("that never left is NotSent, and so is one that a relay can't send", async () => {
    const refused = Object.assign(new Error("no"), { code: "ECONNREFUSED" })
    const fails = async (): Promise<never> => {
      throw new TypeError("fetch failed", { cause: refused })
    }
    const accountOf = () => ({ apiKey: "k", merchantAccount: "ShopEU", hmacKeys: [] })
    expect((await charge(adyen({ accountOf, fetch: fails })))._tag).toBe("NotSent")
    const relay = { marksOf: fails, fetch: fails }
    const source = { _tag: "Vaulted", vaultReference: "card_1" } as const
    const request = chargeRequest({ source, billingAddress: unknownAddress })
    const provider = adyen({ accountOf, relay, fetch: fails })
    expect((await Effect.runPromise(provider.charge(request)))._tag).toBe("NotSent")
  })
})
