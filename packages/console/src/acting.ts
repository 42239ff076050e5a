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
  { id, name }: ConsoleUser,
  occasion: Occasion
): ConsoleMerchant => payloom.as({ actor: { type: "user", id, name }, ...occasion }).merchant(scope)
