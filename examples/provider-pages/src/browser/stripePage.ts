import "@payloom/checkout/one-file"
import type { StripeJs } from "@payloom/example-kit/browser/StripeJs"
import { stripeAction, stripeCard } from "@payloom/example-kit/browser/stripeHooks"
import { pageHere, sessionHere } from "./sessionHere.ts"

/** The global of Stripe's script, which this page loads. */
declare const Stripe: (publishableKey: string) => StripeJs

const { main, providerKey } = pageHere()
const stripe = Stripe(providerKey)
const checkout = document.createElement("payloom-checkout")
checkout.mountCard = stripeCard(stripe)
checkout.actions = { stripe: stripeAction(stripe) }
main.append(Object.assign(checkout, sessionHere()))
