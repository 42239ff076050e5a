import { Schema } from "effect"

/** Declares the first payment of an agreement to charge the card again; never assumed. */
export const StoredCredential = Schema.Struct({
  usage: Schema.Literals(["recurring", "unscheduled", "installment"])
})
export type StoredCredential = typeof StoredCredential.Type
