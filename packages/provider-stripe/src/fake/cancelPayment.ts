import type Stripe from "stripe"
import { type FakeStore, type KeptPayment, keep } from "./FakeStore.ts"
import { unexpected } from "./refusals.ts"

const isOpen: ReadonlySet<string> = new Set([
  "requires_payment_method",
  "requires_confirmation",
  "requires_action",
  "requires_capture"
])

/** Cancels a payment. A hold is released. */
export const cancelPayment = (
  store: FakeStore,
  kept: KeptPayment,
  reason: Stripe.PaymentIntent.CancellationReason | null
): KeptPayment => {
  if (!isOpen.has(kept.payment.status)) throw unexpected(kept.payment, "cancel")
  const next = keep(store, kept, {
    status: "canceled",
    canceled_at: store.now(),
    cancellation_reason: reason,
    amount_capturable: 0,
    next_action: null
  })
  store.sendEvent(kept.account, "payment_intent.canceled", next.payment)
  return next
}
