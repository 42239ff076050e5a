import http from "node:http"
import https from "node:https"
import Stripe from "stripe"
import type { StripeAddress } from "../StripeOptions.ts"
import { stripeApiVersion } from "../stripeClients.ts"
import { pacedClient } from "./pacedClient.ts"
import type { ListName, StripeLists, StripePage, StripeReader } from "./StripeReader.ts"

/** The connection to an account at Stripe. */
export interface StripeConnection extends StripeAddress {
  /** The account's secret key, or a restricted key that reads Billing and writes subscriptions. */
  readonly apiKey: string
  /** The connected account, `acct_…`. */
  readonly stripeAccount?: string
  /** The number of times that a call is sent again after a limit or an outage. 8 if absent. */
  readonly retries?: number
  /**
   * The most calls in a second. 20 if absent, because Stripe allows 25 at one endpoint and your own
   * calls count too. There is no limit if `host` names another server.
   */
  readonly callsPerSecond?: number
}

const usualCallsPerSecond = 20

/** Creates a client. Calls are sent again with the same idempotency key, as Stripe asks for. */
export const importClient = (connection: StripeConnection): Stripe => {
  const { apiKey, stripeAccount, host, port, protocol, retries = 8 } = connection
  return new Stripe(apiKey, {
    apiVersion: stripeApiVersion,
    httpClient: pacedClient(Stripe.createNodeHttpClient(agentOf(protocol)), {
      callsPerSecond:
        connection.callsPerSecond ?? (host === undefined ? usualCallsPerSecond : Infinity),
      retries
    }),
    maxNetworkRetries: retries,
    timeout: 60_000,
    telemetry: false,
    ...(host === undefined ? {} : { host }),
    ...(port === undefined ? {} : { port }),
    ...(protocol === undefined ? {} : { protocol }),
    ...(stripeAccount === undefined ? {} : { stripeAccount })
  })
}

/** Connections are kept, because each subscription needs a call of its own. */
const agentOf = (protocol: StripeConnection["protocol"]): http.Agent =>
  protocol === "http" ? new http.Agent({ keepAlive: true }) : new https.Agent({ keepAlive: true })

/** The paths that are expanded in a subscription, so that one read says its next charge. */
export const subscriptionExpansions = [
  "customer.invoice_settings.default_payment_method",
  "default_payment_method",
  "latest_invoice"
]

const inList = (path: string): string => `data.${path}`

const pageSize = 100

/** The age of the oldest payments that are kept as history. */
const historySeconds = 90 * 86_400

/** Creates a reader of an account by Stripe's API. */
export const apiReader = (api: Stripe, now: () => number = Date.now): StripeReader => {
  const pages: {
    readonly [Name in ListName]: (cursor: {
      readonly limit: number
      readonly starting_after?: string
    }) => Promise<StripePage<StripeLists[Name]>>
  } = {
    prices: (cursor) => api.prices.list({ ...cursor, expand: ["data.product"] }),
    customers: (cursor) =>
      api.customers.list({
        ...cursor,
        expand: ["data.invoice_settings.default_payment_method"]
      }),
    subscriptions: (cursor) =>
      api.subscriptions.list({ ...cursor, expand: subscriptionExpansions.map(inList) }),
    charges: (cursor) =>
      api.charges.list({
        ...cursor,
        created: { gte: Math.floor(now() / 1000) - historySeconds }
      }),
    disputes: (cursor) => api.disputes.list(cursor)
  }
  return {
    account: async () => (await api.accounts.retrieveCurrent()).id,
    page: (list, after) =>
      pages[list]({ limit: pageSize, ...(after === null ? {} : { starting_after: after }) }),
    pendingItems: async () => {
      const found = new Set<string>()
      let after: string | null = null
      for (;;) {
        const page: StripePage<Stripe.InvoiceItem> = await api.invoiceItems.list({
          pending: true,
          limit: pageSize,
          ...(after === null ? {} : { starting_after: after })
        })
        for (const { customer, parent } of page.data) {
          const subscription = parent?.subscription_details?.subscription
          if (typeof customer === "string") found.add(customer)
          if (typeof subscription === "string") found.add(subscription)
        }
        after = page.data.at(-1)?.id ?? null
        if (!page.has_more || after === null) return found
      }
    }
  }
}
