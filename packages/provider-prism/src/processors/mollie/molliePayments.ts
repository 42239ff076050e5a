import { type Fields, fieldsIn, type HttpFailure } from "@payloom/core"
import { decimalMoneyIn } from "../../amounts.ts"
import { at, textOf } from "../../fields.ts"
import type { RawAnswer } from "../../library/PrismLibrary.ts"
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

const rejections: ReadonlySet<number> = new Set([400, 403, 404, 410, 422])

/**
 * Returns the meaning of a request that Mollie rejected before it was processed, or null for other
 * answers. The library can't read these answers.
 */
export const rejectionIn = ({ status, body }: RawAnswer): HttpFailure | null => {
  const { status: said, title, detail, field } = fieldsIn(body) ?? {}
  if (!rejections.has(status) || said !== status) return null
  return {
    _tag: "AccountUnavailable",
    reason: textOf(detail) ?? textOf(title) ?? `Mollie answered HTTP ${status}.`,
    rawCode: textOf(field) ?? `http_${status}`
  }
}
