import { Schema } from "effect"
import type { Named } from "../kernel/primitives/Named.ts"

/**
 * Why the books can't have what a provider told of its own accord:
 *
 * - `unknown_reference`: the merchant account has nothing by that reference, or the provider didn't
 *   say which dispute it is of;
 * - `not_captured`: nothing was captured yet of what was refunded or disputed;
 * - `refund_in_flight`: it may be one of our own refunds under way, or one of these took its money;
 * - `amount_mismatch`, `currency_mismatch`: not what was charged, or more than was taken;
 * - `contradicts_books`: the opposite of what the provider had said before.
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

/** What may pass by itself: the notice came before what it follows from. */
export const mayPass = (obstacle: BookingObstacle): boolean =>
  obstacle === "not_captured" || obstacle === "refund_in_flight"
