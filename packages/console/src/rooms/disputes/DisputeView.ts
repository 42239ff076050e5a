import type { AuditEntry, Dispute } from "@payloom/core"
import type { CustomerName } from "../customers/customerNames.ts"
import type { AccountName, EventView } from "../payments/PaymentView.ts"

/** The lists of disputes: by deadline, all that are open, and all that are over. */
export const disputeLists = ["due", "open", "closed"] as const

/** The payment of a dispute, as lists show it. */
export interface DisputedPayment {
  readonly id: string
  readonly amount: bigint
  readonly currency: string
  readonly customer: string | null
  readonly created: number
}

/** A page of disputes, with their payments and customers. */
export interface DisputesPage {
  readonly data: ReadonlyArray<Dispute>
  readonly nextCursor: string | null
  readonly payments: ReadonlyArray<DisputedPayment>
  readonly customers: ReadonlyArray<CustomerName>
  /** The engine's time. */
  readonly now: number
}

/** Everything that the page of a dispute shows. */
export interface DisputeView {
  readonly dispute: Dispute
  /** The provider's reference of the dispute. */
  readonly providerReference: string
  /** True if evidence can still be submitted. */
  readonly takesEvidence: boolean
  /** The merchant account that was charged. */
  readonly account: AccountName | null
  readonly payment: DisputedPayment & { readonly status: string; readonly amountRefunded: bigint }
  readonly customer: CustomerName | null
  /** The events of the dispute, newest first. */
  readonly events: ReadonlyArray<EventView>
  readonly acts: ReadonlyArray<AuditEntry>
  /** The engine's time. */
  readonly now: number
}
