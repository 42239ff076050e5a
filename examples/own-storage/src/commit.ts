import {
  type Change,
  type Collection,
  CommitConflict,
  feedPart,
  isErasure,
  type Row
} from "@payloom/core"
import type { Database } from "./Database.ts"
import { addKeys, columns, removeKeys, within } from "./rows.ts"

/** Makes one change of a commit. Throws a `CommitConflict`, and the transaction is rolled back. */
export const make = (db: Database, change: Change): void => {
  const { _tag, collection: of, scope } = change
  const { tenant, mode } = scope
  const id = _tag === "Insert" || _tag === "Update" ? change.row.id : change.id
  const at = [of.name, tenant, mode, id]
  const found = db.first(
    `select ${columns} from documents d ` +
      "where collection = ? and tenant = ? and mode = ? and id = ?",
    ...at
  )
  if (of.appendOnly && (_tag === "Delete" || (_tag === "Update" && !erases(change)))) {
    throw new Error(`${of.name} is append-only: ${_tag} refused`)
  }
  if (_tag === "Insert") {
    if (found !== undefined) throw conflict("id_taken", of, id)
    const { row, version = 1 } = change
    refuseTakenKeys(db, change)
    const document = [...at, version, of.encode(row), ...placeOf(db, of, row)]
    db.run("insert into documents values (?, ?, ?, ?, ?, ?, ?, ?, ?)", ...document)
    db.run("insert or ignore into scopes values (?, ?)", tenant, mode)
    addKeys(db, of, scope, row)
    return
  }
  if (found === undefined) throw conflict("missing", of, id)
  if (found.version !== change.version) throw conflict("stale", of, id)
  if (_tag === "Check") return
  removeKeys(db, of, scope, id)
  const where = "where collection = ? and tenant = ? and mode = ? and id = ?"
  if (_tag === "Delete") return void db.run(`delete from documents ${where}`, ...at)
  refuseTakenKeys(db, change)
  const document = of.encode(change.row)
  db.run(`update documents set version = version + 1, document = ? ${where}`, document, ...at)
  addKeys(db, of, scope, change.row)
}

/**
 * Returns the columns `kept`, `position` and `part` of a new row. SQLite has one writer at a time,
 * so positions have the order of the commits.
 */
const placeOf = <R extends Row>(db: Database, of: Collection<R>, row: R) => {
  if (!of.appendOnly) return [0, null, null]
  const last = db.first("select max(position) as at from documents where collection = ?", of.name)
  const part = of.feed === null ? null : feedPart(of.feed.of(row))
  return [of.erasable.length > 0 ? 2 : 1, Number(last?.at ?? 0) + 1, part]
}

const erases = ({ collection: of, before, row }: Extract<Change, { _tag: "Update" }>): boolean =>
  isErasure(of, before, row)

/** The keys are checked in their order, so that every storage names the same one. */
const refuseTakenKeys = (
  db: Database,
  { collection: of, scope, row }: Extract<Change, { _tag: "Insert" | "Update" }>
): void => {
  for (const [key, unique] of Object.entries(of.unique)) {
    const value = unique.of(row)
    if (value === null) continue
    const holder = [of.name, key, within(scope, unique.global), value]
    const taken = db.first(
      "select id from holders where collection = ? and key = ? and within = ? and value = ?",
      ...holder
    )
    if (taken !== undefined) throw conflict("key_taken", of, key)
  }
}

const conflict = (reason: CommitConflict["reason"], of: Collection<Row>, key: string) =>
  new CommitConflict({ reason, collection: of.name, key })
