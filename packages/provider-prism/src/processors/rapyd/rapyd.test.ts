import type { ChargeRequest } from "@payloom/core"
import { plainCharge } from "@payloom/testkit"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { prism } from "../../prism.ts"
import { modificationRequest } from "../../testing/requests.ts"
import { markingRelay, scriptedFetch, scriptedLibrary } from "../../testing/scripted.ts"
import { tokenized } from "../../testing/sources.ts"
import { chargeOutcomeIn, refundOutcomeIn } from "./rapydPayments.ts"
import { signRapyd } from "./rapydSignature.ts"

const keys = { accessKey: "ak", secretKey: "sk" }
const account = { ...keys, webhookUrl: "https://pay.example/providers/mid_1/notifications" }

/** Returns what a connector sends, and its outcome. The answer is a failure. */
const sentBy = async (kind: "charge" | "refund", changes: Partial<ChargeRequest> = {}) => {
  const { fetch, sent } = scriptedFetch(502, "")
  const library = scriptedLibrary({ amount: "12.50", capture: null, description: null }, {})
  const provider = prism({ processor: "rapyd", accountOf: () => account, library, fetch })
  const source = tokenized("card_1")
  if (kind === "refund") await Effect.runPromise(provider.refund(modificationRequest("refund")))
  else await Effect.runPromise(provider.charge(plainCharge({ source, ...changes })))
  return { body: JSON.parse(sent[0]?.body ?? "{}"), headers: sent[0]?.headers, library }
}

describe("a request to Rapyd", () => {
  it("has the signature that the library makes of the same request", () => {
    const body =
      '{"amount":"12.50","currency":"EUR","payment_method":"card_1",' +
      '"payment_method_options":null,' +
      '"merchant_reference_id":"attempt_01J0000000000000000000000A","capture":null,' +
      '"description":null,"complete_payment_url":"https://shop.example/back?order=1",' +
      '"error_payment_url":"https://shop.example/back?order=1"}'
    const built = {
      method: "POST",
      url: "https://sandboxapi.rapyd.net/v1/payments",
      headers: { salt: "old", signature: "old", idempotency: "attempt_1" },
      body
    }
    expect(signRapyd(built, keys, 1_795_664_742_000, "vKXBG4w3Fw8s").headers).toEqual({
      access_key: "ak",
      idempotency: "attempt_1",
      salt: "vKXBG4w3Fw8s",
      timestamp: "1795664742",
      signature:
        "ZTM4YjQ4YTdjZDMxZjRiNDU1MWI2YzYwNTk1ZGZmMGViNmNjYmQ0MjBmNDJiNjEzYWU4MzM3NmUwMjRlMDE5ZQ=="
    })
  })

  it("has our reference as the key for repeats, and in its body", async () => {
    const { body, headers } = await sentBy("refund")
    const { reference } = modificationRequest("refund")
    expect(headers?.get("idempotency")).toBe(reference)
    expect(body).toEqual({ amount: "12.50", merchant_reference_id: reference })
  })

  it("says who started it, and captures at once", async () => {
    expect((await sentBy("charge")).body).toEqual({
      amount: "12.50",
      capture: true,
      initiation_type: "customer_present",
      payment_method_options: { "3d_required": false },
      complete_payment_url: "https://shop.example/back?order=1",
      error_payment_url: "https://shop.example/back?order=1"
    })
    const agreement = { usage: "recurring", position: "subsequent", networkReference: "1" } as const
    const rebill = { agreement, initiator: "merchant", returnUrl: null } as const
    const { body, library } = await sentBy("charge", rebill)
    expect(body).toMatchObject({ initiation_type: "recurring" })
    // The library requires an address, which no payer comes back to.
    expect(library.calls[0]?.message.returnUrl).toBe("https://payer.invalid/")
    expect(body).not.toHaveProperty("complete_payment_url")
  })
})

