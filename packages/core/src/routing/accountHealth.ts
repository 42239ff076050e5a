import { Clock, Effect } from "effect"
import type { MidId } from "../kernel/primitives/PublicId.ts"
import type { Scope } from "../platform/storage/Scope.ts"
import { routingTable } from "./changeTable.ts"
import { RouteHealth } from "./RouteHealth.ts"

/** The health of a merchant account, as this process knows it. */
export interface AccountHealth {
  /** The merchant account's id. */
  readonly mid: MidId
  /**
   * False if at least half of the last calls failed technically, until a call is answered again.
   * Routing then chooses the account only if no other can take the payment.
   */
  readonly healthy: boolean
}

/**
 * Returns the health of all merchant accounts, oldest first. Each process knows only its own calls,
 * and forgets them when it ends. Library call.
 */
export const accountHealth = Effect.fnUntraced(function* (scope: Scope) {
  const health = yield* RouteHealth
  const now = yield* Clock.currentTimeMillis
  const { mids } = yield* routingTable(scope)
  return mids.map(({ id }): AccountHealth => ({ mid: id, healthy: health.isHealthy(id, now) }))
})
