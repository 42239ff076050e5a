import type Stripe from "stripe"
import { type CardConduct, cardByName } from "./cards.ts"
import { type FakeStore, type KeptCheck, newId } from "./FakeStore.ts"
import type { FormTree } from "./form.ts"
import { setupAttempt, setupIntent } from "./objects.ts"
import { metadataIn, text } from "./paymentForms.ts"
import { invalid, missing, Refusal } from "./refusals.ts"

/** Stores a check with its changes and its latest attempt. */
const keepCheck = (
  store: FakeStore,
  kept: KeptCheck,
  changes: Partial<Stripe.SetupIntent>,
  attempt: Stripe.SetupAttempt | null = kept.attempt
): KeptCheck => {
  const setup = { ...kept.setup, latest_attempt: attempt?.id ?? null, ...changes }
  const next = { ...kept, setup, attempt }
  store.checks.set(setup.id, next)
  return next
}

/** Returns an attempt of the check with this status, or null if the check has no card. */
const attemptOf = (
  { now }: FakeStore,
  { setup, card }: KeptCheck,
  status: string
): Stripe.SetupAttempt | null =>
  card === null
    ? null
    : setupAttempt(
        {
          id: newId("setatt"),
          created: now(),
          payment_method: String(setup.payment_method),
          setup_intent: setup.id,
          status
        },
        card
      )

/** Creates a check of a card, and asks its payer if the card requires that. */
export const createCheck = (
  store: FakeStore,
  account: string,
  form: FormTree,
  origin: string
): KeptCheck => {
  const id = text(form.payment_method)
  const method = store.methods.get(id ?? "")
  const card = method?.account === account ? method.card : cardByName(id ?? "")
  if (id !== null && card === undefined) throw missing("PaymentMethod", id)
  const setup = setupIntent({
    id: newId("seti"),
    created: store.now(),
    metadata: metadataIn(form),
    customer: text(form.customer),
    payment_method: id,
    status: card === undefined ? "requires_payment_method" : "requires_confirmation"
  })
  const returnUrl = text(form.return_url)
  const made = { account, setup, card: card ?? null, returnUrl, attempt: null }
  const kept = keepCheck(store, made, {})
  store.sendEvent(account, "setup_intent.created", kept.setup)
  if (form.confirm !== "true" || card === undefined) return kept
  const { conduct } = card
  if (conduct._tag === "declined") return declinedCheck(store, kept, conduct)
  if (conduct._tag !== "asks") return passed(store, kept)
  const url = `${origin}/_fake/authenticate/${setup.id}`
  const isOnPage = form.use_stripe_sdk === "true"
  const next_action = isOnPage
    ? { type: "use_stripe_sdk", use_stripe_sdk: {} }
    : { type: "redirect_to_url", redirect_to_url: { url, return_url: returnUrl } }
  const asked = { status: "requires_action", next_action }
  const next = keepCheck(store, kept, asked, attemptOf(store, kept, "requires_action"))
  store.sendEvent(account, "setup_intent.requires_action", next.setup)
  return next
}

const passed = (store: FakeStore, kept: KeptCheck): KeptCheck => {
  const attempt = attemptOf(store, kept, "succeeded")
  const next = keepCheck(store, kept, { status: "succeeded", next_action: null }, attempt)
  store.sendEvent(kept.account, "setup_intent.succeeded", next.setup)
  return next
}

/** Fails a check and opens it again. */
const failed = (
  store: FakeStore,
  kept: KeptCheck,
  last_setup_error: Stripe.SetupIntent.LastSetupError
): KeptCheck => {
  const open = { status: "requires_payment_method", next_action: null, payment_method: null }
  const attempt = attemptOf(store, kept, "failed")
  const next = keepCheck(store, kept, { ...open, last_setup_error }, attempt)
  store.sendEvent(kept.account, "setup_intent.setup_failed", next.setup)
  return next
}

const declinedCheck = (
  store: FakeStore,
  kept: KeptCheck,
  { _tag: _, ...said }: Extract<CardConduct, { readonly _tag: "declined" }>
): never => {
  const error = { ...said, type: "card_error", message: "Your card was declined." }
  const { setup } = failed(store, kept, error)
  throw new Refusal(402, { ...error, setup_intent: setup })
}

/** Records the payer's answer to 3-D Secure. */
export const answerCheck = (store: FakeStore, kept: KeptCheck, approves: boolean): KeptCheck => {
  if (kept.setup.status !== "requires_action") return kept
  return approves
    ? passed(store, kept)
    : failed(store, kept, {
        type: "invalid_request_error",
        code: "setup_intent_authentication_failure",
        message: "The payer could not be authenticated."
      })
}

/** Cancels a check. */
export const cancelCheck = (store: FakeStore, kept: KeptCheck): KeptCheck => {
  if (kept.setup.status === "succeeded" || kept.setup.status === "canceled") {
    throw invalid(`The SetupIntent has the status ${kept.setup.status}.`, {
      code: "setup_intent_unexpected_state",
      setup_intent: kept.setup
    })
  }
  const next = keepCheck(store, kept, { status: "canceled", next_action: null })
  store.sendEvent(kept.account, "setup_intent.canceled", next.setup)
  return next
}
