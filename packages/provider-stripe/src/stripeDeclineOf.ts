import type { NetworkAdvice } from "@payloom/core"

/** What Stripe says of a decline, in an error or on an intent. */
interface SaidOfDecline {
  readonly code?: string | undefined
  readonly decline_code?: string | undefined
  readonly message?: string | undefined
  readonly advice_code?: string | undefined
  readonly network_decline_code?: string | undefined
  readonly network_advice_code?: string | undefined
}

/** A decline as the port has it. */
export interface StripeDecline {
  readonly rawCode: string
  readonly networkCode: string | null
  readonly networkAdvice: NetworkAdvice | null
  readonly message: string | null
}

/** Stripe's `advice_code` (docs.stripe.com/declines/codes). */
export const adviceCodes: Readonly<Record<string, NetworkAdvice>> = {
  confirm_card_data: "fix",
  do_not_try_again: "never",
  try_again_later: "later"
}

/** Mastercard's merchant advice codes, which Stripe hands on as `network_advice_code`. */
export const networkAdviceCodes: Readonly<Record<string, NetworkAdvice>> = {
  "01": "fix",
  "02": "later",
  "03": "never",
  "04": "fix",
  "05": "fix",
  "21": "never",
  "24": "later",
  "25": "later",
  "26": "later",
  "27": "later",
  "28": "later",
  "29": "later",
  "30": "later",
  "40": "never",
  "41": "never",
  "42": "never",
  "43": "later"
}

const own = <A>(table: Readonly<Record<string, A>>, key: string | undefined): A | null =>
  key !== undefined && Object.hasOwn(table, key) ? (table[key] ?? null) : null

/** Why something was declined. */
export const declineOf = (said: SaidOfDecline): StripeDecline => ({
  rawCode: said.decline_code ?? said.code ?? "unknown",
  networkCode: said.network_decline_code ?? null,
  networkAdvice:
    own(adviceCodes, said.advice_code) ?? own(networkAdviceCodes, said.network_advice_code),
  message: said.message ?? null
})
