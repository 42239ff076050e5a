import type { Merchant, Payloom, Scope } from "@payloom/core"

/** Returns the operations of an account. Every command that changes anything goes through here. */
export const asOperator = (payloom: Payloom, scope: Scope): Merchant => payloom.merchant(scope)
