import type { Decline } from "../session/PayerApi.ts"
import type { Texts } from "../texts/Texts.ts"

/** The detail of `payloom-ready`. */
export interface CheckoutReady {
  /** The title for the page, in the payer's language. */
  readonly title: string
  /** The payer's language, as a BCP 47 tag. */
  readonly language: string
  /** The direction of the language's script, for the `dir` attribute of the page. */
  readonly direction: "ltr" | "rtl"
}

/** The detail of `payloom-succeeded`. */
export interface CheckoutSucceeded {
  /** The payment's id, or null if there is none. */
  readonly payment: string | null
  /** The URL that the merchant sends the payer to next, or null if none is set. */
  readonly successUrl: string | null
}

/** The detail of `payloom-ended`. */
export interface CheckoutEnded {
  readonly status: "failed" | "expired" | "canceled"
}

/** The detail of `payloom-redirect`. */
export interface CheckoutRedirect {
  readonly url: string
}

/** The events of `<payloom-checkout>` by name, with their details. */
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
