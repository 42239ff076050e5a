import type { CardRelay, ProviderCapabilities } from "@payloom/core"
import type { AdyenApms } from "./paymentMethod.ts"

/** What Adyen gave for an account; the engine stores the name of it, and none of this. */
export interface AdyenAccount {
  /** The API key of the web service user, from the Customer Area. */
  readonly apiKey: string
  /** The merchant account's name. */
  readonly merchantAccount: string
  /**
   * The HMAC keys of the standard webhook, as the Customer Area shows them, in hexadecimal: the
   * present one, and the one before while Adyen still signs with it.
   */
  readonly hmacKeys: ReadonlyArray<string>
  /** The public key of the payer's page, handed to Adyen Web along with an action. */
  readonly clientKey?: string
  /**
   * What Adyen Web is told as its environment, such as `live-us`: `test` or `live` unless told, and
   * live accounts outside of Europe have their own.
   */
  readonly webEnvironment?: string
  /** Of live accounts: what their addresses begin with, from the Customer Area. */
  readonly liveEndpointUrlPrefix?: string
  /** What the webhook authenticates itself with, where it is set up to; asked for then. */
  readonly notificationUser?: string
  /** The password that goes with `notificationUser`. */
  readonly notificationPassword?: string
}

/** Where Adyen is, for the connector and for the vault. */
export interface AdyenConnection {
  /** Which of Adyen's platforms, `test` unless told. No live account can be charged on `test`. */
  readonly environment?: "test" | "live"
  /** What a merchant account's `credentials` stand for. */
  readonly accountOf: (credentials: string) => AdyenAccount
  /** An address in the place of Adyen's own: that of a proxy, or of the fake. */
  readonly baseUrl?: string
  /** In the place of the global one. */
  readonly fetch?: typeof fetch
  /**
   * For how long an answer is waited for, in milliseconds: 60,000 unless told, and 31,000 at least.
   * Nobody knows what became of what was not answered by then.
   */
  readonly timeoutMs?: number
}

/** How the connector is set up. */
export interface AdyenOptions extends AdyenConnection {
  /** What merchant accounts name it by: `adyen` unless told. */
  readonly name?: string
  /** How card numbers get from a vault of your own into requests; without it none do. */
  readonly relay?: CardRelay
  /**
   * Which alternative payment methods are taken, by our name of them: what Adyen calls each. Those
   * of `adyenApms` unless told, and of those that take no more than their name.
   */
  readonly apms?: AdyenApms
  /**
   * How 3-D Secure is run: on a page of Adyen's (`redirect`, unless told), or by Adyen Web on the
   * payer's page, which needs a handler of the kind `adyen` there.
   */
  readonly threeDs?: "redirect" | "client_side"
  /** For how many minutes a payer is waited for who was sent away: 30 unless told. */
  readonly payerMinutes?: number
  /** For how many hours a hold stands, by card brand, where it isn't as the schemes have it. */
  readonly holdHours?: ProviderCapabilities["holdHours"]
}
