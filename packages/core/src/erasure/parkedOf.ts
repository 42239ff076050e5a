import { Effect } from "effect"
import { ParkedCollection, type ParkedRecord } from "../outbound/consumers/ConsumerRows.ts"
import type { Stored } from "../platform/storage/Collection.ts"
import { deploymentScope, type Scope } from "../platform/storage/Scope.ts"
import { Storage } from "../platform/storage/Storage.ts"
import { ownedBy } from "./ownedBy.ts"

/**
 * Returns the parked events about a customer's resources. An alert about a parked event, which is
 * parked itself, is about the resource of that event.
 */
export const parkedOf = Effect.fnUntraced(function* (
  scope: Scope,
  customer: string,
  rows: ReadonlyArray<Stored<ParkedRecord>>
) {
  const storage = yield* Storage
  const here = rows.filter(
    ({ row }) => row.scope.tenant === scope.tenant && row.scope.mode === scope.mode
  )
  const parents = yield* storage.getMany(
    deploymentScope,
    ParkedCollection,
    here.map(({ row }) => row.subject).filter((subject) => subject.includes("/"))
  )
  const subjects = new Map(parents.map(({ row }) => [row.id, row.subject]))
  return yield* ownedBy(scope, customer, here, ({ subject }) => subjects.get(subject) ?? subject)
})
