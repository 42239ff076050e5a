import type Stripe from "stripe"
import type { CardConduct } from "./cards.ts"
import { disputeCharge } from "./disputes.ts"
import { type FakeStore, type KeptPayment, keep, newId } from "./FakeStore.ts"
import type { FormTree } from "./form.ts"
import { heldCard } from "./holds.ts"
import { fakeMethod, methodDetails, methodOfPayment, redirect } from "./methods.ts"
import { cardMethod, chargedCard, charge as chargeObject, paymentIntent } from "./objects.ts"
import { amountIn, cardOf, metadataIn, text, tree, typeOf } from "./paymentForms.ts"
import { invalid, Refusal, unexpected } from "./refusals.ts"
import { saveDebit } from "./savedDebits.ts"

/** Creates a payment, and confirms it if the request says so. */
export const createPayment = (
  store: FakeStore,
  account: string,
  form: FormTree,
  origin: string
): KeptPayment => {
  const currency = text(form.currency) ?? ""
  const amount = amountIn(form, currency)
  const card = cardOf(store, account, form)
  const payment = paymentIntent({
    id: newId("pi"),
    created: store.now(),
    amount,
    currency,
    capture_method: text(form.capture_method) ?? "automatic",
    customer: text(form.customer),
    description: text(form.description),
    metadata: metadataIn(form),
    payment_method: text(form.payment_method) ?? newId("pm"),
    payment_method_options: tree(form.payment_method_options) as object,
    payment_method_types: [typeOf(form)],
    ...transferOf(form, amount),
    shipping: form.shipping === undefined ? null : (tree(form.shipping) as object),
    ...(form.amount_details === undefined
      ? {}
      : { amount_details: tree(form.amount_details) as object }),
    ...(form.payment_details === undefined
      ? {}
      : { payment_details: tree(form.payment_details) as never }),
    setup_future_usage: text(form.setup_future_usage) as null,
    statement_descriptor: text(form.statement_descriptor),
    statement_descriptor_suffix: text(form.statement_descriptor_suffix),
    status: card === null ? "requires_payment_method" : "requires_confirmation"
  })
  const kept: KeptPayment = {
    account,
    payment,
    charge: null,
    captures: [],
    card,
    returnUrl: text(form.return_url)
  }
  store.payments.set(payment.id, kept)
  store.sendEvent(account, "payment_intent.created", payment)
  return form.confirm === "true" ? confirmPayment(store, kept, form, origin) : kept
}

/** Returns the transfer of a part to a connected account. */
const transferOf = (
  { transfer_data: given }: FormTree,
  whole: number
): { readonly transfer_data?: Stripe.PaymentIntent.TransferData } => {
  if (given === undefined) return {}
  const { destination: name, amount: part } = tree(given)
  const destination = text(name) ?? ""
  if (!/^acct_\w+$/.test(destination)) {
    throw invalid(`No such destination: '${destination}'`, {
      param: "transfer_data[destination]",
      code: "resource_missing"
    })
  }
  const amount = Number(text(part) ?? whole)
  if (!Number.isInteger(amount) || amount <= 0 || amount > whole) {
    throw invalid("The transfer can't be more than the payment.", {
      param: "transfer_data[amount]"
    })
  }
  return { transfer_data: { destination, amount } }
}

const isOver: ReadonlySet<string> = new Set(["canceled", "succeeded", "requires_capture"])

/** Charges a payment, or asks its payer. */
export const confirmPayment = (
  store: FakeStore,
  kept: KeptPayment,
  form: FormTree,
  origin: string
): KeptPayment => {
  if (isOver.has(kept.payment.status)) throw unexpected(kept.payment, "confirm")
  const [type = "card"] = kept.payment.payment_method_types
  const method = fakeMethod(type)
  const isSaved = method !== null && text(form.payment_method) !== null
  if (isSaved || (method !== null && method.asks === undefined)) return processing(store, kept)
  const asks = method !== null || kept.card?.conduct._tag === "asks"
  if (!asks) return charged(store, kept)
  const { id } = kept.payment
  if (form.off_session === "true") {
    return declined(store, kept, {
      _tag: "declined",
      decline_code: "authentication_required",
      code: "authentication_required"
    })
  }
  const isOnPage = form.use_stripe_sdk === "true" && type === "card"
  const url = `${origin}/_fake/authenticate/${id}`
  const { payment, returnUrl } = kept
  const asking = method?.asks ?? redirect
  const asked = keep(store, kept, {
    status: "requires_action",
    next_action: isOnPage
      ? { type: "use_stripe_sdk", use_stripe_sdk: {} }
      : asking({ now: store.now(), url, returnUrl, payment })
  })
  store.sendEvent(kept.account, "payment_intent.requires_action", asked.payment)
  return asked
}

const processing = (store: FakeStore, kept: KeptPayment): KeptPayment => {
  const next = keep(store, kept, { status: "processing", next_action: null })
  store.sendEvent(kept.account, "payment_intent.processing", next.payment)
  return next
}

