import type { CardRelay } from "@payloom/core"
import type { StripeApm } from "./stripeMethods.ts"

/** The keys of an account at Stripe, and the secrets that sign its webhooks. */
export interface StripeAccount {
  /** The account's secret key or a restricted key: `sk_test_…`, `rk_live_…`. */
  readonly apiKey: string
  /**
   * The signing secrets of the account's webhook endpoint, `whsec_…`. Give both secrets while you
   * replace one by another.
   */
  readonly webhookSecrets: ReadonlyArray<string>
  /** The publishable key, `pk_…`. Pages need it if Stripe.js authenticates the payer. */
  readonly publishableKey?: string
  /** The connected account to charge, `acct_…`. If it is given, `apiKey` is the platform's key. */
  readonly stripeAccount?: string
}

/**
 * The address of Stripe, in the form that Stripe's SDK takes. The default is api.stripe.com by
 * HTTPS.
 */
export interface StripeAddress {
  readonly host?: string
  readonly port?: string | number
  readonly protocol?: "https" | "http"
}

/** The options of the connector to Stripe. */
export interface StripeOptions extends StripeAddress {
  /**
   * The connector's name, 1 to 40 lower-case letters, digits, `-` or `_`. The default is `stripe`.
   */
  readonly name?: string
  /** The mode of the accounts, `test` by default. A key of the other mode is never used. */
  readonly environment?: "test" | "live"
  /** Returns the account that a MID's `credentials` stand for. The engine stores no secrets. */
  readonly accountOf: (credentials: string) => StripeAccount
  /**
   * The alternative payment methods that are offered to payers. Turn each of them on in Stripe's
   * dashboard. The default is iDEAL, Bancontact and SEPA debits.
   */
  readonly apms?: ReadonlyArray<StripeApm>
  /**
   * The way in which payers pass 3-D Secure. With `redirect`, the default, they go to a page of
   * Stripe's. With `client_side` Stripe.js asks them on your page, which needs a handler for
   * client-side actions of the kind `stripe`.
   */
  readonly threeDs?: "redirect" | "client_side"
  /**
   * The time that a payer has for 3-D Secure or for another action, in minutes. The default is 30.
   */
  readonly payerMinutes?: number
  /**
   * True if rebills of cards in the merchant's own vault send Stripe the network's reference of the
   * agreement's first payment. Stripe refuses the reference unless it has turned this on for the
   * account. The default is false.
   */
  readonly mitExemption?: boolean
  /**
   * Sends cards from the merchant's own vault to Stripe. Without it only Stripe's own tokens are
   * charged.
   */
  readonly relay?: CardRelay
  /** Replaces the global `fetch`, for a proxy or for tests. */
  readonly fetch?: typeof fetch
}
