import type { CardRelay, ChargeRequest } from "@payloom/core"
import type { ProviderSources } from "@payloom/testkit"

/** A way to set up a connector. */
export interface Shape {
  readonly sources: ProviderSources
  readonly relay?: CardRelay
  readonly threeDs?: "redirect" | "none"
  /** False if a look-up of a charge doesn't report its refunds. */
  readonly reportsRefunds?: false
  /** The details of the payer that every charge needs. */
  readonly payer?: Pick<ChargeRequest, "customer" | "billingAddress" | "device">
  /** The smallest amount that is charged, by currency. */
  readonly leastAmount?: Readonly<Record<string, bigint>>
}
