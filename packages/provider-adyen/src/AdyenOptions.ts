import type { CardRelay, ProviderCapabilities } from "@payloom/core"
import type { AdyenApms } from "./adyenMethods.ts"
import type { AdyenBanks } from "./methodCapabilities.ts"
import type { AdyenWallet } from "./wallets.ts"

/** The keys of an account at Adyen. The engine stores only the name that stands for them. */
export interface AdyenAccount {
  /** The API key of the web service user, from the Customer Area. */
  readonly apiKey: string
  /** The merchant account's name. */
  readonly merchantAccount: string
  /**
   * The HMAC keys of the standard webhook in hexadecimal, as the Customer Area shows them. Give the
   * present key, and the previous key while Adyen still signs with it.
   */
  readonly hmacKeys: ReadonlyArray<string>
  /**
   * The client key, which is public. Adyen Web gets it on the payer's page along with an action.
   */
  readonly clientKey?: string
  /**
   * The environment for Adyen Web, `test` or `live` by default. Live accounts outside of Europe
   * have an environment of their own, such as `live-us`.
   */
  readonly webEnvironment?: string
  /** The prefix of a live account's URLs, from the Customer Area. Live accounts need it. */
  readonly liveEndpointUrlPrefix?: string
  /**
   * The user name that the webhook authenticates itself with. If it is given, webhooks without the
   * right user name and password are refused.
   */
  readonly notificationUser?: string
  /** The password that belongs to `notificationUser`. It is empty by default. */
  readonly notificationPassword?: string
}

/** The connection to Adyen, for the connector and for the vault. */
export interface AdyenConnection {
  /** The platform of Adyen, `test` by default. No live account can be charged on `test`. */
  readonly environment?: "test" | "live"
  /** Returns the account that a MID's `credentials` stand for. */
  readonly accountOf: (credentials: string) => AdyenAccount
  /** Replaces Adyen's own URLs, such as by the URL of a proxy or of the fake. */
  readonly baseUrl?: string
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch
  /**
   * The timeout of a call in milliseconds, 60,000 by default and at least 31,000. The outcome of a
   * call that times out is unknown.
   */
  readonly timeoutMs?: number
}

/** The options of the connector to Adyen. */
export interface AdyenOptions extends AdyenConnection {
  /** The connector's name, which MIDs name as their provider. The default is `adyen`. */
  readonly name?: string
  /**
   * Sends card numbers from your own vault to Adyen. Without it the connector can't charge cards of
   * that vault.
   */
  readonly relay?: CardRelay
  /**
   * The wallets that the connector accepts. The default is Apple Pay, Google Pay and `adyen_card`.
   */
  readonly wallets?: ReadonlyArray<AdyenWallet>
  /**
   * The alternative payment methods that the connector accepts: Adyen's name of each, by the
   * engine's name. The default is `adyenApms`. The guide lists the methods that the connector
   * knows. Other methods work if they need no more than their name.
   *
   * @example
   * { ...adyenApms, klarna: "klarna", boleto: "boletobancario" }
   */
  readonly apms?: AdyenApms
  /**
   * The banks that payers choose from, by the engine's name of the method, for methods that need a
   * bank. Adyen lists the codes of the account's issuers in its answer to `/paymentMethods`.
   *
   * @example
   * { eps: [{ code: "d5d5b133-1c0d-4c08-b2be-3c9b116dc326", name: "Dolomitenbank" }] }
   */
  readonly banks?: AdyenBanks
  /**
   * The way in which payers pass 3-D Secure. With `redirect`, the default, they go to a page of
   * Adyen's. With `client_side` Adyen Web asks them on your page, which needs a handler of the kind
   * `adyen`.
   */
  readonly threeDs?: "redirect" | "client_side"
  /** The time that a payer who was sent away has, in minutes. The default is 30. */
  readonly payerMinutes?: number
  /** The hours that a hold lasts, by card brand. The default is the schemes' own times. */
  readonly holdHours?: ProviderCapabilities["holdHours"]
  /**
   * True if Adyen's support has turned on multiple partial captures for every account of the
   * connector. It must be false if the setting is off. The default is false.
   */
  readonly multipleCaptures?: boolean
  /**
   * The percentage by which captures may exceed the authorised amount, by card brand. List the
   * brands for which Adyen's support has turned on overcapture. There are none by default.
   *
   * @example
   * { visa: 15, mastercard: 15 }
   */
  readonly overCapturePercent?: Readonly<Record<string, number>>
}
