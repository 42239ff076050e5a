import { Schema } from "effect"

/** How a payer pays (spec 1). */
export const PaymentMethod = Schema.Literals(["card", "wallet", "apm"])
export type PaymentMethod = typeof PaymentMethod.Type
