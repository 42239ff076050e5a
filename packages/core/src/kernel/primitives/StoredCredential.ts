import { Schema } from "effect"

/** Declares the first payment of an agreement to charge the card again; never assumed. */
export interface StoredCredential {
  /**
   * For what the card is charged again: `recurring` at fixed times, `unscheduled` when something
   * happens, `installment` for one purchase in parts.
   */
  readonly usage: "recurring" | "unscheduled" | "installment"
}
export const StoredCredential = Schema.Struct({
  usage: Schema.Literals(["recurring", "unscheduled", "installment"])
})
