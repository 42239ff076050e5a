import type { TestCardName } from "./testCards.ts"

const cards = {
  /** Every charge is approved at once, and every modification succeeds. */
  approve: [
    "approved",
    "approved_debit",
    "approved_germany",
    "approved_mastercard",
    "approved_amex",
    "approved_discover",
    "approved_jcb",
    "address_mismatch",
    "short_hold",
    "increment_declined",
    "network_token_refused"
  ],
  /** Every charge is declined. */
  decline: [
    "insufficient_funds",
    "card_declined",
    "fraud",
    "lost_card",
    "stolen_card",
    "do_not_honor",
    "expired_card",
    "invalid_card",
    "incorrect_cvc",
    "limit_exceeded",
    "currency_not_supported",
    "authentication_failed",
    "unmapped_decline",
    "network_never"
  ],
  /** The primary account doesn't charge it. Every other account does. */
  cascade: ["cascade", "not_sent"],
  /** No account charges it, and each decline cascades to the next account. */
  fail_everywhere: [
    "cascade_exhausted",
    "not_sent_anywhere",
    "issuer_unavailable",
    "processing_error",
    "network_later",
    "network_fix"
  ],
  /** The outcome of the charge is unknown at first. */
  leave_doubt: ["timeout_charged", "timeout_not_charged", "lost_answer", "late_charge"],
  /** The outcome is clear, and takes seconds. */
  take_time: ["pending", "pending_declined", "slow"],
  /** Approved for half of the amount, if the payment accepts that. Otherwise declined. */
  approve_a_part: ["approved_in_part"],
  /** Approved for another amount than requested. A person has to check it. */
  charge_otherwise: ["wrong_amount"],
  /**
   * At a checkout the payer, or their device, is authenticated first. A saved card may be
   * declined.
   */
  authenticate: [
    "authentication_required",
    "step_up",
    "three_ds_challenge",
    "three_ds_frictionless",
    "three_ds_rejected",
    "three_ds_unavailable"
  ],
  /** Approved. A capture fails or has an unknown outcome. */
  trip_captures: [
    "capture_fails",
    "hold_expired",
    "capture_timeout_done",
    "capture_timeout_not_done"
  ],
  /** Approved. A void fails or has an unknown outcome. */
  trip_voids: ["void_fails", "void_timeout_done", "void_timeout_not_done"],
  /** Approved. A refund fails, takes time, is reversed or has an unknown outcome. */
  trip_refunds: [
    "refund_fails",
    "refund_pending",
    "refund_pending_fails",
    "refund_reversed",
    "refund_timeout_done",
    "refund_timeout_not_done"
  ]
} as const satisfies Readonly<Record<string, ReadonlyArray<TestCardName>>>

/** The behavior of a test card, in a word. */
export type CardDeed = keyof typeof cards

/**
 * The test cards by behavior. Each card is in one list.
 *
 * @example
 * ```ts
 * it.each(testCardsThat.decline)("an order that %s pays is not shipped", …)
 * ```
 */
export const testCardsThat: Readonly<Record<CardDeed, ReadonlyArray<TestCardName>>> = cards
