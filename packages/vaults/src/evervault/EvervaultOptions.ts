import type { SecurityCodes } from "../cards/SecurityCodes.ts"

/** The options of a vault at Evervault. */
export interface EvervaultOptions {
  /** The id of the app, `app_…`. */
  readonly appId: string
  /** An API key of the app that may call the fingerprint endpoint and use Relay. */
  readonly apiKey: string
  /**
   * The hosts that cards may be sent to, such as `api.stripe.com` and `checkout-test.adyen.com`.
   * The relay sends to no other host. Each needs a relay in Evervault's dashboard.
   */
  readonly hosts: ReadonlyArray<string>
  /** Evervault's certificate authority as PEM, from https://ca.evervault.com. */
  readonly ca?: string
  /**
   * The wallets whose payloads the vault takes. None by default. The page hands in the data of
   * Evervault's component for Apple Pay or Google Pay, which Evervault has decrypted and encrypted
   * again.
   */
  readonly decryptedWallets?: ReadonlyArray<"apple_pay" | "google_pay">
  /** The address of the API. The default is `https://api.evervault.com`. */
  readonly apiUrl?: string
  /** The address of Relay. The default is `https://relay.evervault.com:443`. */
  readonly proxyUrl?: string
  /** Keeps the marks of security codes. The default is `codesInMemory()`. */
  readonly securityCodes?: SecurityCodes
  /** Replaces the global `fetch` for calls of the API. */
  readonly fetch?: typeof fetch
}
