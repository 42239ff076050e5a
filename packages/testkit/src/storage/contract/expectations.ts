import assert from "node:assert/strict"
import type {
  Change,
  Collection,
  CommitConflict,
  PageQuery,
  Row,
  Scope,
  Stored
} from "@payloom/core"
import { Effect, Exit, Option } from "effect"
import type { StorageService } from "./StorageRule.ts"

/** The reason for which a commit was refused. */
export interface Refusal {
  readonly reason: CommitConflict["reason"]
  readonly collection: string
  readonly key: string
}

/** Returns the end of a commit: the refusal of a conflict, or `committed`. */
export const endOf = (
  storage: StorageService,
  changes: ReadonlyArray<Change>
): Effect.Effect<Refusal | "committed", unknown> =>
  Effect.matchEffect(storage.commit(changes), {
    onSuccess: () => Effect.succeed("committed" as const),
    onFailure: (error) =>
      error._tag === "CommitConflict"
        ? Effect.succeed({ reason: error.reason, collection: error.collection, key: error.key })
        : Effect.fail(error)
  })

/** Asserts that a commit conflicts, for exactly this reason. */
export const expectRefusal = Effect.fnUntraced(function* (
  storage: StorageService,
  changes: ReadonlyArray<Change>,
  expected: readonly [reason: Refusal["reason"], of: Collection<Row>, key: string]
) {
  const [reason, of, key] = expected
  assert.deepEqual(yield* endOf(storage, changes), { reason, collection: of.name, key })
})

/** Asserts that an effect ends in a defect, which means that the caller has a bug. */
export const expectDefect = Effect.fnUntraced(function* (effect: Effect.Effect<unknown, unknown>) {
  const exit = yield* Effect.exit(effect)
  assert.ok(Exit.hasDies(exit), "expected a defect")
})

/** Returns a row, and fails if it doesn't exist. */
export const rowOf = Effect.fnUntraced(function* <R extends Row>(
  storage: StorageService,
  scope: Scope,
  of: Collection<R>,
  id: string
) {
  const found = yield* storage.get(scope, of, id)
  assert.ok(Option.isSome(found), `${id} is not there`)
  return found.value
})

/** Asserts that a row doesn't exist. */
export const expectNoRow = Effect.fnUntraced(function* (
  storage: StorageService,
  scope: Scope,
  of: Collection<Row>,
  id: string
) {
  assert.deepEqual(yield* storage.get(scope, of, id), Option.none())
})

/** Returns the ids of a page, in its order. */
export const idsOfPage = (
  storage: StorageService,
  scope: Scope,
  of: Collection<Row>,
  query: Partial<PageQuery>
) => Effect.map(storage.page(scope, of, { order: "asc", limit: 100, ...query }), ids)

/** Returns the ids of rows, in their order. */
export const ids = (rows: ReadonlyArray<Stored<Row>>): ReadonlyArray<string> =>
  rows.map(({ row }) => row.id)
