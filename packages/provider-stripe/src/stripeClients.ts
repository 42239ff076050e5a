import type { CardRelay, MidAccount } from "@payloom/core"
import Stripe from "stripe"
import { defined } from "./payerDetails.ts"
import type { StripeAccount, StripeOptions } from "./StripeOptions.ts"
import { accountUnavailable } from "./stripeErrors.ts"
import { stripeFetch } from "./stripeFetch.ts"

/**
 * The version of Stripe's API that the connector uses. Create webhook endpoints with this version.
 */
export const stripeApiVersion = "2026-10-28.endive"

/**
 * The timeout of a call. It is much longer than the engine's own, because a late answer still
 * counts.
 */
const timeoutMs = 120_000

/** The clients of one account. */
export interface StripeClient {
  readonly account: StripeAccount
  readonly api: Stripe
  /** Sends through the merchant's vault. It is null if there is no relay. */
  readonly relayed: Stripe | null
  /** Returns the marks that stand for a vault's card. It is null if there is no relay. */
  readonly marksOf: CardRelay["marksOf"] | null
}

/** Returns the clients of a MID. They are created once for each key. */
export type StripeClients = (mid: MidAccount) => StripeClient

/** The most clients that are cached. The cache is emptied when it is full. */
const mostKept = 1000

/**
 * Creates the clients of all accounts. The SDK's default HTTP client retries some broken
 * connections by itself. With `fetch` and no retries each request is sent once.
 */
export const stripeClients = (options: StripeOptions): StripeClients => {
  const { environment = "test", relay, host, port, protocol } = options
  const kept = new Map<string, Pick<StripeClient, "api" | "relayed">>()
  const clientBy = (account: StripeAccount, send: typeof fetch = fetch) =>
    new Stripe(account.apiKey, {
      apiVersion: stripeApiVersion,
      httpClient: Stripe.createFetchHttpClient(stripeFetch(send)),
      maxNetworkRetries: 0,
      timeout: timeoutMs,
      telemetry: false,
      ...defined({ host, port, protocol, stripeAccount: account.stripeAccount })
    })
  return ({ credentials }) => {
    const account = options.accountOf(credentials)
    // A key such as sk_test_… or rk_live_…
    if (account.apiKey.split("_")[1] !== environment) {
      const reason = `The key of ${credentials} is not a ${environment} key.`
      throw accountUnavailable(reason, "key_of_other_mode")
    }
    const name = `${account.apiKey} ${account.stripeAccount ?? ""}`
    const client = kept.get(name) ?? {
      api: clientBy(account, options.fetch),
      relayed: relay === undefined ? null : clientBy(account, relay.fetch)
    }
    if (kept.size >= mostKept) kept.clear()
    kept.set(name, client)
    return { account, ...client, marksOf: relay?.marksOf ?? null }
  }
}
