import { type Collection, type Row, type Stored, storedRow } from "./Collection.ts"
import type { Scope } from "./Scope.ts"

/** Adds a row. Conflicts if its id or one of its unique keys is taken. */
export interface Insert<R extends Row = Row> {
  readonly _tag: "Insert"
  readonly scope: Scope
  readonly collection: Collection<R>
  readonly row: R
  /** The version of the new row. 1 if absent. Only a copy of another store sets it. */
  readonly version?: number
}

/**
 * Replaces a row. Conflicts if its version is not `version`, if it is gone, or if a unique key is
 * taken.
 */
export interface Update<R extends Row = Row> {
  readonly _tag: "Update"
  readonly scope: Scope
  readonly collection: Collection<R>
  readonly row: R
  /** The row as it was read, at `version`. The store finds the changed columns by it. */
  readonly before: R
  readonly version: number
}

/** Removes a row. Conflicts if its version is not `version`, or if it is gone. */
export interface Delete<R extends Row = Row> {
  readonly _tag: "Delete"
  readonly scope: Scope
  readonly collection: Collection<R>
  readonly id: string
  readonly version: number
}

/** Writes nothing. Conflicts if a row that the decision depends on has changed. */
export interface Check<R extends Row = Row> {
  readonly _tag: "Check"
  readonly scope: Scope
  readonly collection: Collection<R>
  readonly id: string
  readonly version: number
}

/** One change of a commit. */
export type Change = Insert | Update | Delete | Check

/** Creates the insert of a row into a scope. */
export const insert = <R extends Row>(scope: Scope, of: Collection<R>, row: R): Change => ({
  _tag: "Insert",
  scope,
  collection: of,
  row
})

/** Creates the insert of a row of another store, with its scope and version. */
export const insertCopy = <R extends Row>(of: Collection<R>, stored: Stored<R>): Change => ({
  _tag: "Insert",
  scope: stored.scope,
  collection: of,
  row: stored.row,
  version: stored.version
})

/** Creates the update of a row that was read. */
export const update = <R extends Row>(of: Collection<R>, stored: Stored<R>, row: R): Change => ({
  _tag: "Update",
  scope: stored.scope,
  collection: of,
  row,
  before: stored.row,
  version: stored.version
})

/** Creates the removal of a row that was read. */
export const remove = <R extends Row>(of: Collection<R>, stored: Stored<R>): Change => ({
  _tag: "Delete",
  scope: stored.scope,
  collection: of,
  id: stored.row.id,
  version: stored.version
})

/** Creates the check of a row that was read. The commit then depends on its version. */
export const check = <R extends Row>(of: Collection<R>, stored: Stored<R>): Check => ({
  _tag: "Check",
  scope: stored.scope,
  collection: of,
  id: stored.row.id,
  version: stored.version
})

/** Returns the row as it is after its insert has been committed. */
export const inserted = <R extends Row>(scope: Scope, row: R): Stored<R> => storedRow(scope, row, 1)

/** Returns the row as it is after its update has been committed. */
export const updated = <R extends Row>(stored: Stored<R>, row: R): Stored<R> =>
  storedRow(stored.scope, row, stored.version + 1)
