import type { SecurityCodes } from "../cards/SecurityCodes.ts"

/** The options of a vault at VGS. */
export interface VgsOptions {
  /** The id of the vault, `tnt…`. VGS calls it tenant id or account id too. */
  readonly vaultId: string
  /** The environment of the vault. The default is `sandbox`. */
  readonly environment?: "sandbox" | "live"
  /**
   * The credentials of a service account with the scopes `cards:read` and `cards:write`. It must
   * not have `cards:read-pci`, so that no answer has a card number.
   */
  readonly clientId: string
  readonly clientSecret: string
  /** The access credentials of the outbound proxy. */
  readonly proxyUsername: string
  readonly proxyPassword: string
  /**
   * The hosts that cards may be sent to, such as `api.stripe.com` and `checkout-test.adyen.com`.
   * The relay sends to no other host. Each needs an outbound route with a filter that reveals the
   * card's fields.
   */
  readonly hosts: ReadonlyArray<string>
  /** VGS's certificate for the environment, as PEM. The dashboard has it. */
  readonly ca?: string
  /** The address of the cards' API. The default is the environment's own. */
  readonly apiUrl?: string
  /** The address that issues access tokens. The default is VGS's own. */
  readonly authUrl?: string
  /** The address of the outbound proxy. The default is the vault's own. */
  readonly proxyUrl?: string
  /** Keeps the marks of security codes. The default is `codesInMemory()`. */
  readonly securityCodes?: SecurityCodes
  /** Replaces the global `fetch` for calls of the API. */
  readonly fetch?: typeof fetch
}
