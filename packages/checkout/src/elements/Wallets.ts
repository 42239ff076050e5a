/** A request to a wallet. */
export interface WalletRequest {
  /** The wallet's type, such as `apple_pay`. */
  readonly type: string
  /** The amount in minor units. */
  readonly amount: string
  /** The currency by ISO 4217. */
  readonly currency: string
  /** The merchant's name, for the sheet. */
  readonly merchant: string
  /** The payer's locale, as a BCP 47 tag. */
  readonly locale: string
}

/**
 * The wallets of a page by their types, such as `apple_pay`. Each function shows the wallet's own
 * sheet. It returns the payload for the provider, or null if the payer closed the sheet. A wallet
 * without a function here is not offered, because the page's owner decides which scripts it loads.
 */
export type Wallets = Readonly<
  Record<string, (request: WalletRequest) => Promise<string | object | null>>
>
