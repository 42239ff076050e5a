import type { AuditEntry, CheckoutSession } from "@payloom/core"
import type { CustomerName } from "../customers/customerNames.ts"

/** A session in a list. */
export type SessionRow = Pick<
  CheckoutSession,
  "id" | "mode" | "status" | "amount" | "currency" | "description" | "customer" | "created"
>

/** A page of checkout sessions, newest first, with the names of their customers. */
export interface SessionsPage {
  readonly data: ReadonlyArray<SessionRow>
  readonly nextCursor: string | null
  readonly customers: ReadonlyArray<CustomerName>
}

/** Everything that the page of a checkout session shows. */
export interface SessionView {
  readonly session: CheckoutSession
  readonly customer: CustomerName | null
  /** True if it can be canceled now. The engine decides again when it is done. */
  readonly isOpen: boolean
  readonly acts: ReadonlyArray<AuditEntry>
}
