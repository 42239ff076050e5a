import type { AmountPart } from "../texts/Texts.ts"
import type { PayerSession } from "./PayerApi.ts"

/** A part of the amount in minor units. A discount is negative. */
export interface PartOfAmount {
  readonly part: AmountPart
  readonly amount: string
}

/**
 * Returns the parts of a session's amount that no item has, after the sum of the items. Parts of 0
 * are left out. Returns an empty list if there are no parts, or if they can't be parts of the
 * amount.
 */
export const amountPartsOf = ({
  amount,
  amount_details: details
}: Pick<PayerSession, "amount" | "amount_details">): ReadonlyArray<PartOfAmount> => {
  const { discount_amount, shipping_amount, tax_amount, duty_amount } = details ?? {}
  const parts = (
    [
      ["discount", -BigInt(discount_amount ?? 0)],
      ["shipping", BigInt(shipping_amount ?? 0)],
      ["tax", BigInt(tax_amount ?? 0)],
      ["duty", BigInt(duty_amount ?? 0)]
    ] as const
  ).filter(([, part]) => part !== 0n)
  const subtotal = parts.reduce((rest, [, part]) => rest - part, BigInt(amount))
  if (parts.length === 0 || subtotal < 0n) return []
  return [["subtotal", subtotal] as const, ...parts].map(([part, value]) => ({
    part,
    amount: String(value)
  }))
}
