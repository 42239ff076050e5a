/** What the bank answers and sends, as its documentation would have it. */

/** A charge. Amounts are whole numbers as text; an ISK has 100 aurar here. */
export interface BankCharge {
  readonly id: string
  /** The caller's own; within 24 hours the same reference is the same charge. */
  readonly reference: string
  readonly status:
    | "waiting"
    | "pending"
    | "held"
    | "taken"
    | "released"
    | "lapsed"
    | "declined"
    | "canceled"
  readonly amount: string
  /** What was taken in all, refunded or not. */
  readonly taken: string
  /** What of it was given back. */
  readonly refunded: string
  readonly currency: string
  /** Why it is declined, in the bank's own codes. */
  readonly code: string | null
  /** The scheme's response code, where the issuer was asked. */
  readonly scheme_code: string | null
  readonly scheme_reference: string | null
  readonly message: string | null
  /** Milliseconds since the epoch; null where nothing is held. */
  readonly held_until: number | null
  /** The page on which a payer approves while it is `waiting`, and until when. */
  readonly pay_at: string
  readonly pay_until: number
}

/** A capture, void or refund. */
export interface BankModification {
  readonly id: string
  readonly kind: "capture" | "void" | "refund"
  /** The caller's own; within 24 hours the same reference is the same modification. */
  readonly reference: string
  readonly status: "done" | "failed"
  readonly amount: string
  readonly currency: string
  /** Why it failed. */
  readonly code: string | null
}

/** A card that the bank keeps, by the token that its field in the payer's browser made. */
export interface BankCard {
  readonly brand: string
  readonly last4: string
  readonly exp_month: number
  readonly exp_year: number
  readonly funding: string
  readonly country: string
}

/**
 * What the bank posts to the address of an account. `bank-timestamp` is when, in milliseconds since
 * the epoch; `bank-signature` is the HMAC-SHA256 of `timestamp.body` under the account's secret.
 */
export type BankEvent =
  | { readonly id: string; readonly charge: BankCharge }
  | { readonly id: string; readonly modification: BankModification }
