import type { ChargeRequest } from "@payloom/core"
import { plainCharge } from "@payloom/testkit"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { prism } from "../../prism.ts"
import { modificationRequest } from "../../testing/requests.ts"
import { markingRelay, scriptedFetch, scriptedLibrary } from "../../testing/scripted.ts"
import { tokenized } from "../../testing/sources.ts"
import { chargeOutcomeIn, modificationOutcomeIn } from "./cybersourcePayments.ts"
import { signCybersource } from "./cybersourceSignature.ts"

const account = {
  merchantId: "testrest",
  keyId: "08c94330",
  sharedSecret: "yBJxy6LjM2TmcPGu+GaJrHtkke25fPpUX+UY6/L/1tE="
}

describe("a request to Cybersource", () => {
  it("has the signature that Cybersource's own client makes", () => {
    const built = {
      method: "POST",
      url: "https://apitest.cybersource.com/pts/v2/payments/",
      headers: { Host: "apitest.cybersource.com", date: "2026-11-26 3:00:00 +00:00:00" },
      body: '{"a":"ü"}'
    }
    const { headers } = signCybersource(built, account, Date.UTC(2026, 10, 26, 3))
    expect(headers).toEqual({
      date: "Thu, 26 Nov 2026 03:00:00 GMT",
      digest: "SHA-256=/WIYIwAnBuJGBMuGip9PiFDW8B+1BA1JugUEguFHJDc=",
      "v-c-merchant-id": "testrest",
      signature:
        'keyid="08c94330", algorithm="HmacSHA256", ' +
        'headers="host date request-target digest v-c-merchant-id", ' +
        'signature="VpmlRTkswXtdtLtDvejSvRfBh80Kw2eQdCBjd3Awwvk="'
    })
  })

  const bodyOf = async (changes: Partial<ChargeRequest>) => {
    const { fetch, sent } = scriptedFetch(502, "")
    const library = scriptedLibrary({ processingInformation: { capture: true } }, {})
    const provider = prism({ processor: "cybersource", accountOf: () => account, library, fetch })
    await Effect.runPromise(provider.charge(plainCharge({ source: tokenized("PI"), ...changes })))
    return JSON.parse(sent[0]?.body ?? "{}")
  }

  it("has our reference as its code and its comment, and the unique part of it as its id", async () => {
    expect((await bodyOf({})).clientReferenceInformation).toEqual({
      code: "attempt_01J0000000000000000000000A",
      comments: "attempt_01J0000000000000000000000A",
      transactionId: "01J0000000000000000000000A"
    })
  })

  it("says who started it, and what it is for", async () => {
    const framed = async (changes: Partial<ChargeRequest>) => {
      const { processingInformation } = await bodyOf(changes)
      const { commerceIndicator, authorizationOptions } = processingInformation
      return [commerceIndicator, authorizationOptions.initiator]
    }
    expect(await framed({})).toEqual(["internet", { type: "customer", storedCredentialUsed: true }])
    const first = { usage: "recurring", position: "first", networkReference: null } as const
    expect(await framed({ agreement: first })).toEqual([
      "recurring",
      { type: "customer", credentialStoredOnFile: true }
    ])
    const later = { usage: "unscheduled", position: "subsequent", networkReference: "1" } as const
    expect(await framed({ agreement: later, initiator: "merchant" })).toEqual([
      "internet",
      {
        type: "merchant",
        storedCredentialUsed: true,
        merchantInitiatedTransaction: { previousTransactionId: "1" }
      }
    ])
  })
})

describe("a connector to Cybersource", () => {
  const provider = prism({
    processor: "cybersource",
    accountOf: () => account,
    relay: markingRelay(fetch),
    library: scriptedLibrary({}, {})
  })

  it("charges payment instruments, and no card by its number", () => {
    const mid = { id: "mid_1", credentials: "main" }
    const card = { _tag: "Vaulted", vaultReference: "card_1" } as const
    expect(provider.canCharge?.({ ...card, token: "PI" }, mid)).toBe(true)
    expect(provider.canCharge?.(card, mid)).toBe(false)
    expect(provider.capabilities.usesCardRelay).toBe(false)
  })

  it("refuses what it can't pass on, and sends nothing", async () => {
    const refused = async (changes: Partial<ChargeRequest>) =>
      Effect.runPromise(provider.charge(plainCharge({ source: tokenized("PI"), ...changes })))
    expect(await refused({ type: "verify", amount: 0n })).toMatchObject({ rawCode: "verify" })
    const threeDs = { status: "authenticated", eci: "05" } as unknown as ChargeRequest["threeDs"]
    expect(await refused({ threeDs })).toMatchObject({ rawCode: "three_ds" })
  })
})

