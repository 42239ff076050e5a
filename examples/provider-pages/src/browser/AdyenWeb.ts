/** What the page uses of Adyen Web 6: the global `AdyenWeb`. */
export interface AdyenWeb {
  readonly AdyenCheckout: (options: AdyenCheckoutOptions) => Promise<AdyenCheckout>
  readonly Card: new (checkout: AdyenCheckout, options: AdyenCardOptions) => AdyenComponent
}

/** How it is set up. */
export interface AdyenCheckoutOptions {
  readonly environment: string
  readonly clientKey: string
  /** Where the payer is, as ISO 3166 has it: Adyen Web doesn't begin without. */
  readonly countryCode: string
  readonly locale: string
  readonly onAdditionalDetails?: (state: { readonly data: unknown }) => void
  readonly onError?: (error: unknown) => void
}

/** Set up for one session. */
export interface AdyenCheckout {
  readonly createFromAction: (action: unknown) => AdyenComponent
}

/** A part of a page that Adyen shows. */
export interface AdyenComponent {
  readonly mount: (container: HTMLElement) => AdyenComponent
  readonly unmount: () => unknown
  readonly showValidation?: () => unknown
}

/** What a card's fields tell. */
export interface AdyenCardOptions {
  readonly showPayButton: false
  readonly onReady?: () => void
  readonly onConfigSuccess?: () => void
  readonly onChange: (state: AdyenCardState) => void
}

/** The fields as they stand, encrypted. */
export interface AdyenCardState {
  readonly isValid: boolean
  readonly data: { readonly paymentMethod?: Readonly<Record<string, unknown>> }
}
