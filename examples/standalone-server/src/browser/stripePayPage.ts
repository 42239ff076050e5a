import type { StripeJs } from "@payloom/example-kit/browser/StripeJs"
import { stripeAction, stripeCard } from "@payloom/example-kit/browser/stripeHooks"
import { mountPay } from "./mountPay.ts"

/** The global of Stripe's script, which this page loads. */
declare const Stripe: (publishableKey: string) => StripeJs

mountPay((checkout, { dataset }) => {
  const stripe = Stripe(dataset.providerKey ?? "")
  checkout.mountCard = stripeCard(stripe)
  checkout.actions = { stripe: stripeAction(stripe) }
})
