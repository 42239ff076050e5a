import type { Fields } from "@payloom/core"
import { textOf } from "../../fields.ts"
import type { Refused } from "../../Processor.ts"

const advice = {
  do_not_try_again: "never",
  try_again_later: "later",
  confirm_card_data: "fix"
} as const

/** Returns the decline in an error of Stripe's. */
export const refusedIn = (error: Fields): Refused | null => {
  const rawCode = textOf(error.decline_code) ?? textOf(error.code)
  if (rawCode === null) return null
  const advised = advice[textOf(error.advice_code) as keyof typeof advice]
  return {
    rawCode,
    networkCode: textOf(error.network_decline_code),
    message: textOf(error.message),
    ...(advised === undefined ? {} : { networkAdvice: advised })
  }
}
