import { Schema } from "effect"
import type { Named } from "./Named.ts"

/** How a payer pays (spec 1). */
export const PaymentMethod = Schema.Literals(["card", "wallet", "apm"])
export type PaymentMethod = Named<typeof PaymentMethod.Type>