const answer = (status: number, body: object) => ({
  status,
  headers: {},
  body: JSON.stringify(body)
})

describe("an answer of Cybersource", () => {
  const approved = {
    id: "700",
    status: "AUTHORIZED",
    orderInformation: { amountDetails: { authorizedAmount: "12.50", currency: "EUR" } }
  }

  it("approves the authorized amount, and is Unknown without one", () => {
    expect(chargeOutcomeIn(answer(201, approved), true)).toMatchObject({
      _tag: "Approved",
      amount: 1250n,
      currency: "EUR",
      captured: true
    })
    const { orderInformation: _, ...without } = approved
    expect(chargeOutcomeIn(answer(201, without), true)?._tag).toBe("Unknown")
  })

  it("is Unknown in a state that the connector doesn't know", () => {
    expect(chargeOutcomeIn(answer(201, { ...approved, status: "NEW" }), true)?._tag).toBe("Unknown")
  })

  it("is Unknown if it rejects a repeat, because the first request may have been carried out", () => {
    const duplicate = answer(400, { status: "INVALID_REQUEST", reason: "DUPLICATE_REQUEST" })
    expect(chargeOutcomeIn(duplicate, true)?._tag).toBe("Unknown")
    expect(modificationOutcomeIn("refund", duplicate, "refund_1")?._tag).toBe("Unknown")
  })

  it("is Pending while the charge is under review", () => {
    const reviewed = answer(201, { ...approved, status: "AUTHORIZED_PENDING_REVIEW" })
    expect(chargeOutcomeIn(reviewed, true)).toMatchObject({ _tag: "Pending" })
  })

  it("passes the network's advice on", () => {
    const declined = answer(201, {
      id: "700",
      status: "DECLINED",
      errorInformation: { reason: "PROCESSOR_DECLINED" },
      processorInformation: { responseCode: "05", merchantAdvice: { code: "03" } }
    })
    expect(chargeOutcomeIn(declined, true)).toMatchObject({
      _tag: "Declined",
      rawCode: "PROCESSOR_DECLINED",
      networkCode: "05",
      networkAdvice: "never"
    })
  })

  it("about a hold that is gone voids it, and expires its capture", () => {
    const gone = answer(400, { status: "INVALID_REQUEST", reason: "AUTH_ALREADY_REVERSED" })
    expect(modificationOutcomeIn("void", gone, "void_1")?._tag).toBe("Succeeded")
    expect(modificationOutcomeIn("capture", gone, "capture_1")?._tag).toBe("HoldExpired")
  })
})

describe("a refund at Cybersource", () => {
  const attempt = modificationRequest("refund").charge.reference
  const done = (name: string) => ({ applications: [{ name, rCode: "1", reasonCode: "100" }] })
  const hold = { id: "pay_1", applicationInformation: done("ics_auth") }
  const sale = { id: "pay_1", applicationInformation: done("ics_bill") }
  const capture = {
    id: "701",
    clientReferenceInformation: { code: attempt },
    applicationInformation: done("ics_bill")
  }

  const refund = async (details: object, found: ReadonlyArray<object>) => {
    const sent: Array<string> = []
    const send: typeof fetch = async (url) => {
      const { pathname } = new URL(String(url))
      sent.push(pathname)
      if (pathname.includes("/transactions/")) return Response.json(details)
      if (!pathname.includes("/searches")) {
        return Response.json({ id: "702", status: "PENDING" }, { status: 201 })
      }
      const search = { totalCount: found.length, _embedded: { transactionSummaries: found } }
      return Response.json(search, { status: 201 })
    }
    const url = "https://processor.invalid/pts/v2/payments/"
    const scripted = scriptedLibrary({}, {})
    const library = {
      ...scripted,
      request: async (call: Parameters<typeof scripted.request>[0]) => ({
        ...(await scripted.request(call)),
        url: `${url}${call.message.connectorTransactionId}/refunds`
      })
    }
    const options = { processor: "cybersource", accountOf: () => account, library } as const
    const provider = prism({ ...options, fetch: send })
    const outcome = await Effect.runPromise(provider.refund(modificationRequest("refund")))
    return [outcome._tag, sent.at(-1)]
  }

  it("is of the charge itself if that was captured at once", async () => {
    expect(await refund(sale, [])).toEqual(["Pending", "/pts/v2/payments/pay_1/refunds"])
  })

  it("is of the capture if the charge was held before", async () => {
    expect(await refund(hold, [capture])).toEqual(["Pending", "/pts/v2/captures/701/refunds"])
  })

  it("is NotSent while the capture can't be found", async () => {
    expect(await refund(hold, [])).toEqual(["NotSent", "/tss/v2/searches"])
  })
})
