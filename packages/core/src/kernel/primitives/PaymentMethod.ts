import { Schema } from "effect"
import type { Named } from "./Named.ts"

/** The kinds of payment methods: cards, wallets and alternative payment methods. */
export const PaymentMethod = Schema.Literals(["card", "wallet", "apm"])
export type PaymentMethod = Named<typeof PaymentMethod.Type>
