import type Stripe from "stripe"
import { type FakeStore, type KeptPayment, keep } from "./FakeStore.ts"
import type { FormTree } from "./form.ts"
import { metadataIn, text } from "./paymentForms.ts"
import { invalid, Refusal, unexpected } from "./refusals.ts"

const weekSeconds = 7 * 24 * 3600

/** The part of a hold by which it can be over-captured, in percent. */
const overPercent = 15

type CardDetails = Stripe.Charge.PaymentMethodDetails.Card

/**
 * Returns the end and the features of a card's hold. A feature is available if the request asked
 * for it and the card has it.
 */
export const heldCard = (
  { payment, card }: KeptPayment,
  now: number,
  amount: number
): Partial<CardDetails> => {
  const wanted = payment.payment_method_options?.card
  const has = (feature: string | undefined): boolean =>
    feature === "if_available" && card?.conduct._tag !== "plain_hold"
  const status = (isAvailable: boolean) => (isAvailable ? "available" : "unavailable")
  const isOver = has(wanted?.request_overcapture)
  return {
    amount_authorized: amount,
    capture_before: now + weekSeconds,
    multicapture: { status: status(has(wanted?.request_multicapture)) },
    incremental_authorization: { status: status(has(wanted?.request_incremental_authorization)) },
    overcapture: {
      status: status(isOver),
      maximum_amount_capturable: isOver ? amount + Math.floor((amount * overPercent) / 100) : amount
    }
  }
}

const cardOf = (charge: Stripe.Charge | null) => charge?.payment_method_details?.card

/**
 * Captures a part of a hold, or all of it. The rest is released, unless the capture is not final.
 */
export const capturePayment = (
  store: FakeStore,
  kept: KeptPayment,
  form: FormTree
): KeptPayment => {
  const { payment, charge } = kept
  if (payment.status !== "requires_capture" || charge === null) {
    throw unexpected(payment, "capture")
  }
  const isFinal = form.final_capture !== "false"
  if (!isFinal && cardOf(charge)?.multicapture?.status !== "available") {
    throw invalid("This PaymentIntent can't be captured multiple times.")
  }
  const amount = Number(text(form.amount_to_capture) ?? payment.amount_capturable)
  if (!Number.isInteger(amount) || amount <= 0 || amount > mostOf(payment, charge)) {
    throw invalid("The amount to capture is more than is capturable.", { code: "amount_too_large" })
  }
  const amount_received = payment.amount_received + amount
  const left = Math.max(payment.amount_capturable - amount, 0)
  const isOver = isFinal || left === 0
  const taken = { ...charge, captured: isOver, amount_captured: amount_received }
  const captures = [...kept.captures, { amount, metadata: metadataIn(form) }]
  const next = keep(
    store,
    { ...kept, captures },
    {
      status: isOver ? "succeeded" : "requires_capture",
      amount_capturable: isOver ? 0 : left,
      amount_received,
      metadata: { ...payment.metadata, ...metadataIn(form) }
    },
    taken
  )
  store.sendEvent(kept.account, isOver ? "charge.captured" : "charge.updated", taken)
  store.sendEvent(
    kept.account,
    isOver ? "payment_intent.succeeded" : "payment_intent.amount_capturable_updated",
    next.payment
  )
  return next
}

/** Returns the most that the next capture may take. */
const mostOf = (payment: Stripe.PaymentIntent, charge: Stripe.Charge): number => {
  const { status, maximum_amount_capturable: most = 0 } = cardOf(charge)?.overcapture ?? {}
  return status === "available" ? most - payment.amount_received : payment.amount_capturable
}

/** Raises the amount of a hold to a new total, or declines that. */
export const incrementPayment = (
  store: FakeStore,
  kept: KeptPayment,
  form: FormTree
): KeptPayment => {
  const { payment, charge, card } = kept
  const isOpen = payment.status === "requires_capture" && payment.amount_received === 0
  if (!isOpen || charge === null) throw unexpected(payment, "increment")
  const held = cardOf(charge)
  if (held === undefined || held.incremental_authorization?.status !== "available") {
    throw invalid("This PaymentIntent can't be incremented.")
  }
  const amount = Number(text(form.amount))
  if (!Number.isInteger(amount) || amount <= payment.amount) {
    throw invalid("The amount must be greater than the authorized amount.", { param: "amount" })
  }
  if (card?.conduct._tag === "increment_declined") {
    throw new Refusal(402, {
      type: "card_error",
      code: "card_declined",
      decline_code: "insufficient_funds",
      message: "Your card was declined.",
      payment_intent: payment
    })
  }
  const raised = {
    ...charge,
    amount,
    payment_method_details: {
      type: "card",
      card: { ...held, ...heldCard(kept, store.now(), amount) }
    }
  }
  const metadata = { ...payment.metadata, ...metadataIn(form) }
  const next = keep(store, kept, { amount, amount_capturable: amount, metadata }, raised)
  store.sendEvent(kept.account, "charge.updated", raised)
  store.sendEvent(kept.account, "payment_intent.amount_capturable_updated", next.payment)
  return next
}
