/** The marks for the details of a card in a request. The relay replaces them with the details. */
export interface CardMarks {
  readonly number: string
  /** The month, in two digits. */
  readonly expiryMonth: string
  /** The year, in four digits. */
  readonly expiryYear: string
  /** Null if the vault has no security code, or no longer has it. */
  readonly securityCode: string | null
  /** Null if the vault has no name. */
  readonly holderName: string | null
}

/**
 * A way to send a vaulted card to a provider. The request contains marks in place of the card's
 * details and is sent through the vault, which puts in the details. It is for connectors to
 * providers that charge a card by its number. The number is never in the memory of this process.
 */
export interface CardRelay {
  /** Returns the marks of a card. Rejects if the vault can't be reached. */
  readonly marksOf: (vaultReference: string) => Promise<CardMarks> | CardMarks
  /** Sends a request like the global `fetch`, through the vault. */
  readonly fetch: typeof fetch
}
