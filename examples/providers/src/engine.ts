import { sqlite } from "@payloom/adapter-sqlite"
import { Payloom } from "@payloom/core"
import type { TrialEngine } from "@payloom/example-kit/startTrialEngine"
import { type AdyenAccount, adyen } from "@payloom/provider-adyen"
import { type StripeAccount, type StripeAddress, stripe } from "@payloom/provider-stripe"
import { type Sandbox, sandbox } from "@payloom/testkit"

/** The places where the engines of a trial store data, and the addresses of the providers. */
export interface Places {
  /** The SQLite file. */
  readonly database: string
  readonly stripe: { readonly address: StripeAddress; readonly account: StripeAccount }
  readonly adyen: { readonly baseUrl: string; readonly account: AdyenAccount }
}

/** The timeout of a call to a provider. Some providers hold their answers. */
const providerTimeoutMs = 250

/**
 * Starts an engine on both providers. The merchant's own vault has a relay, which charges one card
 * at either provider. The sandbox's bank isn't used.
 */
export const startEngine = async (
  places: Places,
  { clock, works, ...hooks }: TrialEngine
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
    secret: "a secret of the trial that is long enough",
    clock,
    workers: works,
    options: { providerTimeoutMs }
  })
  return { payloom, box }
}
