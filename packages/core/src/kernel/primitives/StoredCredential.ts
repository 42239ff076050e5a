import { Schema } from "effect"

/** Declares the first payment of an agreement to charge the card again. It is never assumed. */
export interface StoredCredential {
  /**
   * The reason for later charges: `recurring` at fixed times, `unscheduled` on an event,
   * `installment` for one purchase in parts.
   */
  readonly usage: "recurring" | "unscheduled" | "installment"
}
export const StoredCredential = Schema.Struct({
  usage: Schema.Literals(["recurring", "unscheduled", "installment"])
})
