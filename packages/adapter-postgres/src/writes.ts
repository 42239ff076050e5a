import { type Change, type Collection, isErasure, type Row, type Scope } from "@payloom/core"
import { indexedText } from "./indexedText.ts"
import { type Statement, sql, within } from "./Statement.ts"
import type { Table } from "./Table.ts"

/**
 * The SQLSTATE of a division by zero. A statement that finds no row divides by the number of rows.
 */
export const nothingFound = "22012"

/**
 * Returns a statement that changes one row or fails, so that later statements of the transaction
 * don't run.
 */
export const writeOf = (table: Table, change: Change): Statement =>
  within(change.scope.tenant, statementOf(table, change))

const statementOf = ({ of, layout, texts }: Table, change: Change): Statement => {
  switch (change._tag) {
    case "Insert":
      return sql(texts.insert, [
        ...keyOf(change.scope, change.row.id),
        change.version ?? 1,
        ...layout.columns.map((column) => column.of(change.row)),
        of.encode(change.row)
      ])
    case "Update":
      if (isErasure(of, change.before, change.row)) {
        return sql(texts.erase, [
          of.encode(change.row),
          ...keyOf(change.scope, change.row.id),
          change.version
        ])
      }
      refuseIfAppendOnly(of, "update")
      return sql(texts.update, [
        ...layout.columns.map((column) => column.of(change.row)),
        of.encode(change.row),
        ...keyOf(change.scope, change.row.id),
        change.version
      ])
    case "Delete":
      refuseIfAppendOnly(of, "delete")
      return sql(texts.remove, [...keyOf(change.scope, change.id), change.version])
    case "Check":
      return sql(texts.check, [...keyOf(change.scope, change.id), change.version])
  }
}

/** Returns a statement that stores a scope when it is first written to. */
export const scopeKnown = (schema: string, { tenant, mode }: Scope): Statement =>
  within(
    tenant,
    sql(`INSERT INTO ${schema}.scopes (tenant, mode) VALUES ($1, $2) ON CONFLICT DO NOTHING`, [
      indexedText(tenant),
      mode
    ])
  )

const keyOf = ({ tenant, mode }: Scope, id: string): ReadonlyArray<string> => [
  indexedText(tenant),
  mode,
  indexedText(id)
]

const refuseIfAppendOnly = (of: Collection<Row>, attempted: "update" | "delete"): void => {
  if (of.appendOnly) throw new Error(`${of.name} is append-only: ${attempted} refused`)
}
