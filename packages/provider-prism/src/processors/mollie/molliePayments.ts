import { decimalMoneyIn } from "../../amounts.ts"
import { at, type Fields, textOf } from "../../fields.ts"
import type { Money, Refused } from "../../Processor.ts"

/** Returns an amount of Mollie's. */
export const moneyIn = (amount: unknown): Money | null => {
  const { value, currency } = at(amount)
  return decimalMoneyIn(value, currency)
}

/** Returns the decline of a payment that failed, was canceled or has expired. */
export const refusedIn = (body: Fields): Refused => ({
  rawCode: textOf(at(body, "details").failureReason) ?? String(body.status),
  networkCode: null,
  message: textOf(at(body, "details").failureMessage)
})
