import type { Alerts } from "./AlertsApi.ts"
import type { Audit } from "./AuditApi.ts"
import type { Background } from "./BackgroundApi.ts"
import type { CallStyle } from "./CallStyle.ts"
import type { Checkout, PayerDesk } from "./CheckoutApi.ts"
import type { Consumers } from "./ConsumersApi.ts"
import type { Customers } from "./CustomersApi.ts"
import type { Disputes } from "./DisputesApi.ts"
import type { Events } from "./EventsApi.ts"
import type { Imports } from "./ImportsApi.ts"
import type { Ledger } from "./LedgerApi.ts"
import type { Cards, PaymentInstruments } from "./PaymentInstrumentsApi.ts"
import type { Payments } from "./PaymentsApi.ts"
import type { Plans } from "./PlansApi.ts"
import type { PortalDesk, PortalSessions } from "./PortalApi.ts"
import type { ProviderNotifications } from "./ProviderNotificationsApi.ts"
import type { Reporter, Reporting } from "./ReportingApi.ts"
import type { Routing } from "./RoutingApi.ts"
import type { Subscriptions } from "./SubscriptionsApi.ts"
import type { Templates } from "./TemplatesApi.ts"
import type { Tenants } from "./TenantsApi.ts"
import type { Webhooks } from "./WebhooksApi.ts"

/** The services on behalf of a merchant. */
export interface MerchantServices<F extends CallStyle> {
  /** Payments, and all operations on them. */
  readonly payments: Payments<F>
  /** Customers. */
  readonly customers: Customers<F>
  /** Saved cards. */
  readonly paymentInstruments: PaymentInstruments<F>
  /** Plans: the terms on which merchants sell subscriptions. */
  readonly plans: Plans<F>
  /** Subscriptions and their billing cycles. */
  readonly subscriptions: Subscriptions<F>
  /** Chargebacks and inquiries on payments. */
  readonly disputes: Disputes<F>
  /** Events, as merchants get them. */
  readonly events: Events<F>
  /** Checkout sessions for merchants, and their look. */
  readonly checkout: Checkout<F>
  /** Sessions of the customer portal. */
  readonly portalSessions: PortalSessions<F>
  /** Branding templates: the look of a merchant's payment pages, as drafts and as published. */
  readonly templates: Templates<F>
  /** Merchant accounts, routing rules, and simulation of other rules. */
  readonly routing: Routing<F>
  /** Saves cards directly from their ciphertext, for programs with a card field of their own. */
  readonly cards: Cards<F>
  /** Webhook endpoints and their deliveries. */
  readonly webhooks: Webhooks<F>
  /** Notifications of providers that could not be booked. */
  readonly notifications: ProviderNotifications<F>
  /** The ledger. */
  readonly ledger: Ledger<F>
  /** Lists, search and figures for operators. */
  readonly reporting: Reporting<F>
  /** Imports from other systems, with a takeover of running subscriptions. */
  readonly imports: Imports<F>
  /** The audit log: who called which mutation. */
  readonly audit: Audit<F>
  /** Alerts, and the people who take them. */
  readonly alerts: Alerts<F>
}

/** Every service of the engine. */
export interface EngineServices<F extends CallStyle> extends MerchantServices<F> {
  /** The operations of a payer's browser in its session. */
  readonly payer: PayerDesk<F>
  /** The operations of a customer's browser in a portal session. */
  readonly portal: PortalDesk<F>
  /** Consumers: handlers of events in the embedder's own process. */
  readonly consumers: Consumers<F>
  /** Keeps the reports up to date. */
  readonly reporter: Reporter<F>
  /** Tenants, their settings and their API keys. */
  readonly tenants: Tenants<F>
  /** Background work: due jobs, and notifications of providers and of the card updater. */
  readonly background: Background<F>
}
