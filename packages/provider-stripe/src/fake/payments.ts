import type Stripe from "stripe"
import { type CardConduct, cardByName, cardByNumber, type FakeCard } from "./cards.ts"
import { disputeCharge } from "./disputes.ts"
import { type FakeStore, type KeptPayment, keep, newId } from "./FakeStore.ts"
import type { FormTree, FormValue } from "./form.ts"
import { chargedCard, charge as chargeObject, paymentIntent } from "./objects.ts"
import { invalid, missing, Refusal, unexpected } from "./refusals.ts"

const text = (value: FormValue | undefined): string | null =>
  typeof value === "string" && value !== "" ? value : null

const tree = (value: FormValue | undefined): FormTree =>
  typeof value === "object" && !Array.isArray(value) ? (value as FormTree) : {}

/** Metadata as a form has it. */
export const metadataIn = (form: FormTree): Record<string, string> =>
  Object.fromEntries(
    Object.entries(tree(form.metadata)).map(([name, value]) => [name, text(value) ?? ""])
  )

const leastAmounts: Readonly<Record<string, number>> = { eur: 50, usd: 50, gbp: 30, jpy: 50 }
const mostAmount = 99_999_999
const threeDecimals: ReadonlyArray<string> = ["bhd", "jod", "kwd", "omr", "tnd"]
const asTwoDecimals: ReadonlyArray<string> = ["isk", "ugx"]

/** An amount that Stripe charges in that currency. */
const amountIn = (form: FormTree, currency: string): number => {
  const written = text(form.amount)
  if (written === null || !/^\d{1,12}$/.test(written)) {
    throw invalid("Invalid integer: amount", { param: "amount", code: "parameter_invalid_integer" })
  }
  const amount = Number(written)
  const step = threeDecimals.includes(currency) ? 10 : asTwoDecimals.includes(currency) ? 100 : 1
  if (amount % step !== 0) throw invalid("Invalid decimal amount.", { param: "amount" })
  if (amount < (leastAmounts[currency] ?? 1)) {
    throw invalid("Amount must be more.", { param: "amount", code: "amount_too_small" })
  }
  if (amount > mostAmount) {
    throw invalid("Amount must be less.", { param: "amount", code: "amount_too_large" })
  }
  return amount
}

/** The card that a request names, of which Stripe charges one without a Customer once. */
const cardOf = (store: FakeStore, account: string, form: FormTree): FakeCard | null => {
  const id = text(form.payment_method)
  if (id !== null) {
    const kept = store.methods.get(id)
    const card = kept?.account === account ? kept.card : cardByName(id)
    if (card === undefined) throw missing("PaymentMethod", id)
    if (kept === undefined) return card
    const owner = kept.method.customer
    if (owner !== null && owner !== text(form.customer)) {
      throw invalid("The customer does not have the PaymentMethod.", { code: "resource_missing" })
    }
    if (owner === null && kept.isUsed) {
      throw invalid("This PaymentMethod was previously used without a Customer.")
    }
    store.methods.set(id, { ...kept, isUsed: true })
    return card
  }
  const token = text(tree(tree(form.payment_method_data).card).token)
  if (token === null) return null
  const card = store.methods.get(token)?.card ?? cardByName(token)
  if (card === undefined) throw missing("token", token)
  return card
}

const typeOf = (form: FormTree): string => {
  const allowed = form.allowed_payment_method_types
  return text(Array.isArray(allowed) ? allowed[0] : undefined) ?? "card"
}

/** Makes a payment, and charges it where the request says so. */
export const createPayment = (
  store: FakeStore,
  account: string,
  form: FormTree,
  origin: string
): KeptPayment => {
  const currency = text(form.currency)
  if (currency === null || !/^[a-z]{3}$/.test(currency)) {
    throw invalid("Missing required param: currency.", {
      param: "currency",
      code: "parameter_missing"
    })
  }
  if (form.confirm !== undefined && form.confirm !== "true" && form.confirm !== "false") {
    throw invalid("Invalid boolean: confirm", { param: "confirm" })
  }
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
    payment_method_types: [typeOf(form)],
    setup_future_usage: text(form.setup_future_usage) as null,
    statement_descriptor: text(form.statement_descriptor),
    statement_descriptor_suffix: text(form.statement_descriptor_suffix),
    status: card === null ? "requires_payment_method" : "requires_confirmation"
  })
  const kept: KeptPayment = {
    account,
    payment,
    charge: null,
    card,
    returnUrl: text(form.return_url)
  }
  store.payments.set(payment.id, kept)
  store.tell(account, "payment_intent.created", payment)
  return form.confirm === "true" ? confirmPayment(store, kept, form, origin) : kept
}

