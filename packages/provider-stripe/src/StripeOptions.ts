import type { CardRelay } from "@payloom/core"

/** What Stripe gave an account, and what its webhooks are signed with. */
export interface StripeAccount {
  /** The secret key, or a restricted one: `sk_test_…`, `rk_live_…`. */
  readonly apiKey: string
  /**
   * The signing secrets of its webhook endpoint, `whsec_…`: several while one takes the place of
   * another.
   */
  readonly webhookSecrets: ReadonlyArray<string>
  /** `pk_…`: for pages on which Stripe.js asks the payer. */
  readonly publishableKey?: string
  /** The connected account that is charged on, `acct_…`; the key is the platform's then. */
  readonly stripeAccount?: string
}

/** Where Stripe is, as its SDK takes it; api.stripe.com by HTTPS where nothing is said. */
export interface StripeAddress {
  readonly host?: string
  readonly port?: string | number
  readonly protocol?: "https" | "http"
}

/** How the connector is set up. */
export interface StripeOptions extends StripeAddress {
  /** 1 to 40 lower-case letters, digits, `-` or `_`; `stripe` unless told. */
  readonly name?: string
  /** `test` unless told. A key of the other mode is never used. */
  readonly environment?: "test" | "live"
  /** Looks up what a merchant account's `credentials` stand for: the engine keeps no secrets. */
  readonly accountOf: (credentials: string) => StripeAccount
  /**
   * How payers are asked for 3-D Secure: sent to a page of Stripe's, or asked on the page by
   * Stripe.js, which needs a handler there for client-side actions of the kind `stripe`.
   * `redirect` unless told.
   */
  readonly threeDs?: "redirect" | "client_side"
  /** How long a payer has for that, in minutes; 30 unless told. */
  readonly payerMinutes?: number
  /**
   * Whether Stripe is told the network's reference of an agreement's first payment, of cards that a
   * vault of the merchant's own keeps. It refuses that unless it was turned on for the account.
   */
  readonly mitExemption?: boolean
  /** Gets cards out of a vault of the merchant's own; without it tokens of Stripe's are charged. */
  readonly relay?: CardRelay
  /** In place of the global one: for a proxy, or for tests. */
  readonly fetch?: typeof fetch
}
