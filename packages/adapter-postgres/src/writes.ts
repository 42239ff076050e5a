import type { Change, Collection, Row, Scope } from "@payloom/core"
import { type Statement, sql, within } from "./Statement.ts"
import type { Table } from "./Table.ts"
import { uniqueKeys } from "./uniqueKeys.ts"

/** What a statement that a conflict stops is refused with: it divides by the rows it finds. */
export const nothingFound = "22012"

/** Changes one row, or is refused: what follows it in a transaction must not be carried out. */
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

/** Makes a scope known in which something is written for the first time. */
export const scopeKnown = (schema: string, { tenant, mode }: Scope): Statement =>
  within(
    tenant,
    sql(`INSERT INTO ${schema}.scopes (tenant, mode) VALUES ($1, $2) ON CONFLICT DO NOTHING`, [
      uniqueKeys(tenant),
      mode
    ])
  )

const keyOf = ({ tenant, mode }: Scope, id: string): ReadonlyArray<string> => [
  uniqueKeys(tenant),
  mode,
  uniqueKeys(id)
]

const refuseIfAppendOnly = (of: Collection<Row>, attempted: "update" | "delete"): void => {
  if (of.appendOnly) throw new Error(`${of.name} is append-only: ${attempted} refused`)
}
