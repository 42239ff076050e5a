import { hostname, userInfo } from "node:os"
import type { Merchant, Payloom, Scope } from "@payloom/core"

/** Returns the name of the person at this terminal: `user@host`. */
export const operatorName = (): string => `${userName()}@${hostname()}`

const userName = (): string => {
  try {
    return userInfo().username
  } catch {
    // Inside a container the user may have no name.
    return process.env.USER ?? "unknown"
  }
}

/** Returns the operations of an account. Every command that changes anything goes through here. */
export const asOperator = (payloom: Payloom, scope: Scope): Merchant => payloom.merchant(scope)
