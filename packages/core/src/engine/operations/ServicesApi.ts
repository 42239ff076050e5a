import type { Background } from "./BackgroundApi.ts"
import type { CallStyle } from "./CallStyle.ts"
import type { Checkout, PayerDesk } from "./CheckoutApi.ts"
import type { Consumers } from "./ConsumersApi.ts"
import type { Customers } from "./CustomersApi.ts"
import type { Disputes } from "./DisputesApi.ts"
import type { Events } from "./EventsApi.ts"
import type { Ledger } from "./LedgerApi.ts"
import type { Cards, PaymentInstruments } from "./PaymentInstrumentsApi.ts"
import type { Payments } from "./PaymentsApi.ts"
import type { Plans } from "./PlansApi.ts"
import type { ProviderNotifications } from "./ProviderNotificationsApi.ts"
import type { Routing } from "./RoutingApi.ts"
import type { Subscriptions } from "./SubscriptionsApi.ts"
import type { Templates } from "./TemplatesApi.ts"
import type { Tenants } from "./TenantsApi.ts"
import type { Webhooks } from "./WebhooksApi.ts"

/** What is done on behalf of a merchant, by service. */
export interface MerchantServices<F extends CallStyle> {
  /** Payments and all that is done to them: operations 1 to 8 of the spec, and library calls. */
  readonly payments: Payments<F>
  /** Who pays, as merchants know them: operations 12 to 15 of the spec. */
  readonly customers: Customers<F>
  /** Saved cards, as merchants see them: operations 16 to 19 of the spec. */
  readonly paymentInstruments: PaymentInstruments<F>
  /** What merchants sell again and again: operations 20 to 23 of the spec, and what supersedes. */
  readonly plans: Plans<F>
  /** Who pays again and again: operations 24 to 31 of the spec, and library calls. */
  readonly subscriptions: Subscriptions<F>
  /** What payers take back of payments, or ask about: operations 32 and 33 of the spec. */
  readonly disputes: Disputes<F>
  /** What happened, as merchants are told of it: operations 34 and 35 of the spec. */
  readonly events: Events<F>
  /** Checkout sessions as merchants see them: operations 9 to 11 of the spec, and how they look. */
  readonly checkout: Checkout<F>
  /** How a merchant's payment pages look: drafts, and what is published of them. */
  readonly templates: Templates<F>
  /** Merchant accounts, routing rules, and what other rules would have done. */
  readonly routing: Routing<F>
  /** Saves cards straight from their ciphertext: for programs with a card field of their own. */
  readonly cards: Cards<F>
  /** Where merchants are told of what happens, and what was sent there. */
  readonly webhooks: Webhooks<F>
  /** What providers told of their own accord and the books could not have. */
  readonly notifications: ProviderNotifications<F>
  /** The books. */
  readonly ledger: Ledger<F>
}

/** Every service of the engine. */
export interface EngineServices<F extends CallStyle> extends MerchantServices<F> {
  /** What a payer's browser may do in its session: operations 36 to 38 of the spec. */
  readonly payer: PayerDesk<F>
  /** What happened, handed to the embedder in its own process. */
  readonly consumers: Consumers<F>
  /** Tenants, their settings and their API keys. */
  readonly tenants: Tenants<F>
  /** What happens of its own accord: due jobs, and what providers and the card updater tell. */
  readonly background: Background<F>
}
