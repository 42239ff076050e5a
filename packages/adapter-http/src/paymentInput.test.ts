import { describe, expect, it } from "vitest"
import { openShop } from "./testing/openShop.ts"

const shop = await openShop()
const card = await shop.saveCard("approved")
const charge = { payment_instrument: card }
const pan = "4242424242424242"

const refusalOf = async (fields: Readonly<Record<string, unknown>>) => {
  const { status, error } = await shop.pay(fields)
  return [status, error.type, error.code, error.param]
}
const refused = (code: string, param?: string) => [422, "invalid_request_error", code, param]

describe("an amount", () => {
  it("that doesn't match its pattern is 422 amount_invalid_format", async () => {
    const malformed = [
      "-1",
      "+1",
      "1.5",
      "1e3",
      "01",
      "00",
      " 1",
      "1 ",
      "",
      "1,000",
      "0x10",
      "\u0661"
    ]
    for (const amount of malformed) {
      const refusal = await refusalOf({ ...charge, amount })
      expect([amount, refusal]).toEqual([amount, refused("amount_invalid_format", "amount")])
    }
  })

  it("that is not a string is 422 amount_invalid_format", async () => {
    for (const amount of [1250, -1, 0.5, null, true, ["1250"], { value: "1250" }]) {
      const refusal = await refusalOf({ ...charge, amount })
      expect([amount, refusal]).toEqual([amount, refused("amount_invalid_format", "amount")])
    }
  })

  it("has at most 15 digits, and longer ones are 422 amount_too_large", async () => {
    const most = await shop.pay({ amount: "9".repeat(15) })
    expect([most.status, most.json.amount]).toEqual([200, "9".repeat(15)])
    for (const amount of ["1".repeat(16), "9".repeat(400)]) {
      expect(await refusalOf({ amount })).toEqual(refused("amount_too_large", "amount"))
    }
  })

  it("is required", async () => {
    const { error } = await shop.post("/payments", { currency: "EUR", type: "one_off" })
    expect([error.code, error.param]).toEqual(["parameter_missing", "amount"])
  })

  it("is 0 for verify and more than 0 for every other type", async () => {
    const invalid = refused("parameter_invalid", "amount")
    expect(await refusalOf({ ...charge, type: "verify", amount: "1" })).toEqual(invalid)
    for (const type of ["one_off", "subscription_initial", "subscription_rebill", "moto"]) {
      expect(await refusalOf({ ...charge, type, amount: "0" })).toEqual(invalid)
    }
  })
})

describe("a currency", () => {
  it("is three upper-case letters: otherwise 422 parameter_invalid", async () => {
    for (const currency of ["eur", "EU", "EURO", "E1R", "", 978, null]) {
      const refusal = await refusalOf({ currency })
      expect([currency, refusal]).toEqual([currency, refused("parameter_invalid", "currency")])
    }
  })

  it("that is not in ISO 4217, or that no merchant account settles, is currency_unsupported", async () => {
    for (const currency of ["XXX", "ZZZ", "XAU", "DEM", "SEK"]) {
      const refusal = await refusalOf({ currency })
      expect([currency, refusal]).toEqual([currency, refused("currency_unsupported", "currency")])
    }
  })

  it("is required", async () => {
    const { error } = await shop.post("/payments", { amount: "1", type: "one_off" })
    expect([error.code, error.param]).toEqual(["parameter_missing", "currency"])
  })
})

