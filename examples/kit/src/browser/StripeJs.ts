/** The used part of Stripe.js: the result of `Stripe(publishableKey)`. */
export interface StripeJs {
  readonly elements: (options: { readonly locale: string }) => StripeElements
  readonly createPaymentMethod: (of: {
    readonly type: "card"
    readonly card: StripeElement
  }) => Promise<StripeAnswer<"paymentMethod", { readonly id: string }>>
  /** The next action of a payment, or of a card check. */
  readonly handleNextAction: (of: {
    readonly clientSecret: string
  }) => Promise<StripeAnswer<"paymentIntent" | "setupIntent", { readonly status: string }>>
  readonly confirmSepaDebitPayment: (
    clientSecret: string,
    data: {
      readonly payment_method: {
        readonly sepa_debit: StripeElement
        readonly billing_details: { readonly name: string; readonly email: string }
      }
    }
  ) => Promise<StripeAnswer<"paymentIntent", { readonly status: string }>>
}

/** An object of Stripe's, or an error. */
export type StripeAnswer<Name extends string, A> = { readonly [K in Name]?: A } & {
  readonly error?: {
    readonly message?: string
    readonly payment_intent?: { readonly status: string }
  }
}

/** Fields with the same appearance. */
export interface StripeElements {
  readonly create: (
    type: "card" | "iban",
    options: Readonly<Record<string, unknown>>
  ) => StripeElement
}

/** A field of Stripe's in a frame of Stripe's. */
export interface StripeElement {
  readonly mount: (container: HTMLElement) => void
  readonly destroy: () => void
  readonly on: (event: "ready" | "change", listener: (event: StripeNotification) => void) => void
}

/** A change event of a field. */
export interface StripeNotification {
  readonly complete?: boolean
  readonly error?: { readonly message: string } | undefined
}
