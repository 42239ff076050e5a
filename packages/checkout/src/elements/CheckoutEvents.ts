import type { Decline } from "../session/PayerApi.ts"
import type { Texts } from "../texts/Texts.ts"

/** What `payloom-ready` tells. */
export interface CheckoutReady {
  /** A title for the page, in the payer's language. */
  readonly title: string
  /** That language, as a BCP 47 tag. */
  readonly language: string
  /** The direction of the language's script, for the `dir` attribute of the page. */
  readonly direction: "ltr" | "rtl"
}

/** What `payloom-succeeded` tells. */
export interface CheckoutSucceeded {
  readonly payment: string | null
  /** Where the merchant wants the payer next, or null where nothing was said. */
  readonly successUrl: string | null
}

/** What `payloom-ended` tells. */
export interface CheckoutEnded {
  readonly status: "failed" | "expired" | "canceled"
}

/** What `payloom-redirect` tells. */
export interface CheckoutRedirect {
  readonly url: string
}

/** The events of `<payloom-checkout>` by name, each with its detail. */
export interface CheckoutEvents {
  readonly "payloom-ready": CheckoutReady
  readonly "payloom-succeeded": CheckoutSucceeded
  readonly "payloom-declined": Decline
  readonly "payloom-ended": CheckoutEnded
  readonly "payloom-redirect": CheckoutRedirect
}

/** Returns the detail of `payloom-ready`. */
export const readyWith = (
  { language, direction, payTo }: Texts,
  merchant: string
): CheckoutReady => ({ title: payTo(merchant), language, direction })

type EventsOf<Details> = { readonly [Name in keyof Details]: CustomEvent<Details[Name]> }

declare global {
  interface HTMLElementEventMap extends EventsOf<CheckoutEvents> {}
}
