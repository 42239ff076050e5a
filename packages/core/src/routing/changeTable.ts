import { Effect, Option } from "effect"
import { type Change, insert, update } from "../platform/storage/Change.ts"
import { retryConflicts } from "../platform/storage/retryConflicts.ts"
import type { Scope } from "../platform/storage/Scope.ts"
import { Storage } from "../platform/storage/Storage.ts"
import { type RoutingTable, RoutingTableCollection } from "./RoutingRule.ts"

/** Reads the merchant accounts and rules of a scope. */
export const routingTable = (scope: Scope) =>
  Effect.flatMap(Storage, (storage) =>
    Effect.map(storage.get(scope, RoutingTableCollection, scope.tenant), (stored) =>
      Option.isSome(stored) ? stored.value.row : emptyTable(scope)
    )
  )

const emptyTable = (scope: Scope): RoutingTable => ({ id: scope.tenant, mids: [], rules: [] })

/** Reads, changes and writes the table. Retries if another process wrote it in between. */
export const changeTable = Effect.fnUntraced(function* <E, R>(
  scope: Scope,
  change: (table: RoutingTable) => Effect.Effect<RoutingTable, E, R>,
  more: ReadonlyArray<Change> = []
) {
  const storage = yield* Storage
  return yield* retryConflicts(
    Effect.gen(function* () {
      const stored = yield* storage.get(scope, RoutingTableCollection, scope.tenant)
      const after = yield* change(Option.isSome(stored) ? stored.value.row : emptyTable(scope))
      const write = Option.isSome(stored)
        ? update(RoutingTableCollection, stored.value, after)
        : insert(scope, RoutingTableCollection, after)
      yield* storage.commit([write, ...more])
      return after
    })
  )
})
