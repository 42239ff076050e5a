/** The used part of Adyen Web 6: the global `AdyenWeb`. */
export interface AdyenWeb {
  readonly AdyenCheckout: (options: AdyenCheckoutOptions) => Promise<AdyenCheckout>
  readonly Card: new (checkout: AdyenCheckout, options: AdyenCardOptions) => AdyenComponent
}

/** The options of Adyen Web. */
export interface AdyenCheckoutOptions {
  readonly environment: string
  readonly clientKey: string
  /** The payer's country in ISO 3166. Adyen Web requires it. */
  readonly countryCode: string
  readonly locale: string
  readonly onAdditionalDetails?: (state: { readonly data: unknown }) => void
  readonly onError?: (error: unknown) => void
}

/** Adyen Web for one session. */
export interface AdyenCheckout {
  readonly createFromAction: (action: unknown) => AdyenComponent
}

/** A part of a page that Adyen renders. */
export interface AdyenComponent {
  readonly mount: (container: HTMLElement) => AdyenComponent
  readonly unmount: () => unknown
  readonly showValidation?: () => unknown
}

/** The options and callbacks of card fields. */
export interface AdyenCardOptions {
  readonly showPayButton: false
  readonly onReady?: () => void
  readonly onConfigSuccess?: () => void
  readonly onChange: (state: AdyenCardState) => void
}

/** The current, encrypted content of the fields. */
export interface AdyenCardState {
  readonly isValid: boolean
  readonly data: { readonly paymentMethod?: Readonly<Record<string, unknown>> }
}
