import { Result, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { CreateCheckoutSession } from "../../checkout/sessions/createCheckoutSessionInput.ts"
import { CreatePayment } from "../../payments/operations/createPaymentInput.ts"
import { inputChecker, inputDecoder } from "./decodeInput.ts"
import type { InvalidInput } from "./InvalidInput.ts"
import { inWireNames } from "./wireNames.ts"

const decode = inputDecoder(CreatePayment)
const check = inputChecker(CreatePayment) as (input: unknown) => ReturnType<typeof decode>

const refusal = (result: Result.Result<unknown, InvalidInput>): InvalidInput =>
  Result.getOrThrow(Result.flip(result))

const body = { amount: "100", currency: "EUR", type: "one_off" }
const call = { amount: 100n, currency: "EUR", type: "one_off" }

describe("an error about input", () => {
  it("lists ten issues, then the number of the others", () => {
    const fields = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`x${n}`, 1]))
    const { message, issues } = refusal(decode({ ...body, ...fields }))
    expect(issues).toHaveLength(10)
    expect(message.match(/x\d+ is not a parameter of this operation\./g)).toHaveLength(10)
    expect(message.match(/Its parameters are /g)).toHaveLength(1)
    expect(message.endsWith(" And 4990 more.")).toBe(true)
    expect(message.length).toBeLessThan(1000)
  })

  it("lists all of ten issues, and counts one more for eleven", () => {
    const fields = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`x${n}`, 1]))
    expect(refusal(decode({ ...body, ...fields(10) })).message).not.toContain("more")
    expect(refusal(decode({ ...body, ...fields(11) })).message).toContain("And 1 more.")
  })

  it("lists the parameters of a checkout session, which has the most of them", () => {
    const session = inputDecoder(CreateCheckoutSession)({ return_url: "https://shop.example" })
    expect(refusal(session).message).toContain("success_url")
  })

  it("does not repeat names of more than 200 characters", () => {
    const [at, over] = ["y".repeat(200), "y".repeat(201)]
    expect(refusal(decode({ ...body, [at]: 1 })).param).toBe(at)
    const { param, message } = refusal(decode({ ...body, [over]: 1 }))
    expect(param).toBeNull()
    expect(message).toMatch(/^A field is not a parameter of this operation\. Its parameters are /)
  })

  it("does not repeat names that look like a secret key or a card number", () => {
    const secret = `sk_test_${"a".repeat(43)}`
    for (const name of [secret, `x ${secret}`, "4242 4242 4242 4242"]) {
      const { param, message } = refusal(decode({ ...body, [name]: 1 }))
      expect(param).toBeNull()
      expect(message).toMatch(/^A field is not a parameter of this operation\. Its parameters are /)
    }
    const key = refusal(decode({ ...body, metadata: { [secret]: 5 } }))
    expect(JSON.stringify(key)).not.toContain("sk_test")
  })

  it("has the wire's field names if the input came from the wire", () => {
    const wrong = { ...body, capture_method: "later", payment_instrument: "x" }
    const { message, issues } = refusal(decode(wrong))
    expect(issues.map(({ param }) => param)).toEqual(["capture_method", "payment_instrument"])
    expect(message).toContain('capture_method must be one of automatic, manual, but is "later".')
    const beside = { ...body, checkout_session: `checkout_${"0".repeat(26)}` }
    expect(refusal(decode({ ...beside, capture_method: "manual" })).message).toBe(
      "capture_method can't be manual beside checkout_session."
    )
  })

  it("has the library's field names if the input came from a call", () => {
    const wrong = { ...call, captureMethod: "later", paymentInstrument: "x" }
    const { issues } = refusal(check(wrong))
    expect(issues.map(({ param }) => param)).toEqual(["captureMethod", "paymentInstrument"])
    const beside = { ...call, checkoutSession: `checkout_${"0".repeat(26)}` }
    expect(refusal(check({ ...beside, captureMethod: "manual" })).message).toBe(
      "captureMethod can't be manual beside checkoutSession."
    )
  })

  it("is put into the wire's spelling once, and keeps names that were given", () => {
    const given = refusal(decode({ ...body, someThing: 1 }))
    expect(inWireNames(given).param).toBe("someThing")
    const called = refusal(check({ ...call, captureMethod: "later" }))
    expect(inWireNames(called)).toMatchObject({
      param: "capture_method",
      message: 'capture_method must be one of automatic, manual, but is "later".'
    })
  })

  it.each<readonly [message: RegExp, input: unknown]>([
    [
      /^amount must be a bigint that counts .* 1250n for 12\.50 EUR, but is the number 100\.$/,
      { ...call, amount: 100 }
    ],
    [
      /^amount must be a bigint that counts .* 1250n for 12\.50 EUR, but is "12\.50"\.$/,
      { ...call, amount: "12.50" }
    ],
    [
      /^type must be one of one_off, subscription_initial, .*verify, but is "gift"\.$/,
      { ...call, type: "gift" }
    ],
    [/^metadata must be an object, but is a string of 1 character\.$/, { ...call, metadata: "m" }],
    [
      /^metadata\.a must be a string of at most 500 characters, but is a number\.$/,
      { ...call, metadata: { a: 1 } }
    ],
    [/usage must be one of recurring, unscheduled/, { ...call, storedCredential: { usage: "x" } }],
    [
      /^amount is required: a bigint that counts minor units, such as 1250n for 12\.50 EUR\.$/,
      { currency: "EUR", type: "one_off" }
    ],
    [/^The input must be an object with amount, currency, type, but is "payment"\.$/, "payment"]
  ])("says what is allowed: %s", (message, input) => {
    expect(refusal(check(input)).message).toMatch(message)
  })

  it("lists the members of an enumeration, also over HTTP and in lists", () => {
    const decodeList = inputDecoder(Schema.Struct({ status: Schema.Array(Schema.Literals(["a"])) }))
    expect(refusal(decode({ ...body, type: "gift" })).message).toContain("one of one_off, ")
    expect(refusal(decodeList({ status: ["b"] })).message).toBe('status must be a, but is "b".')
  })
})
