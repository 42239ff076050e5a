import type Stripe from "stripe"
import { type CardConduct, cardByName } from "./cards.ts"
import { type FakeStore, type KeptCheck, newId } from "./FakeStore.ts"
import type { FormTree } from "./form.ts"
import { setupIntent } from "./objects.ts"
import { metadataIn, text } from "./paymentForms.ts"
import { invalid, missing, Refusal } from "./refusals.ts"

const keepCheck = (
  store: FakeStore,
  kept: KeptCheck,
  changes: Partial<Stripe.SetupIntent>
): KeptCheck => {
  const next = { ...kept, setup: { ...kept.setup, ...changes } }
  store.checks.set(next.setup.id, next)
  return next
}

/** Checks a card, and asks its payer where it has to. */
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
  const kept = keepCheck(store, { account, setup, card: card ?? null, returnUrl }, {})
  if (form.confirm !== "true" || card === undefined) return kept
  const { conduct } = card
  if (conduct._tag === "declined") return declinedCheck(store, kept, conduct)
  if (conduct._tag !== "asks") return passed(store, kept)
  const url = `${origin}/_fake/authenticate/${setup.id}`
  const isOnPage = form.use_stripe_sdk === "true"
  return keepCheck(store, kept, {
    status: "requires_action",
    next_action: isOnPage
      ? { type: "use_stripe_sdk", use_stripe_sdk: {} }
      : { type: "redirect_to_url", redirect_to_url: { url, return_url: returnUrl } }
  })
}

const passed = (store: FakeStore, kept: KeptCheck): KeptCheck => {
  const next = keepCheck(store, kept, { status: "succeeded", next_action: null })
  store.tell(kept.account, "setup_intent.succeeded", next.setup)
  return next
}

const declinedCheck = (
  store: FakeStore,
  kept: KeptCheck,
  { _tag: _, ...said }: Extract<CardConduct, { readonly _tag: "declined" }>
): never => {
  const message = "Your card was declined."
  const next = keepCheck(store, kept, {
    status: "requires_payment_method",
    next_action: null,
    last_setup_error: { ...said, message } as Stripe.SetupIntent.LastSetupError
  })
  store.tell(kept.account, "setup_intent.setup_failed", next.setup)
  throw new Refusal(402, { type: "card_error", message, setup_intent: next.setup, ...said })
}

/** The payer has answered. */
export const answerCheck = (store: FakeStore, kept: KeptCheck, approves: boolean): KeptCheck => {
  if (kept.setup.status !== "requires_action") return kept
  if (approves) return passed(store, kept)
  const code = "setup_intent_authentication_failure"
  const next = keepCheck(store, kept, {
    status: "requires_payment_method",
    next_action: null,
    last_setup_error: { code, message: "Not authenticated." } as Stripe.SetupIntent.LastSetupError
  })
  store.tell(kept.account, "setup_intent.setup_failed", next.setup)
  return next
}

/** Gives a check up. */
export const cancelCheck = (store: FakeStore, kept: KeptCheck): KeptCheck => {
  if (kept.setup.status === "succeeded" || kept.setup.status === "canceled") {
    throw invalid(`It has the status ${kept.setup.status}.`, {
      code: "setup_intent_unexpected_state",
      setup_intent: kept.setup
    })
  }
  const next = keepCheck(store, kept, { status: "canceled", next_action: null })
  store.tell(kept.account, "setup_intent.canceled", next.setup)
  return next
}
