import { Schema } from "effect"
import type { Named } from "../kernel/primitives/Named.ts"

/**
 * The reasons why a notification of a provider can't be booked:
 *
 * - `unknown_reference`: the merchant account has nothing with this reference, or the provider
 *   didn't say which dispute it is about.
 * - `not_captured`: the refunded or disputed charge has not been captured yet.
 * - `refund_in_flight`: it may be one of our own refunds in flight, or one of these took its money.
 * - `amount_mismatch`, `currency_mismatch`: it differs from the charge, or exceeds what was taken.
 * - `contradicts_books`: it is the opposite of an earlier notification.
 */
export const BookingObstacle = Schema.Literals([
  "unknown_reference",
  "not_captured",
  "refund_in_flight",
  "amount_mismatch",
  "currency_mismatch",
  "contradicts_books"
])
export type BookingObstacle = Named<typeof BookingObstacle.Type>

/** Returns true if an obstacle may resolve itself, because notifications came out of order. */
export const mayPass = (obstacle: BookingObstacle): boolean =>
  obstacle === "not_captured" || obstacle === "refund_in_flight"
