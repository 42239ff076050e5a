import { type Collection, type Row, type Stored, storedRow } from "./Collection.ts"
import type { Scope } from "./Scope.ts"

/** Adds a row; conflicts where its id or one of its unique keys is taken. */
export interface Insert<R extends Row = Row> {
  readonly _tag: "Insert"
  readonly scope: Scope
  readonly collection: Collection<R>
  readonly row: R
  /** The version that it has then: 1 unless told, which only a copy of another store does. */
  readonly version?: number
}

/** Replaces a row; conflicts where it moved on from `version`, is gone, or takes a taken key. */
export interface Update<R extends Row = Row> {
  readonly _tag: "Update"
  readonly scope: Scope
  readonly collection: Collection<R>
  readonly row: R
  /** The row as it was read, at `version`: tells the store which of its columns change. */
  readonly before: R
  readonly version: number
}

/** Removes a row; conflicts where it moved on from `version` or is gone. */
export interface Delete<R extends Row = Row> {
  readonly _tag: "Delete"
  readonly scope: Scope
  readonly collection: Collection<R>
  readonly id: string
  readonly version: number
}

/** Writes nothing: the decision read this row and must not outlive a change to it. */
export interface Check<R extends Row = Row> {
  readonly _tag: "Check"
  readonly scope: Scope
  readonly collection: Collection<R>
  readonly id: string
  readonly version: number
}

/** One change of a commit. */
export type Change = Insert | Update | Delete | Check

/** Adds a row to a scope. */
export const insert = <R extends Row>(scope: Scope, of: Collection<R>, row: R): Change => ({
  _tag: "Insert",
  scope,
  collection: of,
  row
})

/** Adds a row as another store has it: in its scope, at its version. */
export const insertCopy = <R extends Row>(of: Collection<R>, stored: Stored<R>): Change => ({
  _tag: "Insert",
  scope: stored.scope,
  collection: of,
  row: stored.row,
  version: stored.version
})

/** Replaces a row that was read. */
export const update = <R extends Row>(of: Collection<R>, stored: Stored<R>, row: R): Change => ({
  _tag: "Update",
  scope: stored.scope,
  collection: of,
  row,
  before: stored.row,
  version: stored.version
})

/** Removes a row that was read. */
export const remove = <R extends Row>(of: Collection<R>, stored: Stored<R>): Change => ({
  _tag: "Delete",
  scope: stored.scope,
  collection: of,
  id: stored.row.id,
  version: stored.version
})

/** Makes the commit depend on a row that was read. */
export const check = <R extends Row>(of: Collection<R>, stored: Stored<R>): Check => ({
  _tag: "Check",
  scope: stored.scope,
  collection: of,
  id: stored.row.id,
  version: stored.version
})

/** The row as it stands once the insert has committed. */
export const inserted = <R extends Row>(scope: Scope, row: R): Stored<R> => storedRow(scope, row, 1)

/** The row as it stands once its update has committed. */
export const updated = <R extends Row>(stored: Stored<R>, row: R): Stored<R> =>
  storedRow(stored.scope, row, stored.version + 1)
