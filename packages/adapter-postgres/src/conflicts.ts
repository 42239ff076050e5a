import { type Change, CommitConflict } from "@payloom/core"
import type { Session } from "./Database.ts"
import { DriverFailed } from "./DriverFailed.ts"
import { indexedText } from "./indexedText.ts"
import { type Line, number, sql, text } from "./Statement.ts"
import { scopeOf, type Table } from "./Table.ts"
import { nothingFound } from "./writes.ts"

/** Returns true if a change was refused because of the rows in the database. */
export const isConflict = (cause: unknown): boolean =>
  cause instanceof DriverFailed && [nothingFound, "23505"].includes(cause.sqlState ?? "")

/**
 * Returns the conflict of a refused change, in the same transaction and after the changes before
 * it. Null if the cause is gone by now.
 */
export const conflictOf = async (
  { rows }: Session,
  table: Table,
  change: Change
): Promise<CommitConflict | null> => {
  const { of } = table
  const conflict = (reason: CommitConflict["reason"], key: string) =>
    new CommitConflict({ reason, collection: of.name, key })
  const id = "row" in change ? change.row.id : change.id
  const [current] = await rows(table.get(change.scope, id))
  if (change._tag === "Insert") {
    if (current !== undefined) return conflict("id_taken", id)
  } else {
    if (current === undefined) return conflict("missing", id)
    if (number(current, 0) !== change.version) return conflict("stale", id)
  }
  if (!("row" in change)) return null
  for (const [key, unique] of Object.entries(of.unique)) {
    const value = unique.of(change.row)
    if (value === null) continue
    const [holder] = await rows(table.holder(unique.global ? "any" : change.scope, key, value))
    if (holder === undefined) continue
    const own = text(holder, 3) === indexedText(id) && isIn(change, holder)
    if (!own || change._tag === "Insert") return conflict("key_taken", key)
  }
  return null
}

/** Returns the conflict of a change whose cause is gone. */
export const staleOf = (change: Change): CommitConflict =>
  new CommitConflict({
    reason: "stale",
    collection: change.collection.name,
    key: "row" in change ? change.row.id : change.id
  })

const isIn = ({ scope }: Change, holder: Line): boolean => {
  const { tenant, mode } = scopeOf(holder)
  return tenant === indexedText(scope.tenant) && mode === scope.mode
}

export const savepoint = sql("SAVEPOINT change")
export const backToSavepoint = sql("ROLLBACK TO change")
