/** What stands for the details of one card in a request, until the relay replaces it. */
export interface CardMarks {
  readonly number: string
  /** The month, in two digits. */
  readonly expiryMonth: string
  /** The year, in four digits. */
  readonly expiryYear: string
  /** Null where the vault has no security code, or has it no more. */
  readonly securityCode: string | null
  /** Null where the vault has no name. */
  readonly holderName: string | null
}

/**
 * How the details of a card that a vault keeps get into a request to a provider: the request names
 * them by marks, and is sent by way of the vault, which puts the details in the place of the marks.
 * For connectors to providers that charge a card by its number; the number is in no memory of this
 * process.
 */
export interface CardRelay {
  /** What stands for a card's details. Rejects where the vault could not be asked. */
  readonly marksOf: (vaultReference: string) => Promise<CardMarks> | CardMarks
  /** Sends as the global `fetch` does, by way of the vault. */
  readonly fetch: typeof fetch
}