/** Charges a payment, or asks its payer. */
export const confirmPayment = (
  store: FakeStore,
  kept: KeptPayment,
  form: FormTree,
  origin: string
): KeptPayment => {
  const [type = "card"] = kept.payment.payment_method_types
  if (type === "sepa_debit") return processing(store, kept)
  const asks = type !== "card" || kept.card?.conduct._tag === "asks"
  if (!asks) return charged(store, kept)
  const { id } = kept.payment
  if (form.off_session === "true" || form.error_on_requires_action === "true") {
    return declined(store, kept, {
      _tag: "declined",
      decline_code: "authentication_required",
      code: "authentication_required"
    })
  }
  const isOnPage = form.use_stripe_sdk === "true" && type === "card"
  const url = `${origin}/_fake/authenticate/${id}`
  const asked = keep(store, kept, {
    status: "requires_action",
    next_action: isOnPage
      ? { type: "use_stripe_sdk", use_stripe_sdk: {} }
      : { type: "redirect_to_url", redirect_to_url: { url, return_url: kept.returnUrl } }
  })
  store.tell(kept.account, "payment_intent.requires_action", asked.payment)
  return asked
}

const processing = (store: FakeStore, kept: KeptPayment): KeptPayment => {
  const next = keep(store, kept, { status: "processing", next_action: null })
  store.tell(kept.account, "payment_intent.processing", next.payment)
  return next
}

const weekSeconds = 7 * 24 * 3600

/** Takes the money, or holds it; or says no. */
export const charged = (store: FakeStore, kept: KeptPayment): KeptPayment => {
  const conduct = kept.card?.conduct ?? { _tag: "approved" }
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
        ? null
        : {
            type: "card",
            card: chargedCard(card, {
              authorization_code: "123456",
              network_transaction_id: `ntx${payment.id.slice(-12)}`,
              ...(isHeld ? { capture_before: store.now() + weekSeconds } : {})
            })
          }
  })
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
  store.tell(kept.account, "charge.succeeded", made)
  store.tell(
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

/** Says no: the payment is open again, and the answer is an error with it inside. */
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
  const error = { ...said, message, charge: failed.id } as Stripe.PaymentIntent.LastPaymentError
  const next = keep(
    store,
    kept,
    { status: "requires_payment_method", last_payment_error: error, next_action: null },
    failed
  )
  store.tell(kept.account, "charge.failed", failed)
  store.tell(kept.account, "payment_intent.payment_failed", next.payment)
  throw new Refusal(402, {
    type: "card_error",
    message,
    charge: failed.id,
    payment_intent: next.payment,
    ...said
  })
}

/** The payer has answered on the page of 3-D Secure, or of their bank. */
export const answerPayment = (
  store: FakeStore,
  kept: KeptPayment,
  approves: boolean
): KeptPayment => {
  if (kept.payment.status !== "requires_action") return kept
  if (approves)
    return charged(store, {
      ...kept,
      card: kept.card && { ...kept.card, conduct: { _tag: "approved" } }
    })
  const error = {
    code: "payment_intent_authentication_failure",
    message: "The payer could not be authenticated."
  } as Stripe.PaymentIntent.LastPaymentError
  const next = keep(store, kept, {
    status: "requires_payment_method",
    last_payment_error: error,
    next_action: null
  })
  store.tell(kept.account, "payment_intent.payment_failed", next.payment)
  return next
}

/** Decides what is processing. */
export const settlePayment = (
  store: FakeStore,
  kept: KeptPayment,
  succeeds: boolean
): KeptPayment => {
  if (kept.payment.status !== "processing") return kept
  if (succeeds) return charged(store, kept)
  try {
    return declined(store, kept, {
      _tag: "declined",
      decline_code: "generic_could_not_process",
      code: "generic_could_not_process"
    })
  } catch {
    return store.payments.get(kept.payment.id) ?? kept
  }
}

/** Takes a part of what is held, or all, and releases the rest. */
export const capturePayment = (
  store: FakeStore,
  kept: KeptPayment,
  form: FormTree
): KeptPayment => {
  const { payment, charge } = kept
  if (payment.status !== "requires_capture" || charge === null) {
    throw unexpected(payment, "capture")
  }
  const amount = Number(text(form.amount_to_capture) ?? payment.amount_capturable)
  if (!Number.isInteger(amount) || amount <= 0 || amount > payment.amount_capturable) {
    throw invalid("The amount to capture is more than is capturable.", { code: "amount_too_large" })
  }
  const taken = { ...charge, captured: true, amount_captured: amount }
  const next = keep(
    store,
    kept,
    {
      status: "succeeded",
      amount_capturable: 0,
      amount_received: amount,
      metadata: { ...payment.metadata, ...metadataIn(form) }
    },
    taken
  )
  store.tell(kept.account, "charge.captured", taken)
  store.tell(kept.account, "payment_intent.succeeded", next.payment)
  return next
}

const isOpen: ReadonlySet<string> = new Set([
  "requires_payment_method",
  "requires_confirmation",
  "requires_action",
  "requires_capture"
])

/** Gives a payment up: a hold is released. */
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
  store.tell(kept.account, "payment_intent.canceled", next.payment)
  return next
}

/** A PaymentMethod's card by its number, for a form that has one. */
export const cardIn = (form: FormTree): FakeCard | null => {
  const number = text(tree(form.card).number)
  if (number === null) return null
  if (!/^\d{12,19}$/.test(number)) {
    throw new Refusal(402, {
      type: "card_error",
      code: "invalid_number",
      param: "number",
      message: "The card number is not a valid credit card number."
    })
  }
  return cardByNumber(number)
}
