import type {
  AuditEntry,
  BillingCycle,
  PaymentInstrument,
  Plan,
  Subscription,
  UpcomingCharges
} from "@payloom/core"
import type { CustomerName } from "../customers/customerNames.ts"

/** A page of subscriptions, with the names of their customers and plans. */
export interface SubscriptionsPage {
  readonly data: ReadonlyArray<Subscription>
  readonly nextCursor: string | null
  readonly customers: ReadonlyArray<CustomerName>
  readonly plans: ReadonlyArray<PlanName>
}

/** A plan, as lists show it. */
export type PlanName = Pick<Plan, "id" | "name">

/** An act that is possible now. The engine decides again when it is done. */
export type SubscriptionAct =
  | "subscriptions.pause"
  | "subscriptions.resume"
  | "subscriptions.cancel"
  | "subscriptions.recoverySession"

/** A cycle of the past or the present, with the status of its latest payment. */
export interface CycleView
  extends Pick<
    BillingCycle,
    "id" | "sequence" | "dueAt" | "periodStart" | "periodEnd" | "status" | "attemptCount"
  > {
  /** The latest payment. Null if nothing was charged. */
  readonly payment: {
    readonly id: string
    readonly status: string
    readonly amount: bigint
    readonly currency: string
    readonly created: number
    readonly declineCode: string | null
  } | null
}

/** Everything that the page of a subscription shows. */
export interface SubscriptionView {
  readonly subscription: Subscription
  /** True if the customer may use the product now. */
  readonly grantsAccess: boolean
  /** The length of a trial, the fee with the first charge, and the number of cycles. */
  readonly terms: {
    readonly trialDays: number | null
    readonly setupFee: bigint
    readonly endAfterCycles: number | null
  }
  readonly upcoming: UpcomingCharges
  /** The behavior of the pause. Null if it is not paused. */
  readonly pause: { readonly behavior: "shift" | "skip"; readonly at: number } | null
  /** The latest cycles that began, newest first. */
  readonly cycles: ReadonlyArray<CycleView>
  /** True if there are older cycles. */
  readonly hasOlder: boolean
  readonly customer: CustomerName | null
  readonly instrument: PaymentInstrument | null
  readonly plan: PlanName | null
  /** The subscriber's consent. */
  readonly consent: {
    readonly at: number
    readonly source: string
    readonly session: string | null
  }
  /** The audit entries of the subscription, newest first. */
  readonly acts: ReadonlyArray<AuditEntry>
  readonly possible: ReadonlyArray<SubscriptionAct>
  /** The engine's time. */
  readonly now: number
}
