import { PayloomCheckout } from "@payloom/checkout"
import type { StripeJs } from "./StripeJs.ts"
import { pageHere, sessionHere } from "./sessionHere.ts"
import { stripeAction, stripeCard } from "./stripeHooks.ts"

declare global {
  /** What the script of Stripe's, which this page loads, leaves behind. */
  const Stripe: (publishableKey: string) => StripeJs
}

const { main, providerKey } = pageHere()
const stripe = Stripe(providerKey)
const checkout = new PayloomCheckout()
checkout.mountCard = stripeCard(stripe)
checkout.actions = { stripe: stripeAction(stripe) }
main.append(Object.assign(checkout, sessionHere()))
