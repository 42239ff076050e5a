import type { Payment } from "../payments/charges/Payment.ts"
import type { ModuleChanges, ModuleContext } from "./ModuleContext.ts"

/** A change of a payment. */
export interface PaymentChange {
  /** The payment before. Null if it is new. */
  readonly before: Payment | null
  /** The payment after. */
  readonly after: Payment
}

/**
 * Changes of a module that follow a payment: its status, its captured and refunded amounts, and its
 * disputes. They are part of the commit that changes the payment. If the follower throws, the
 * payment is committed without it, and a job follows later. So a follower gets every change once,
 * and those of one payment in order. It reads all other rows as they were before the commit. Two
 * followers of a module must not change the same row: make them one follower.
 */
export interface ModuleFollower {
  readonly follow: (
    context: ModuleContext,
    change: PaymentChange
  ) => ReadonlyArray<ModuleChanges> | Promise<ReadonlyArray<ModuleChanges>>
}
