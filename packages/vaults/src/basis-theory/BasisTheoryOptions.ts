import type { SecurityCodes } from "../cards/SecurityCodes.ts"

/** A wallet that Basis Theory can decrypt. */
export type BasisTheoryWallet = "apple_pay" | "google_pay"

/** The options of a vault at Basis Theory. */
export interface BasisTheoryOptions {
  /**
   * The key of a private application, with the permissions `token:read`, `token:update` and
   * `proxy:invoke`. Give its rule for the cards' container the transform `redact`, so that no
   * answer has a card number.
   */
  readonly apiKey: string
  /**
   * The hosts that cards may be sent to, such as `api.stripe.com` and `checkout-test.adyen.com`.
   * The relay sends to no other host.
   */
  readonly hosts: ReadonlyArray<string>
  /**
   * The keys of pre-configured proxies, by host. Requests to such a host go through its proxy,
   * which can mask answers. All other requests go through the ephemeral proxy.
   */
  readonly proxyKeys?: Readonly<Record<string, string>>
  /**
   * True to request a network token for each card that is stored. It needs Basis Theory's service
   * for network tokens, and the permissions `network-token:create`, `network-token:read` and
   * `network-token:cryptogram`. A card whose scheme gives none is stored without one.
   */
  readonly networkTokens?: boolean
  /**
   * The wallets whose payloads Basis Theory decrypts. None by default. The page has to create the
   * payloads for Basis Theory's key or for yours, which it keeps. The application needs
   * `apple-pay:create`, `apple-pay:read` and `apple-pay:delete`, and the same for `google-pay`. It
   * must not have `apple-pay:reveal` or `google-pay:reveal`, because answers would then have device
   * numbers.
   */
  readonly decryptedWallets?: ReadonlyArray<BasisTheoryWallet>
  /**
   * The registrations of your own merchants at Apple and Google, if the payloads are encrypted for
   * your own certificates. Basis Theory's registrations are used if absent.
   */
  readonly merchantRegistrations?: Readonly<Partial<Record<BasisTheoryWallet, string>>>
  /** The address of the API. The default is `https://api.basistheory.com`. */
  readonly url?: string
  /** Keeps the marks of security codes. The default is `codesInMemory()`. */
  readonly securityCodes?: SecurityCodes
  /** Replaces the global `fetch`, for a proxy of your own or for tests. */
  readonly fetch?: typeof fetch
}
