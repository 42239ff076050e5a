import type { CardRelay } from "@payloom/core"
import type { ProviderSources } from "@payloom/testkit"

/** A way to set up a connector. */
export interface Shape {
  readonly sources: ProviderSources
  readonly relay?: CardRelay
  readonly threeDs?: "redirect" | "none"
  /** The smallest amount that is charged, by currency. */
  readonly leastAmount?: Readonly<Record<string, bigint>>
}
