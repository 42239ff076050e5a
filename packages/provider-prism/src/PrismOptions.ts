import type { CardRelay, ProviderCapabilities } from "@payloom/core"
import type { PrismLibrary } from "./library/PrismLibrary.ts"
import type { AccountOf, ProcessorName } from "./processors/processors.ts"

/** The options of a connector to one processor. */
export interface PrismOptionsOf<Name extends ProcessorName> {
  /** The processor, by the library's name. */
  readonly processor: Name
  /** Returns the keys of the account that a MID's `credentials` stand for. */
  readonly accountOf: (credentials: string) => AccountOf<Name>
  /**
   * The connector's name, which MIDs name as their provider. The default is `prism-<processor>`.
   */
  readonly name?: string
  /** The platform of the processor. The default is `test`. */
  readonly environment?: "test" | "live"
  /**
   * Sends card numbers from your own vault to the processor. Without it the connector can't charge
   * cards of that vault.
   */
  readonly relay?: CardRelay
  /**
   * `redirect` sends payers who are present to the processor's page for 3-D Secure. With `none`,
   * the default, the processor is asked not to authenticate. An authentication by your own 3DS
   * server is passed on in both cases.
   */
  readonly threeDs?: "redirect" | "none"
  /** The time that a payer who was sent away has, in minutes. The default is 30. */
  readonly payerMinutes?: number
  /** The hours that a hold lasts, by card brand. The default is the processor's own. */
  readonly holdHours?: ProviderCapabilities["holdHours"]
  /** The address of the processor's API, such as the fake's. The default is its own. */
  readonly url?: string
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch
  /** Replaces the library in a thread of its own, such as by one in another process. */
  readonly library?: PrismLibrary
}

/** The options of a connector. `accountOf` returns the keys of the named processor. */
export type PrismOptions = { readonly [Name in ProcessorName]: PrismOptionsOf<Name> }[ProcessorName]
