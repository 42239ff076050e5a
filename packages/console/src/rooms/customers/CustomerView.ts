import type {
  AuditEntry,
  Customer,
  PaymentInstrument,
  ReportedPayment,
  Subscription
} from "@payloom/core"
import type { AccountName } from "../payments/PaymentView.ts"
import type { PlanName } from "../subscriptions/SubscriptionView.ts"

/** A customer in a list. */
export type CustomerRow = Pick<Customer, "id" | "name" | "email" | "reference" | "created">

/** A page of customers. */
export interface CustomersPage {
  readonly data: ReadonlyArray<CustomerRow>
  readonly nextCursor: string | null
}

/** A saved card or debit, and the open subscription that bills it. */
export interface InstrumentView {
  readonly instrument: PaymentInstrument
  /** A subscription that bills it, so that it can't be detached. Null if there is none. */
  readonly billedBy: string | null
}

/** Everything that the page of a customer shows. */
export interface CustomerView {
  readonly customer: Customer
  /** The saved cards and debits, newest first. */
  readonly instruments: ReadonlyArray<InstrumentView>
  /** The last payments, newest first. */
  readonly payments: ReadonlyArray<ReportedPayment>
  readonly hasMorePayments: boolean
  readonly accounts: ReadonlyArray<AccountName>
  /** The subscriptions, newest first. Null if the engine was made without billing. */
  readonly subscriptions: ReadonlyArray<Subscription> | null
  readonly hasMoreSubscriptions: boolean
  readonly plans: ReadonlyArray<PlanName>
  /** True if the engine has the customer portal. */
  readonly hasPortal: boolean
  readonly acts: ReadonlyArray<AuditEntry>
}
