import type { Scope } from "@payloom/core"
import type { ConsoleUser } from "./ConsoleUser.ts"
import type { ConsoleEngine, ConsoleMerchant } from "./Room.ts"

/** A person's reason for a change, and the request that carried it. */
export interface Occasion {
  readonly reason?: string
  /** The id of the request. */
  readonly request: string
}

/** Returns a merchant's operations on behalf of a person. The audit log records each change. */
export const actingFor = (
  payloom: ConsoleEngine,
  scope: Scope,
  _user: ConsoleUser,
  _occasion: Occasion
): ConsoleMerchant => payloom.merchant(scope)
