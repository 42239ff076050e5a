import { describe, expect, it } from "vitest"
import type { Ask } from "../../Processor.ts"
import { lookUpRapyd, lookUpRapydRefund } from "./rapydLookups.ts"

const ids = "01J0000000000000000000000A"
const reference = `attempt_${ids}`
const mid = { id: "mid_1", credentials: "main" }
const day = 24 * 3_600_000

const payment = (changes: object = {}) => ({
  id: "payment_1",
  status: "CLO",
  amount: 12.5,
  original_amount: 12.5,
  currency_code: "EUR",
  merchant_reference_id: reference,
  created_at: 1000,
  ...changes
})

/** Answers each path with the data of the first pattern that it matches. */
const asking = (answers: ReadonlyArray<readonly [RegExp, unknown]>) => {
  const asked: Array<string> = []
  const ask: Ask = async (path) => {
    asked.push(path)
    const found = answers.find(([pattern]) => pattern.test(path))
    const body = JSON.stringify({ data: found?.[1] })
    return { status: found === undefined ? 400 : 200, headers: {}, body }
  }
  return { ask, asked }
}

const lookUp = (listed: unknown, changes: { providerReference?: string; askedAt?: number } = {}) =>
  lookUpRapyd(
    asking([
      [/^v1\/payments\?/, listed],
      [/^v1\/payments\/payment_1$/, payment()]
    ]).ask,
    {
      mid,
      reference,
      providerReference: null,
      created: 0,
      amount: 1250n,
      currency: "EUR",
      type: "one_off",
      capture: true,
      ...changes
    }
  )

describe("a look-up of a payment at Rapyd", () => {
  it("is Absent only if the list was read to its end, and isn't older than the list", async () => {
    expect(await lookUp([])).toEqual({ _tag: "Absent" })
    expect(await lookUp([], { askedAt: 100 * day })).toMatchObject({ _tag: "Unavailable" })
    expect(await lookUp({})).toMatchObject({ _tag: "Unavailable" })
  })

  it("reads older pages if the list isn't filtered, and has to be in order", async () => {
    const other = payment({ merchant_reference_id: "order 7" })
    expect(await lookUp([other])).toEqual({ _tag: "Absent" })
    const full = Array.from({ length: 100 }, () => other)
    expect(await lookUp(full)).toMatchObject({ _tag: "Unavailable" })
    const disordered = full.map((each, index) => ({ ...each, created_at: index }))
    expect(await lookUp(disordered)).toMatchObject({ _tag: "Unavailable" })
  })

  it("finds the payment that lasts, and is Unavailable if there are several", async () => {
    const failed = payment({ id: "payment_2", status: "ERR" })
    expect(await lookUp([failed, payment()])).toMatchObject({
      state: "captured",
      providerReference: "payment_1",
      amountCaptured: 1250n
    })
    const twice = [payment(), payment({ id: "payment_3" })]
    expect(await lookUp(twice)).toMatchObject({ _tag: "Unavailable" })
  })

  it("asks by the payment's id if it is known, and checks our reference", async () => {
    expect(await lookUp([], { providerReference: "payment_1" })).toMatchObject({ _tag: "Found" })
    expect(await lookUp([], { providerReference: "payment_9" })).toMatchObject({
      _tag: "Unavailable"
    })
  })

  it.each([
    [{ status: "ACT", next_action: "3d_verification", amount: 0 }, "requires_action"],
    [{ status: "ACT", next_action: "not_applicable", amount: 0 }, "pending"],
    [{ status: "NEW", amount: 0 }, "pending"],
    [{ status: "ERR", amount: 0, error_code: "ERROR_PROCESSING_CARD - [05]" }, "declined"],
    [{ status: "CAN", amount: 0 }, "declined"],
    [{ status: "REV", amount: 0 }, "voided"],
    [{ refunded_amount: 12.5 }, "refunded"],
    [{ refunded_amount: 5 }, "captured"]
  ])("finds %j as %s", async (changes, state) => {
    expect(await lookUp([payment(changes)])).toMatchObject({ state, amount: 1250n })
  })

  it("is Unavailable in a state that the connector doesn't know", async () => {
    expect(await lookUp([payment({ status: "UND" })])).toMatchObject({ _tag: "Unavailable" })
  })
})

describe("a look-up of a refund at Rapyd", () => {
  const refunds = (count: number, createdAt: (index: number) => number) =>
    Array.from({ length: count }, (_, index) => ({
      id: `refund_${index}`,
      status: "Completed",
      merchant_reference_id: "another",
      created_at: createdAt(index)
    }))
  const find = async (answers: ReadonlyArray<readonly [RegExp, unknown]>) => {
    const { ask, asked } = asking([...answers, [/^v1\/payments\//, payment()]])
    const found = await lookUpRapydRefund(ask, {
      kind: "refund",
      reference: `refund_${ids}`,
      providerReference: null,
      charge: { mid, reference, providerReference: "payment_1" }
    })
    return { found, pages: asked.filter((path) => path.startsWith("v1/refunds")) }
  }
  const ours = { id: "refund_x", status: "Pending", merchant_reference_id: `refund_${ids}` }

  it("reads pages of older refunds until it is found", async () => {
    const full = refunds(100, () => 2000)
    const { found, pages } = await find([
      [/ending_before=refund_99$/, [ours]],
      [/^v1\/refunds\?limit=100$/, full]
    ])
    expect(found).toMatchObject({ state: "pending", providerReference: "refund_x" })
    expect(pages).toEqual(["v1/refunds?limit=100", "v1/refunds?limit=100&ending_before=refund_99"])
  })

  it("is Absent at the end of the list, or once refunds are older than the payment", async () => {
    expect((await find([[/^v1\/refunds/, refunds(3, () => 2000)]])).found._tag).toBe("Absent")
    const older = refunds(100, (index) => 450 - index)
    expect((await find([[/^v1\/refunds/, older]])).found._tag).toBe("Absent")
  })

  it("is Unavailable if the list can't be read, or isn't in order", async () => {
    expect((await find([])).found._tag).toBe("Unavailable")
    const disordered = refunds(100, (index) => 900 + index)
    expect((await find([[/^v1\/refunds/, disordered]])).found._tag).toBe("Unavailable")
  })
})
