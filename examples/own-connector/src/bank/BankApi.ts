/** The bank's answers and events, as its documentation defines them. */

/** A charge. Amounts are strings of whole numbers. An ISK has 100 aurar here. */
export interface BankCharge {
  readonly id: string
  /** The caller's reference. Within 24 hours, the same reference means the same charge. */
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
  /** The captured amount, before refunds. */
  readonly taken: string
  /** The refunded amount. */
  readonly refunded: string
  readonly currency: string
  /** The reason of a decline, as one of the bank's codes. */
  readonly code: string | null
  /** The scheme's response code. Null if the issuer didn't answer. */
  readonly scheme_code: string | null
  readonly scheme_reference: string | null
  readonly message: string | null
  /**
   * The end of the authorization in milliseconds since the epoch. Null without an authorization.
   */
  readonly held_until: number | null
  /** The page on which a payer approves while the charge is `waiting`. */
  readonly pay_at: string
  readonly pay_until: number
}

/** A capture, void or refund. */
export interface BankModification {
  readonly id: string
  readonly kind: "capture" | "void" | "refund"
  /** The caller's reference. Within 24 hours, the same reference means the same modification. */
  readonly reference: string
  readonly status: "done" | "failed"
  readonly amount: string
  readonly currency: string
  /** The reason of a failure. */
  readonly code: string | null
}

/** A card that the bank keeps. The bank's field in the payer's browser made its token. */
export interface BankCard {
  readonly brand: string
  readonly last4: string
  readonly exp_month: number
  readonly exp_year: number
  readonly funding: string
  readonly country: string
}

/**
 * An event that the bank posts to the address of an account. `bank-timestamp` is the time in
 * milliseconds since the epoch. `bank-signature` is the HMAC-SHA256 of `timestamp.body` with the
 * account's secret.
 */
export type BankEvent =
  | { readonly id: string; readonly charge: BankCharge }
  | { readonly id: string; readonly modification: BankModification }
