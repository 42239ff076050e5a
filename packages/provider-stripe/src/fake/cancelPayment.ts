import type Stripe from "stripe"
import { type FakeStore, type KeptPayment, keep } from "./FakeStore.ts"
import { unexpected } from "./refusals.ts"

const isOpen: ReadonlySet<string> = new Set([
  "requires_payment_method",
  "requires_confirmation",
  "requires_action",
  "requires_capture"
])

/**
 * Cancels a payment. A hold is released. If a part of it was captured, the payment succeeds with
 * that part.
 */
export const cancelPayment = (
  store: FakeStore,
  kept: KeptPayment,
  reason: Stripe.PaymentIntent.CancellationReason | null
): KeptPayment => {
  if (!isOpen.has(kept.payment.status)) throw unexpected(kept.payment, "cancel")
  if (kept.payment.amount_received > 0) return endedInPart(store, kept)
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

const endedInPart = (store: FakeStore, kept: KeptPayment): KeptPayment => {
  const charge = kept.charge && { ...kept.charge, captured: true }
  const next = keep(store, kept, { status: "succeeded", amount_capturable: 0 }, charge)
  store.sendEvent(kept.account, "payment_intent.succeeded", next.payment)
  return next
}
