import { sqlite } from "@payloom/adapter-sqlite"
import { type LogEntry, Payloom } from "@payloom/core"
import type { AheadClock } from "@payloom/example-kit/aheadClock"
import { type AdyenAccount, adyen } from "@payloom/provider-adyen"
import { type StripeAccount, type StripeAddress, stripe } from "@payloom/provider-stripe"
import { type Sandbox, sandbox } from "@payloom/testkit"

/** Where the engines of a trial keep what they know, and where their providers are. */
export interface Places {
  /** The SQLite file. */
  readonly database: string
  readonly stripe: { readonly address: StripeAddress; readonly account: StripeAccount }
  readonly adyen: { readonly baseUrl: string; readonly account: AdyenAccount }
}

/** How an engine takes part in a trial. */
export interface Part {
  readonly clock: AheadClock
  /** Whether it runs jobs, or only says what is to be. */
  readonly works: boolean
  readonly onLog?: (entry: LogEntry) => void
}

/** So long a provider may take: some hold their answers. */
const providerTimeoutMs = 250

/**
 * An engine on both providers, with a vault of the merchant's own: its relay charges one card at
 * either. What the sandbox's bank would do, nobody asks for.
 */
export const startEngine = async (
  places: Places,
  { clock, works, ...hooks }: Part
): Promise<{ readonly payloom: Payloom; readonly box: Sandbox }> => {
  const box = sandbox()
  const { relay } = box
  const payloom = await Payloom.make({
    ...hooks,
    storage: sqlite(places.database),
    providers: [
      stripe({ ...places.stripe.address, accountOf: () => places.stripe.account, relay }),
      adyen({ baseUrl: places.adyen.baseUrl, accountOf: () => places.adyen.account, relay })
    ],
    vault: box.vault,
    secret: "a secret of the trial's, and not short",
    clock,
    workers: works,
    options: { providerTimeoutMs }
  })
  return { payloom, box }
}
