import { Effect, Schema } from "effect"
import { inputChecker } from "../kernel/input/decodeInput.ts"
import { ImportId } from "../kernel/primitives/PublicId.ts"
import { idPage } from "../platform/pagination/idPage.ts"
import { list } from "../platform/pagination/List.ts"
import type { ForwardCursor, PageLimit } from "../platform/pagination/ListQuery.ts"
import type { Scope } from "../platform/storage/Scope.ts"
import { Storage } from "../platform/storage/Storage.ts"
import { ImportCollection, toImport } from "./Import.ts"
import {
  ImportedCollection,
  ImportedKind,
  ImportedState,
  importedStateKey,
  loadImported,
  toImportedObject
} from "./ImportedObject.ts"

/** The imported objects to iterate. */
export interface IterateImported extends PageLimit {
  /** The import's id. */
  readonly import: string
  /** The kind of the objects. */
  readonly kind: ImportedKind
  /** The state of the objects. */
  readonly state: ImportedState
}

/** The imported objects to list, 100 a page by default. */
export interface ListImported extends IterateImported, ForwardCursor {}
export const ListImported = Schema.Struct({
  import: ImportId,
  kind: ImportedKind,
  state: ImportedState,
  limit: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))),
  startingAfter: Schema.optionalKey(Schema.String)
})

const checkInput = inputChecker(ListImported)

/** Returns a page of imported objects of one kind and state, in no particular order. */
export const listImported = Effect.fnUntraced(function* (scope: Scope, query: ListImported) {
  const given = yield* Effect.fromResult(checkInput(query))
  const { limit = 100, startingAfter } = given
  const { rows, nextCursor } = yield* idPage({
    of: ImportedCollection,
    scope,
    where: { state: importedStateKey(given.import, given.kind, given.state) },
    limit,
    ...(startingAfter === undefined ? {} : { startingAfter })
  })
  // The cursor is the row's id, which an imported object doesn't show.
  return list(
    rows.map(({ row }) => toImportedObject(row)),
    nextCursor
  )
})

/** Returns the imports of an account, newest first: there are few. */
export const listImports = Effect.fnUntraced(function* (scope: Scope) {
  const storage = yield* Storage
  const found = yield* storage.page(scope, ImportCollection, { order: "desc", limit: 100 })
  return list(found.map(({ row }) => toImport(row)))
})

const Ids = Schema.Struct({
  externalIds: Schema.Array(Schema.String).check(Schema.isMaxLength(1000))
})
const checkIds = inputChecker(Ids)

/** Returns the objects with these external ids, at most 1,000. Unknown ids are left out. */
export const findImported = Effect.fnUntraced(function* (
  scope: Scope,
  externalIds: ReadonlyArray<string>
) {
  const given = yield* Effect.fromResult(checkIds({ externalIds }))
  const rows = yield* loadImported(scope, given.externalIds)
  return [...rows.values()].map(({ row }) => toImportedObject(row))
})