describe("the other fields", () => {
  it("type is required, and one of the known ones", async () => {
    const { error } = await shop.post("/payments", { amount: "1", currency: "EUR" })
    expect([error.code, error.param]).toEqual(["parameter_missing", "type"])
    for (const type of ["recurring", "", null, 1]) {
      expect(await refusalOf({ type })).toEqual(refused("parameter_invalid", "type"))
    }
  })

  it("capture_method is automatic or manual", async () => {
    expect(await refusalOf({ capture_method: "later" })).toEqual(
      refused("parameter_invalid", "capture_method")
    )
  })

  it("ids have the prefix of their resource and a ULID", async () => {
    const ulid = "01KA0000000000000000000000"
    for (const [field, id] of [
      ["payment_instrument", `customer_${ulid}`],
      ["payment_instrument", "card_1"],
      ["payment_instrument", `card_${ulid.toLowerCase()}`],
      ["customer", `card_${ulid}`],
      ["checkout_session", `payment_${ulid}`],
      ["customer", 17]
    ] as const) {
      expect(await refusalOf({ [field]: id })).toEqual(refused("parameter_invalid", field))
    }
  })

  it("a session excludes a card and a manual capture", async () => {
    const checkout_session = "checkout_01KA0000000000000000000000"
    expect(await refusalOf({ ...charge, checkout_session })).toEqual(
      refused("parameter_invalid", "payment_instrument")
    )
    expect(await refusalOf({ checkout_session, capture_method: "manual" })).toEqual(
      refused("parameter_invalid", "capture_method")
    )
  })

  it("stored_credential names a known usage", async () => {
    expect(await refusalOf({ stored_credential: { usage: "often" } })).toEqual(
      refused("parameter_invalid", "stored_credential.usage")
    )
  })

  it("that are unknown are 422 parameter_unknown, each by its name", async () => {
    for (const [fields, param] of [
      [{ card_number: "x" }, "card_number"],
      [{ captureMethod: "manual" }, "captureMethod"],
      [{ "": 1 }, ""],
      [{ stored_credential: { usage: "recurring", since: "x" } }, "stored_credential.since"]
    ] as const) {
      expect(await refusalOf(fields)).toEqual(refused("parameter_unknown", param))
    }
  })

  it("without a name are reported as such", async () => {
    const { error } = await shop.pay({ "": 1 })
    expect(error.message).toMatch(/^The field "" is not a parameter of this operation\./)
  })

  it("that are wrong are all reported at once, the first of them by its code", async () => {
    const { error } = await shop.pay({ amount: "-1", currency: "eur", type: "x" })
    expect(error.code).toBe("amount_invalid_format")
    for (const field of ["amount", "currency", "type"]) expect(error.message).toContain(field)
  })
})

describe("metadata", () => {
  const invalid = refused("parameter_invalid", "metadata")

  it("has at most 50 keys of 40 characters with string values of 500", async () => {
    const keys = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`key ${n}`, "v"]))
    expect((await shop.pay({ metadata: keys(50) })).status).toBe(200)
    expect(await refusalOf({ metadata: keys(51) })).toEqual(invalid)
    expect((await shop.pay({ metadata: { ["k".repeat(40)]: "" } })).status).toBe(200)
    expect(await refusalOf({ metadata: { ["k".repeat(41)]: "" } })).toEqual(invalid)
    expect((await shop.pay({ metadata: { a: "v".repeat(500) } })).status).toBe(200)
    const long = await refusalOf({ metadata: { a: "v".repeat(501) } })
    expect(long).toEqual(refused("parameter_invalid", "metadata.a"))
  })

  it("has strings for values and is an object", async () => {
    for (const value of [1, null, true, {}, ["x"]]) {
      const refusal = await refusalOf({ metadata: { a: value } })
      expect(refusal).toEqual(refused("parameter_invalid", "metadata.a"))
    }
    for (const metadata of ["text", ["x"], null]) {
      expect(await refusalOf({ metadata })).toEqual(invalid)
    }
  })

  it("has no NUL and no lone surrogate", async () => {
    for (const text of ["a\0b", "\ud800", "a\udc00"]) {
      expect((await refusalOf({ metadata: { a: text } }))[2]).toBe("parameter_invalid")
      expect((await refusalOf({ metadata: { [text]: "a" } }))[2]).toBe("parameter_invalid")
    }
  })

  it("is reported by the merchant's own keys, in their spelling", async () => {
    expect(await refusalOf({ metadata: { orderId: 17 } })).toEqual(
      refused("parameter_invalid", "metadata.orderId")
    )
  })

  it("that holds a card number is 422 card_number_not_allowed", async () => {
    for (const text of [
      pan,
      "card 4242 4242 4242 4242, thanks",
      "4242-4242-4242-4242",
      `x${pan}x`
    ]) {
      for (const metadata of [{ note: text }, { [text]: "note" }]) {
        const { status, error } = await shop.pay({ metadata })
        expect([text, status, error.code]).toEqual([text, 422, "card_number_not_allowed"])
      }
    }
  })
})

describe("a card number", () => {
  it("is repeated by no refusal, wherever it was", async () => {
    const requests = [
      await shop.pay({ metadata: { note: pan } }),
      await shop.pay({ metadata: { [pan]: "note" } }),
      await shop.pay({ [pan]: "unknown" }),
      await shop.pay({ amount: pan }),
      await shop.pay({ currency: pan }),
      await shop.pay({ type: pan }),
      await shop.pay({ customer: pan }),
      await shop.pay({ stored_credential: { usage: pan } }),
      await shop.post(`/payments/${pan}/capture`),
      await shop.get(`/payments/${pan}`),
      await shop.get(`/payments?status=${pan}&starting_after=${pan}&limit=${pan}`),
      await shop.get(`/${pan}`)
    ]
    for (const { status, text, headers } of requests) {
      expect(status).toBeGreaterThanOrEqual(400)
      expect(text + JSON.stringify([...headers])).not.toContain(pan)
    }
  })
})
