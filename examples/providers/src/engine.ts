import { sqlite } from "@payloom/adapter-sqlite"
import { Payloom } from "@payloom/core"
import type { TrialEngine } from "@payloom/example-kit/startTrialEngine"
import { type AdyenAccount, adyen } from "@payloom/provider-adyen"
import { type PrismLibrary, type PrismOptions, prism } from "@payloom/provider-prism"
import { type StripeAccount, type StripeAddress, stripe } from "@payloom/provider-stripe"
import { type Sandbox, sandbox } from "@payloom/testkit"
import type { PrismPlace } from "./fakes/prismFake.ts"
import { processors } from "./processors.ts"
import { withTokens } from "./vault.ts"

/** The places where the engines of a trial store data, and the addresses of the providers. */
export interface Places {
  /** The SQLite file. */
  readonly database: string
  readonly stripe: { readonly address: StripeAddress; readonly account: StripeAccount }
  readonly adyen: { readonly baseUrl: string; readonly account: AdyenAccount }
  /** The accounts at processors of hyperswitch-prism. */
  readonly prism: ReadonlyArray<PrismPlace>
}

/** The timeout of a call to a provider, in milliseconds. Some providers hold their answers. */
export const providerTimeoutMs = 350

const tokenProviders = processors
  .filter(({ takesTokensOnly }) => takesTokensOnly)
  .map(({ provider }) => provider)

/** Returns the connector to a processor of hyperswitch-prism. */
export const prismAt = (
  { processor, url, account }: PrismPlace,
  more: Pick<PrismOptions, "relay" | "library">
) => prism({ processor, url, accountOf: () => account, ...more } as unknown as PrismOptions)

/**
 * Starts an engine on all providers. The merchant's own vault has a relay, which charges one card
 * at each of them, and tokens for providers that take no card. The sandbox's bank isn't used.
 */
export const startEngine = async (
  places: Places,
  library: PrismLibrary | null,
  { clock, works, ...hooks }: TrialEngine
): Promise<{ readonly payloom: Payloom; readonly box: Sandbox }> => {
  const box = sandbox()
  const { relay } = box
  const prismMore = { relay, ...(library === null ? {} : { library }) }
  const payloom = await Payloom.make({
    ...hooks,
    storage: sqlite(places.database),
    providers: [
      stripe({ ...places.stripe.address, accountOf: () => places.stripe.account, relay }),
      adyen({ baseUrl: places.adyen.baseUrl, accountOf: () => places.adyen.account, relay }),
      ...places.prism.map((place) => prismAt(place, prismMore))
    ],
    vault: withTokens(box.vault, tokenProviders),
    secret: "a secret of the trial that is long enough",
    clock,
    workers: works,
    options: { providerTimeoutMs }
  })
  return { payloom, box }
}