describe("a connector to Rapyd", () => {
  const provider = prism({
    processor: "rapyd",
    accountOf: () => account,
    relay: markingRelay(fetch),
    library: scriptedLibrary({}, {})
  })

  it("charges cards that Rapyd keeps, and no card by its number", () => {
    const mid = { id: "mid_1", credentials: "main" }
    const card = { _tag: "Vaulted", vaultReference: "card_1" } as const
    expect(provider.canCharge?.({ ...card, token: "card_1" }, mid)).toBe(true)
    expect(provider.canCharge?.(card, mid)).toBe(false)
    expect(provider.capabilities.usesCardRelay).toBe(false)
  })

  it("refuses what Rapyd would get wrong, and sends nothing", async () => {
    const source = tokenized("card_1")
    const refused = async (changes: Partial<ChargeRequest>) =>
      Effect.runPromise(provider.charge(plainCharge({ source, ...changes })))
    expect(await refused({ type: "verify", amount: 0n })).toMatchObject({ rawCode: "verify" })
    const threeDs = { status: "authenticated", eci: "05" } as unknown as ChargeRequest["threeDs"]
    expect(await refused({ threeDs })).toMatchObject({ rawCode: "three_ds" })
  })
})

const answer = (status: number, data: object | undefined, error_code = "") => ({
  status,
  headers: {},
  body: JSON.stringify({ status: { error_code, message: "Text" }, data })
})

describe("an answer of Rapyd", () => {
  it("is a decline with the scheme's code if a card network rejects the payment", () => {
    expect(chargeOutcomeIn(answer(400, undefined, "ERROR_PROCESSING_CARD - [51]"))).toEqual({
      _tag: "Declined",
      providerReference: null,
      rawCode: "ERROR_PROCESSING_CARD - [51]",
      networkCode: "51",
      message: "Text",
      networkAdvice: null
    })
    const short = answer(400, undefined, "ERROR_PROCESSING_CARD [05]")
    expect(chargeOutcomeIn(short)).toMatchObject({ _tag: "Declined", networkCode: "05" })
    const advised = { id: "payment_1", status: "ERR", merchant_advice_code: "01" }
    const code = "ERROR_PROCESSING_CARD - [05]"
    expect(chargeOutcomeIn(answer(400, advised, code))).toMatchObject({ networkAdvice: "never" })
  })

  it("blames the account if the request was rejected for another reason", () => {
    expect(chargeOutcomeIn(answer(400, undefined, "MISSING_FIELDS"))).toMatchObject({
      _tag: "AccountUnavailable",
      rawCode: "MISSING_FIELDS"
    })
  })

  it("is Unknown if the request is a repeat, or if Rapyd failed", () => {
    for (const code of ["IDEMPOTENCY_ERROR", "GENERAL_ERROR"]) {
      expect(chargeOutcomeIn(answer(400, undefined, code))?._tag).toBe("Unknown")
    }
  })

  it("is Unknown if a rejection has a payment that didn't fail, or the state isn't known", () => {
    const open = { id: "payment_1", status: "CLO" }
    expect(chargeOutcomeIn(answer(400, open, "MISSING_FIELDS"))?._tag).toBe("Unknown")
    expect(chargeOutcomeIn(answer(200, { ...open, status: "UND" }))?._tag).toBe("Unknown")
    expect(chargeOutcomeIn(answer(200, undefined))?._tag).toBe("Unknown")
  })

  it("is Pending while the payment is active and the payer isn't asked", () => {
    const active = { id: "payment_1", status: "ACT", next_action: "not_applicable" }
    expect(chargeOutcomeIn(answer(200, active))?._tag).toBe("Pending")
  })

  it("about a refund is final only if Rapyd rejects the refund itself", () => {
    expect(refundOutcomeIn(answer(400, undefined, "ERROR_CREATE_REFUND"))?._tag).toBe("Failed")
    expect(
      refundOutcomeIn(answer(400, undefined, "ERROR_CREATE_PARTIAL_REFUND_NOT_READY"))
    ).toEqual({
      _tag: "AccountUnavailable",
      reason: "Text",
      rawCode: "ERROR_CREATE_PARTIAL_REFUND_NOT_READY"
    })
    const refund = (status: string) => answer(200, { id: "refund_1", status })
    expect(refundOutcomeIn(refund("Completed"))?._tag).toBe("Succeeded")
    expect(refundOutcomeIn(refund("Pending"))?._tag).toBe("Pending")
    expect(refundOutcomeIn(refund("Rejected"))).toEqual({ _tag: "Failed", rawCode: "Rejected" })
    expect(refundOutcomeIn(refund("Strange"))?._tag).toBe("Unknown")
  })
})
