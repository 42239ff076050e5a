import type { Processor } from "../Processor.ts"
import { adyen } from "./adyen/adyen.ts"
import { checkout } from "./checkout/checkout.ts"
import { mollie } from "./mollie/mollie.ts"
import { paypal } from "./paypal/paypal.ts"
import { stripe } from "./stripe/stripe.ts"

/** The processors, by the library's name. */
export const processors = { adyen, checkout, mollie, paypal, stripe } as const

/** The name of a processor. */
export type ProcessorName = keyof typeof processors

/** The keys of an account at a processor. */
export type AccountOf<Name extends ProcessorName> =
  (typeof processors)[Name] extends Processor<infer Account> ? Account : never