/** Charges the card, holds the amount, or declines. */
const charged = (store: FakeStore, kept: KeptPayment): KeptPayment => {
  const conduct = store.declining.get(kept.account) ?? kept.card?.conduct ?? { _tag: "approved" }
  if (conduct._tag === "declined") return declined(store, kept, conduct)
  const { payment, card } = kept
  const isHeld = payment.capture_method === "manual"
  const isLess = conduct._tag === "approved_for_less" || store.takesHalf
  const amount = isLess ? Math.floor(payment.amount / 2) : payment.amount
  store.takesHalf = false
  const made = chargeObject({
    ...ofPayment(kept, store.now()),
    status: "succeeded",
    amount,
    captured: !isHeld,
    amount_captured: isHeld ? 0 : amount,
    outcome: outcome("approved_by_network", "authorized", null),
    payment_method_details:
      card === null
        ? methodDetails(payment.payment_method_types[0] ?? "")
        : {
            type: "card",
            card: chargedCard(card, {
              authorization_code: "123456",
              network_transaction_id: `ntx${payment.id.slice(-12)}`,
              ...(isHeld ? heldCard(kept, store.now(), amount) : {})
            })
          }
  })
  saveDebit(store, kept)
  const next = keep(
    store,
    kept,
    {
      status: isHeld ? "requires_capture" : "succeeded",
      amount_capturable: isHeld ? amount : 0,
      amount_received: isHeld ? 0 : amount,
      last_payment_error: null,
      next_action: null
    },
    made
  )
  store.sendEvent(kept.account, "charge.succeeded", made)
  store.sendEvent(
    kept.account,
    isHeld ? "payment_intent.amount_capturable_updated" : "payment_intent.succeeded",
    next.payment
  )
  if (conduct._tag === "disputed") disputeCharge(store, next, conduct)
  return next
}

const ofPayment = ({ payment }: KeptPayment, created: number) => ({
  id: newId("ch"),
  created,
  currency: payment.currency,
  amount: payment.amount,
  payment_intent: payment.id,
  metadata: payment.metadata,
  description: payment.description,
  payment_method: typeof payment.payment_method === "string" ? payment.payment_method : null
})

const outcome = (
  network_status: string,
  type: string,
  conduct: Extract<CardConduct, { readonly _tag: "declined" }> | null
): Stripe.Charge.Outcome => ({
  advice_code: (conduct?.advice_code as "do_not_try_again" | undefined) ?? null,
  network_advice_code: conduct?.network_advice_code ?? null,
  network_decline_code: conduct?.network_decline_code ?? null,
  network_status,
  reason: conduct?.decline_code ?? null,
  seller_message: conduct === null ? "Payment complete." : "The bank declined the payment.",
  type
})

/** Returns the changes that open a payment again with an error. */
const failing = (
  { payment, card }: KeptPayment,
  error: Stripe.PaymentIntent.LastPaymentError
): Partial<Stripe.PaymentIntent> => {
  const { payment_method: id, payment_method_types: types } = payment
  const isCard = card !== null && typeof id === "string"
  const by = isCard ? { payment_method: cardMethod({ id, created: payment.created }, card) } : {}
  return {
    status: "requires_payment_method",
    next_action: null,
    payment_method: null,
    last_payment_error: { ...error, ...by, payment_method_type: types[0] ?? "card" }
  }
}

/**
 * Declines a payment. The payment is open again, and is inside of the error that answers the call.
 */
const declined = (
  store: FakeStore,
  kept: KeptPayment,
  conduct: Extract<CardConduct, { readonly _tag: "declined" }>
): never => {
  const { _tag: _, ...said } = conduct
  const message = "Your card was declined."
  const failed = chargeObject({
    ...ofPayment(kept, store.now()),
    status: "failed",
    failure_code: said.code,
    failure_message: message,
    outcome: outcome("declined_by_network", "issuer_declined", conduct)
  })
  const error = { ...said, type: "card_error", message, charge: failed.id }
  const next = keep(store, kept, failing(kept, error), failed)
  store.sendEvent(kept.account, "charge.failed", failed)
  store.sendEvent(kept.account, "payment_intent.payment_failed", next.payment)
  throw new Refusal(402, { ...error, payment_intent: next.payment })
}

/** Records the payer's answer on the page of 3-D Secure or of their bank. */
export const answerPayment = (
  store: FakeStore,
  kept: KeptPayment,
  approves: boolean
): KeptPayment => {
  if (kept.payment.status !== "requires_action") return kept
  const method = methodOfPayment(kept)
  if (approves && method?.isSlow === true) return processing(store, kept)
  if (approves)
    return charged(store, {
      ...kept,
      card: kept.card && { ...kept.card, conduct: { _tag: "approved" } }
    })
  const error = {
    type: "invalid_request_error",
    code:
      method?.expires === true
        ? "payment_intent_payment_attempt_expired"
        : "payment_intent_authentication_failure",
    message: "The payer could not be authenticated."
  }
  const next = keep(store, kept, failing(kept, error))
  store.sendEvent(kept.account, "payment_intent.payment_failed", next.payment)
  return next
}

/** Settles a payment that is processing. The charge says why a debit failed. The error doesn't. */
export const settlePayment = (
  store: FakeStore,
  kept: KeptPayment,
  succeeds: boolean
): KeptPayment => {
  if (kept.payment.status !== "processing") return kept
  if (succeeds) return charged(store, kept)
  const failed = chargeObject({
    ...ofPayment(kept, store.now()),
    status: "failed",
    failure_code: "insufficient_funds",
    failure_message: "The account has insufficient funds.",
    outcome: {
      ...outcome("declined_by_network", "issuer_declined", null),
      network_decline_code: "AM04",
      reason: "insufficient_funds"
    }
  })
  const error = {
    type: "invalid_request_error",
    code: "payment_intent_payment_attempt_failed",
    message: "The payment failed.",
    charge: failed.id
  }
  const next = keep(store, kept, failing(kept, error), failed)
  store.sendEvent(kept.account, "charge.failed", failed)
  store.sendEvent(kept.account, "payment_intent.payment_failed", next.payment)
  return next
}
