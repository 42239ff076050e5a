import type { ComponentType } from "preact"
import type { IconName } from "./parts/Icon.tsx"
import { AlertsPage } from "./rooms/alerts/AlertsPage.tsx"
import { AuditPage } from "./rooms/audit/AuditPage.tsx"
import { CellsPage } from "./rooms/cells/CellsPage.tsx"
import { ConsumersPage } from "./rooms/consumers/ConsumersPage.tsx"
import { CustomerPage } from "./rooms/customers/CustomerPage.tsx"
import { CustomersPage } from "./rooms/customers/CustomersPage.tsx"
import { DisputePage } from "./rooms/disputes/DisputePage.tsx"
import { DisputesPage } from "./rooms/disputes/DisputesPage.tsx"
import { HomePage } from "./rooms/home/HomePage.tsx"
import { JobsPage } from "./rooms/jobs/JobsPage.tsx"
import { KeysPage } from "./rooms/keys/KeysPage.tsx"
import { LedgerItemPage } from "./rooms/ledger/LedgerItemPage.tsx"
import { LedgerPage } from "./rooms/ledger/LedgerPage.tsx"
import { PaymentPage } from "./rooms/payments/PaymentPage.tsx"
import { PaymentsPage } from "./rooms/payments/PaymentsPage.tsx"
import { PlanPage } from "./rooms/plans/PlanPage.tsx"
import { PlansPage } from "./rooms/plans/PlansPage.tsx"
import { RoutingPage } from "./rooms/routing/RoutingPage.tsx"
import { RulesPage } from "./rooms/routing/RulesPage.tsx"
import { SessionPage } from "./rooms/sessions/SessionPage.tsx"
import { SessionsPage } from "./rooms/sessions/SessionsPage.tsx"
import { SubscriptionPage } from "./rooms/subscriptions/SubscriptionPage.tsx"
import { SubscriptionsPage } from "./rooms/subscriptions/SubscriptionsPage.tsx"
import { DeliveryPage } from "./rooms/webhooks/DeliveryPage.tsx"
import { WebhooksPage } from "./rooms/webhooks/WebhooksPage.tsx"

/** A part of the console in the navigation. */
export interface PageRoom {
  /** The first segment of its addresses. Empty for the first page. */
  readonly name: string
  readonly title: string
  readonly icon: IconName
  readonly Page: ComponentType
  /** True if it is there only if the storage has cells, for people who see all accounts. */
  readonly isOfCells?: boolean
  /** The page of one thing, by its id. */
  readonly ItemPage?: ComponentType<{ id: string }>
}

/** All rooms, in the order of the navigation. */
export const rooms: ReadonlyArray<PageRoom> = [
  { name: "", title: "Home", icon: "home", Page: HomePage },
  {
    name: "payments",
    title: "Payments",
    icon: "payments",
    Page: PaymentsPage,
    ItemPage: PaymentPage
  },
  {
    name: "customers",
    title: "Customers",
    icon: "customers",
    Page: CustomersPage,
    ItemPage: CustomerPage
  },
  {
    name: "subscriptions",
    title: "Subscriptions",
    icon: "subscriptions",
    Page: SubscriptionsPage,
    ItemPage: SubscriptionPage
  },
  {
    name: "plans",
    title: "Plans",
    icon: "plans",
    Page: PlansPage,
    ItemPage: PlanPage
  },
  {
    name: "disputes",
    title: "Disputes",
    icon: "disputes",
    Page: DisputesPage,
    ItemPage: DisputePage
  },
  {
    name: "sessions",
    title: "Checkouts",
    icon: "sessions",
    Page: SessionsPage,
    ItemPage: SessionPage
  },
  { name: "alerts", title: "Alerts", icon: "alerts", Page: AlertsPage },
  {
    name: "webhooks",
    title: "Webhooks",
    icon: "webhooks",
    Page: WebhooksPage,
    ItemPage: DeliveryPage
  },
  {
    name: "routing",
    title: "Routing",
    icon: "routing",
    Page: RoutingPage,
    ItemPage: RulesPage
  },
  {
    name: "ledger",
    title: "Ledger",
    icon: "ledger",
    Page: LedgerPage,
    ItemPage: LedgerItemPage
  },
  { name: "jobs", title: "Jobs", icon: "jobs", Page: JobsPage },
  { name: "consumers", title: "Consumers", icon: "consumers", Page: ConsumersPage },
  { name: "cells", title: "Cells", icon: "cells", Page: CellsPage, isOfCells: true },
  { name: "keys", title: "API keys", icon: "keys", Page: KeysPage },
  { name: "audit", title: "Audit log", icon: "audit", Page: AuditPage }
]
