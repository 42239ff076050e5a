import type { StripeJs } from "@payloom/example-kit/browser/StripeJs"
import { stripeAction, stripeCard } from "@payloom/example-kit/browser/stripeHooks"
import { mountPortal } from "./mountPortal.ts"

/** The global of Stripe's script, which this page loads. */
declare const Stripe: (publishableKey: string) => StripeJs

mountPortal((portal, { dataset }) => {
  const stripe = Stripe(dataset.providerKey ?? "")
  portal.prepareCheckout = (checkout) => {
    checkout.mountCard = stripeCard(stripe)
    checkout.actions = { stripe: stripeAction(stripe) }
  }
})
