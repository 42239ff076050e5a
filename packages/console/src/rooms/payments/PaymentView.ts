import type {
  Attempt,
  AttemptExplanation,
  AuditEntry,
  CheckoutSession,
  Customer,
  Dispute,
  KeptNotification,
  LedgerGroup,
  Payment,
  PaymentInstrument,
  Refund,
  ReportedPayment,
  WebhookDelivery
} from "@payloom/core"
import type { CustomerName } from "../customers/customerNames.ts"

/** A merchant account, as lists and filters show it. */
export interface AccountName {
  readonly id: string
  readonly name: string
  readonly provider: string
  readonly enabled: boolean
}

/** A page of payments, with the names of their accounts and customers. */
export interface PaymentsPage {
  readonly data: ReadonlyArray<ReportedPayment>
  readonly nextCursor: string | null
  readonly accounts: ReadonlyArray<AccountName>
  /** The customers of these payments. */
  readonly customers: ReadonlyArray<CustomerName>
}

/** An attempt, and why it was routed as it was. */
export interface AttemptView extends Omit<AttemptExplanation, "rule"> {
  /** The provider's reference of the charge. Null before the provider gave one. */
  readonly providerReference: Attempt["providerReference"] | null
  /** The name of the rule that decided. Null if no rule matched, or if it was replaced. */
  readonly rule: string | null
  /** True if a rule decided that has since been replaced. */
  readonly ruleIsGone: boolean
}

/** An event of a payment, without its resource. */
export interface EventView {
  readonly id: string
  readonly type: string
  readonly occurredAt: number
  /** False for events that only the engine's operators see. */
  readonly published: boolean
  /** The status of the event's resource. Null if it has none. */
  readonly status: string | null
}

/** A delivery of an event, with the address of its endpoint. */
export interface DeliveryView extends Pick<WebhookDelivery, "id" | "event" | "type" | "status"> {
  readonly created: number
  readonly url: string
  readonly attempts: WebhookDelivery["attempts"]
}

/** A booking of the ledger. */
interface BookingView extends Pick<LedgerGroup, "id" | "kind" | "currency" | "created"> {
  readonly entries: LedgerGroup["entries"]
}

/** An action that is possible for a payment now. The engine decides again when it is done. */
export type Possible =
  | {
      readonly act: "payments.capture" | "payments.refund"
      /** The most that can be captured or refunded, in minor units. */
      readonly most: bigint
    }
  | { readonly act: "payments.void" | "payments.cancel" }
  | {
      readonly act: "payments.resolveAttempt"
      /** The attempt whose result is unknown. */
      readonly attempt: string
      /** True if the payment only holds the money. */
      readonly mayHold: boolean
    }

/** Everything that the page of a payment shows. */
export interface PaymentView {
  readonly payment: Payment
  readonly attempts: ReadonlyArray<AttemptView>
  readonly events: ReadonlyArray<EventView>
  readonly deliveries: ReadonlyArray<DeliveryView>
  readonly bookings: ReadonlyArray<BookingView>
  /** The entries of the audit log about the payment. */
  readonly acts: ReadonlyArray<AuditEntry>
  readonly refunds: ReadonlyArray<Refund>
  readonly accounts: ReadonlyArray<AccountName>
  readonly customer: Pick<Customer, "id" | "name" | "email" | "reference"> | null
  readonly instrument: PaymentInstrument | null
  readonly session: Pick<CheckoutSession, "id" | "status" | "description" | "created"> | null
  /** The disputes, newest first. */
  readonly disputes: ReadonlyArray<Pick<Dispute, "id" | "stage" | "amount" | "evidenceDueBy">>
  /** The notifications of its provider that can't be booked. Refunds wait for them. */
  readonly unbooked: ReadonlyArray<KeptNotification>
  readonly possible: ReadonlyArray<Possible>
}
