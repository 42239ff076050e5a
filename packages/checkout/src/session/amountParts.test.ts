import { describe, expect, it } from "vitest"
import { amountPartsOf } from "./amountParts.ts"
import type { PayerSession } from "./PayerApi.ts"

const partsOf = (amount_details: Required<PayerSession>["amount_details"]) =>
  amountPartsOf({ amount: "1250", amount_details })

describe("the parts of an amount", () => {
  it("begin with the sum of the items, and add up to the amount", () => {
    const parts = partsOf({
      tax_amount: "80",
      shipping_amount: "350",
      discount_amount: "300",
      duty_amount: "20"
    })
    expect(parts).toEqual([
      { part: "subtotal", amount: "1100" },
      { part: "discount", amount: "-300" },
      { part: "shipping", amount: "350" },
      { part: "tax", amount: "80" },
      { part: "duty", amount: "20" }
    ])
    expect(parts.reduce((sum, { amount }) => sum + BigInt(amount), 0n)).toBe(1250n)
  })

  it.each([null, {}, { tax_amount: "0", discount_amount: "0" }, { tax_amount: "1251" }])(
    "are not shown if there are none, or if they exceed the amount: %j",
    (details) => {
      expect(partsOf(details)).toEqual([])
    }
  )
})
