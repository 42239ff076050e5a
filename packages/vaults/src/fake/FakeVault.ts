import type { TypedCard } from "@payloom/testkit"
import type { FakeFaults } from "@payloom/testkit/fake-provider"

/** A fake of a vault's service on this machine. */
export interface FakeVault<Options> {
  /** The options with which a vault talks to the fake. Add `hosts`. */
  readonly options: Options
  /** Returns the text that the service's card field makes on the payer's page. */
  readonly encryptCard: (card: TypedCard) => Promise<string>
  /** Returns true if the fake still has the security code of a card. */
  readonly hasCode: (vaultReference: string) => boolean
  /**
   * Breaks requests for cards, of the kind `lookup`, and relayed requests, of the kind `charge`.
   */
  readonly faults: FakeFaults
  /** The next relayed request is answered by the service itself, with this status. */
  readonly refuseToRelay: (status: number) => void
  /** Closes the fake and all its connections. */
  readonly close: () => Promise<void>
}
