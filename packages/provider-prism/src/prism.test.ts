import { plainCharge } from "@payloom/testkit"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { startFakeProcessor } from "./fake/startFakeProcessor.ts"
import { PrismRefused, PrismUnavailable } from "./library/PrismLibrary.ts"
import type { PrismOptions } from "./PrismOptions.ts"
import { prism } from "./prism.ts"
import { modificationRequest } from "./testing/requests.ts"
import { markingRelay, scriptedFetch, scriptedLibrary } from "./testing/scripted.ts"

const account = {
  publicKey: "pk",
  secretKey: "sk",
  processingChannelId: "pc_1",
  signatureKey: "key"
}

/** The body that the library builds for a card, with its placeholders. */
const cardBody = {
  source: {
    number: "{{$card_number}}",
    expiry_month: "{{$card_exp_month}}",
    expiry_year: "{{$card_exp_year}}",
    cvv: "{{$card_cvc}}"
  },
  amount: 1250
}

const approved = JSON.stringify({ id: "pay_1", approved: true, amount: 1250, currency: "EUR" })

const connector = (
  library: ReturnType<typeof scriptedLibrary>,
  http: ReturnType<typeof scriptedFetch>,
  more: Partial<Extract<PrismOptions, { processor: "checkout" }>> = {}
) =>
  prism({
    processor: "checkout",
    accountOf: () => account,
    library,
    fetch: http.fetch,
    relay: markingRelay(http.fetch),
    ...more
  })

const chargeWith = (...parts: Parameters<typeof connector>) =>
  Effect.runPromise(connector(...parts).charge(plainCharge()))

describe("the processor of a connector", () => {
  it("has to be known, and the error lists the known ones", async () => {
    const processor = "chekout" as "checkout"
    const wrong = /^processor must be one of adyen, .*, worldpay, but is "chekout"\.$/
    expect(() => prism({ processor, accountOf: () => account })).toThrow(wrong)
    await expect(startFakeProcessor({ processor })).rejects.toThrow(wrong)
  })
})

describe("a charge through the library", () => {
  it("is NotSent with the remedy if the library can't be loaded", async () => {
    const http = scriptedFetch(201, approved)
    const missing = new PrismUnavailable("The package hyperswitch-prism is missing.")
    const outcome = await chargeWith(scriptedLibrary({}, {}, missing), http)
    expect(outcome).toEqual({
      _tag: "NotSent",
      reason: "The package hyperswitch-prism is missing."
    })
    expect(http.sent).toEqual([])
  })

  it("is AccountUnavailable if the library can't build it, and is not sent", async () => {
    const http = scriptedFetch(201, approved)
    const refused = new PrismRefused("MISSING_REQUIRED_FIELD", "Missing required field: email")
    const outcome = await chargeWith(scriptedLibrary({}, {}, refused), http)
    expect(outcome).toMatchObject({
      _tag: "AccountUnavailable",
      rawCode: "MISSING_REQUIRED_FIELD"
    })
    expect(http.sent).toEqual([])
  })

  it("is Unknown if the library can't read the answer", async () => {
    const unread = new PrismRefused("DESERIALIZATION_FAILED", "no such field")
    const outcome = await chargeWith(
      scriptedLibrary(cardBody, unread),
      scriptedFetch(201, approved)
    )
    expect(outcome._tag).toBe("Unknown")
  })

  it("is Unknown if the library reads an approval, but the answer has no amount", async () => {
    const http = scriptedFetch(201, JSON.stringify({ id: "pay_1", approved: true }))
    const outcome = await chargeWith(scriptedLibrary(cardBody, { status: "CHARGED" }), http)
    expect(outcome._tag).toBe("Unknown")
  })

  it("is Unknown if the library reads a state that the connector doesn't know", async () => {
    const http = scriptedFetch(201, approved)
    for (const status of [null, "UNRESOLVED", "AUTO_REFUNDED", "SOMETHING_NEW"]) {
      const outcome = await chargeWith(scriptedLibrary(cardBody, { status }), http)
      expect(outcome._tag).toBe("Unknown")
    }
  })

  it("is Unknown if its answer is longer than 2 MB", async () => {
    const long = scriptedFetch(201, `{"id":"${"x".repeat(2_000_001)}"}`)
    const outcome = await chargeWith(scriptedLibrary(cardBody, { status: "CHARGED" }), long)
    expect(outcome._tag).toBe("Unknown")
  })

  it("has the processor's amount, not the requested one", async () => {
    const http = scriptedFetch(201, approved.replace("1250", "1200"))
    const outcome = await chargeWith(scriptedLibrary(cardBody, { status: "CHARGED" }), http)
    expect(outcome).toMatchObject({ _tag: "Approved", amount: 1200n, currency: "EUR" })
  })

  it("is sent with our reference as its idempotency key, and marks in place of the card", async () => {
    const http = scriptedFetch(201, approved)
    await chargeWith(scriptedLibrary(cardBody, { status: "CHARGED" }), http)
    const [request] = http.sent
    expect(request?.headers.get("cko-idempotency-key")).toBe(plainCharge().reference)
    expect(JSON.parse(request?.body ?? "")).toMatchObject({
      source: {
        number: "~number~",
        expiry_month: "~month~",
        expiry_year: "~year~",
        cvv: "~code~"
      }
    })
  })

  it("has no security code if the merchant starts it", async () => {
    const http = scriptedFetch(201, approved)
    const library = scriptedLibrary(cardBody, { status: "CHARGED" })
    await Effect.runPromise(
      connector(library, http).charge(
        plainCharge({
          initiator: "merchant",
          agreement: { usage: "recurring", position: "subsequent", networkReference: "tx_1" }
        })
      )
    )
    const body = JSON.parse(http.sent[0]?.body ?? "")
    expect(body.source).not.toHaveProperty("cvv")
    expect(body).toMatchObject({
      payment_type: "Recurring",
      merchant_initiated: true,
      previous_payment_id: "tx_1"
    })
  })

  it("stays open if a repeat is rejected, because the first request may have been carried out", async () => {
    const http = scriptedFetch(422, "{}")
    const error = { code: "20013", message: "Invalid amount", networkCode: null, adviceCode: null }
    const provider = connector(scriptedLibrary(cardBody, { error }), http)
    const first = await Effect.runPromise(provider.charge(plainCharge()))
    expect(first).toMatchObject({ _tag: "Declined", rawCode: "20013" })
    const resent = await Effect.runPromise(provider.charge(plainCharge({ isResent: true })))
    expect(resent).toMatchObject({ _tag: "AccountUnavailable", rawCode: "20013" })
  })

  it("is refused before it is sent if the connector can't mark it as the merchant's", async () => {
    const http = scriptedFetch(201, approved)
    const library = scriptedLibrary({}, {})
    const provider = prism({
      processor: "paypal",
      accountOf: () => ({ clientId: "a", clientSecret: "b", webhookId: "c" }),
      library,
      fetch: http.fetch,
      relay: markingRelay(http.fetch)
    })
    const outcome = await Effect.runPromise(provider.charge(plainCharge({ initiator: "merchant" })))
    expect(outcome).toMatchObject({ _tag: "AccountUnavailable", rawCode: "agreement" })
    expect([...http.sent, ...library.calls]).toEqual([])
  })
})

