import type { BankForm, Received } from "./BankForm.ts"
import type { BankRequest, Charge, Effect } from "./Books.ts"

/** Returns a payment intent, with the fields that a connector to Stripe reads. */
export const intentOf = ({ id, amount, taken }: Charge) => ({
  id,
  object: "payment_intent",
  amount,
  amount_capturable: taken > 0 ? 0 : amount,
  amount_received: taken,
  capture_method: "manual",
  client_secret: `${id}_secret`,
  created: 0,
  currency: "eur",
  latest_charge: null,
  livemode: false,
  metadata: {},
  payment_method: "pm_card",
  payment_method_types: ["card"],
  status: taken > 0 ? "succeeded" : "requires_capture"
})

const viewOf = (effect: Effect, charge: Charge) =>
  effect.kind === "refund"
    ? {
        id: effect.id,
        object: "refund",
        amount: effect.amount,
        currency: "eur",
        metadata: {},
        payment_intent: charge.id,
        status: "succeeded"
      }
    : intentOf(charge)

const requestOf = ({ path, key, body }: Received): BankRequest => {
  const form = new URLSearchParams(body)
  const [, , kind, intent, action] = path.split("/")
  const amount = Number(form.get("amount_to_capture") ?? form.get("amount"))
  if (kind === "refunds") {
    return { kind: "refund", key, charge: form.get("payment_intent") ?? "", amount }
  }
  if (intent === undefined) return { kind: "hold", key, order: String(amount), amount }
  return { kind: action === "capture" ? "capture" : "void", key, charge: intent, amount }
}

/** The paths, forms and answers of Stripe's API, below `/v1`. */
export const stripeForm: BankForm = {
  requestOf,
  viewOf,
  refused: (message) => ({
    status: 400,
    body: { error: { type: "invalid_request_error", message } }
  })
}
