import type { CardRelay, CardVaultPort } from "@payloom/core"

/** A card vault, and the relay that brings its cards to providers. */
export interface RelayedVault {
  /** The vault of the engine, for `Payloom.make`. */
  readonly vault: CardVaultPort
  /** The relay of the connectors, such as of `stripe` and `adyen`. */
  readonly relay: CardRelay
}
