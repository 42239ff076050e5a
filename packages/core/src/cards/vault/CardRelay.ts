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
  /** The marks of the network token, if they were requested. */
  readonly networkToken?: NetworkTokenMarks | null
  /**
   * The marks of the payer's authentication by a wallet. Absent for cards. With them, the number
   * and the expiry date are those of the wallet's device number.
   */
  readonly wallet?: WalletMarks
}

/** The marks of the payer's authentication by a wallet that the vault decrypted. */
export interface WalletMarks {
  /** The cryptogram of the payment. It exists once. */
  readonly cryptogram: string
  /** The electronic commerce indicator, in two digits. Null if the wallet gave none. */
  readonly eci: string | null
}

/** The marks of a card's network token. */
export interface NetworkTokenMarks {
  readonly number: string
  /** The month, in two digits. */
  readonly expiryMonth: string
  /** The year, in four digits. */
  readonly expiryYear: string
  /** A cryptogram for one charge. Null if none was requested. */
  readonly cryptogram: string | null
  /**
   * The ECI that belongs to the cryptogram, such as `07`. It is the value itself, not a mark. Null
   * or absent if the vault doesn't know it.
   */
  readonly eci?: string | null
  /** The brand of the token, such as `visa`. Null or absent if the vault doesn't know it. */
  readonly brand?: string | null
}

/** The use of a card's marks. */
export interface MarksPurpose {
  /**
   * Requests the marks of the card's network token. `with_cryptogram` is for charges by a payer who
   * is present.
   */
  readonly networkToken?: "with_cryptogram" | "without_cryptogram"
}

/**
 * A way to send a vaulted card to a provider. The request contains marks in place of the card's
 * details and is sent through the vault, which puts in the details. It is for connectors to
 * providers that charge a card by its number. The number is never in the memory of this process.
 */
export interface CardRelay {
  /** Returns the marks of a card. Rejects if the vault can't be reached. */
  readonly marksOf: (
    vaultReference: string,
    purpose?: MarksPurpose
  ) => Promise<CardMarks> | CardMarks
  /** Sends a request like the global `fetch`, through the vault. */
  readonly fetch: typeof fetch
}