describe("a capture or void through the library", () => {
  it("has our reference where the library puts none, or the payment's id", async () => {
    for (const kind of ["capture", "void"] as const) {
      const http = scriptedFetch(202, JSON.stringify({ action_id: "act_1" }))
      const library = scriptedLibrary({ reference: kind === "void" ? "pay_1" : null }, {})
      const request = modificationRequest(kind)
      const outcome = await Effect.runPromise(connector(library, http)[kind](request))
      expect(outcome).toEqual({ _tag: "Pending", providerReference: "act_1" })
      expect(JSON.parse(http.sent[0]?.body ?? "").reference).toBe(request.reference)
      expect(http.sent[0]?.headers.get("cko-idempotency-key")).toBe(request.reference)
    }
  })
})

describe("a source", () => {
  const provider = (more: object) =>
    connector(scriptedLibrary({}, {}), scriptedFetch(200, ""), more)
  const mid = { id: "mid_main", credentials: "main" }

  it("can be charged if it is a card of the vault and there is a relay", () => {
    const card = { _tag: "Vaulted", vaultReference: "card_1" } as const
    expect(provider({}).canCharge?.(card, mid)).toBe(true)
    expect(provider({ relay: undefined }).canCharge?.(card, mid)).toBe(false)
    expect(provider({}).canCharge?.({ ...card, token: "tok_1" }, mid)).toBe(false)
    const wallet = { _tag: "Wallet", wallet: "apple_pay", payload: {} } as const
    expect(provider({}).canCharge?.(wallet, mid)).toBe(false)
  })
})

describe("a text that the processor doesn't get", () => {
  it("is listed with its field", () => {
    const details = plainCharge({
      description: "Shoes",
      statementDescriptor: "SHOP",
      metadata: { order: "1" }
    })
    const left = (processor: "checkout" | "stripe") =>
      prism({ processor, accountOf: () => account as never, library: scriptedLibrary({}, {}) })
        .changedDetails?.(details, details.source)
        .map(({ field, sent }) => [field, sent])
    expect(left("checkout")).toEqual([
      ["description", null],
      ["statement_descriptor", null],
      ["metadata.order", null]
    ])
    expect(left("stripe")).toEqual([
      ["statement_descriptor", null],
      ["metadata.order", null]
    ])
  })
})
