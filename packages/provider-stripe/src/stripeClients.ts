import type { CardRelay, HttpFailure, MidAccount } from "@payloom/core"
import Stripe from "stripe"
import { defined } from "./payerDetails.ts"
import type { StripeAccount, StripeOptions } from "./StripeOptions.ts"
import { stripeFetch } from "./stripeFetch.ts"

/** What the connector speaks: webhook endpoints have to be made with this version. */
export const stripeApiVersion = "2026-10-28.endive"

/** Longer than the engine's own time-out, by much: an answer that comes late still counts. */
const timeoutMs = 120_000

/** An account's way to Stripe. */
export interface StripeClient {
  readonly account: StripeAccount
  readonly api: Stripe
  /** By way of the merchant's vault; null where there is none. */
  readonly relayed: Stripe | null
  /** What stands for that vault's cards on the way. */
  readonly marksOf: CardRelay["marksOf"] | null
}

/** Finds an account's way, made once for each key. */
export type StripeClients = (mid: MidAccount) => StripeClient

/** Accounts may come and go; so many are kept. */
const mostKept = 1000

/**
 * The SDK's own client sends again what a connection broke under, so it goes by `fetch`: there it
 * sends once.
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
    // Such as sk_test_… or rk_live_…
    if (account.apiKey.split("_")[1] !== environment) {
      const reason = `The key of ${credentials} is not one for ${environment}.`
      throw {
        _tag: "AccountUnavailable",
        reason,
        rawCode: "key_of_other_mode"
      } satisfies HttpFailure
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
