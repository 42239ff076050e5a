import type { Change, Row, Scope } from "@payloom/core"
import { lookedUpBy } from "./lookedUpBy.ts"
import { type Statement, sql, type Value, within } from "./Statement.ts"
import type { Table } from "./Table.ts"

/** What a statement that a conflict stops is refused with: it divides by the rows it finds. */
export const nothingFound = "22012"

/** Changes one row, or is refused: what follows it in a transaction must not be carried out. */
export const writeOf = (table: Table, change: Change): Statement =>
  within(change.scope.tenant, statementOf(table, change))

const statementOf = (table: Table, change: Change): Statement => {
  switch (change._tag) {
    case "Insert":
      return insertion(table, change.scope, change.row)
    case "Update":
      refuseIfAppendOnly(table, "update")
      return replacement(table, change.scope, change.row, change.version)
    case "Delete":
      refuseIfAppendOnly(table, "delete")
      return orNothing(`DELETE FROM ${table.layout.table} ${atVersion(1)} RETURNING 1`, [
        ...keyOf(change.scope, change.id),
        change.version
      ])
    case "Check":
      return orNothing(`SELECT 1 FROM ${table.layout.table} ${atVersion(1)} ${unchanged(table)}`, [
        ...keyOf(change.scope, change.id),
        change.version
      ])
  }
}

/** Makes a scope known in which something is written for the first time. */
export const scopeKnown = (schema: string, { tenant, mode }: Scope): Statement =>
  within(
    tenant,
    sql(`INSERT INTO ${schema}.scopes (tenant, mode) VALUES ($1, $2) ON CONFLICT DO NOTHING`, [
      lookedUpBy(tenant),
      mode
    ])
  )

// A key that is taken is refused by the server: its index says so at once.
const insertion = (table: Table, scope: Scope, row: Row): Statement => {
  const { columns, table: name } = table.layout
  const names = ["tenant", "mode", "id", "version", ...columns.map((each) => each.name), "doc"]
  const values = [
    ...keyOf(scope, row.id),
    1,
    ...columns.map((column) => column.of(row)),
    table.of.encode(row)
  ]
  const places = values.map((_, at) => `$${at + 1}`).join(", ")
  return sql(`INSERT INTO ${name} (${names.join(", ")}) VALUES (${places})`, values)
}

// All columns are set: PostgreSQL itself sees which of them an index would have to hear of.
const replacement = (table: Table, scope: Scope, row: Row, version: number): Statement => {
  const { columns, table: name } = table.layout
  const set = [...columns.map((each) => each.name), "doc"]
  const values = [...columns.map((column) => column.of(row)), table.of.encode(row)]
  const assignments = set.map((column, at) => `${column} = $${at + 1}`).join(", ")
  return orNothing(
    `UPDATE ${name} SET version = version + 1, ${assignments}
     ${atVersion(values.length + 1)} RETURNING 1`,
    [...values, ...keyOf(scope, row.id), version]
  )
}

/** Keeps others from changing a row until the commit is over; some rows nobody ever changes. */
const unchanged = ({ of }: Table): string => (of.appendOnly ? "" : "FOR SHARE")

const keyOf = ({ tenant, mode }: Scope, id: string): ReadonlyArray<string> => [
  lookedUpBy(tenant),
  mode,
  lookedUpBy(id)
]

const atVersion = (first: number): string =>
  `WHERE tenant = $${first} AND mode = $${first + 1} AND id = $${first + 2}
   AND version = $${first + 3}`

const orNothing = (statement: string, values: ReadonlyArray<Value>): Statement =>
  sql(`WITH found AS (${statement}) SELECT 1 / count(*) FROM found`, values)

const refuseIfAppendOnly = ({ of }: Table, attempted: "update" | "delete"): void => {
  if (of.appendOnly) throw new Error(`${of.name} is append-only: ${attempted} refused`)
}
