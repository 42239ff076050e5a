import type { PageQuery, Scope } from "@payloom/core"
import type { Session } from "./Database.ts"
import { indexedText } from "./indexedText.ts"
import { type Line, number, type Statement, sql, type Value, within } from "./Statement.ts"
import type { Table } from "./Table.ts"
import { indexColumn, indexedScope } from "./tableLayout.ts"

interface Filter {
  readonly column: string
  readonly values: ReadonlyArray<string>
}

/**
 * Reads a page. The filter that matches the fewest rows leads. Each of its values is one index scan
 * from the page's bound to its limit, and the scans are merged.
 */
export const readPage = async (
  session: Session,
  table: Table,
  scope: Scope,
  query: PageQuery
): Promise<ReadonlyArray<Line>> => {
  const filters = filtersOf(table, query)
  if (query.limit <= 0 || filters.some(({ values }) => values.length === 0)) return []
  const leading = await leadingFilter(session, table, scope, filters)
  return session.rows(within(scope.tenant, pageOf(table, scope, query, filters, leading)))
}

/** Returns the statement of a page. */
const pageOf = (
  table: Table,
  { tenant, mode }: Scope,
  query: PageQuery,
  filters: ReadonlyArray<Filter>,
  leading: Filter | undefined
): Statement => {
  const values: Array<Value> = []
  const bound = (value: Value) => `$${values.push(value)}`
  const isUp = query.order === "asc"
  const order = `ORDER BY id ${isUp ? "ASC" : "DESC"} LIMIT ${bound(query.limit)}`
  const [inTenant, inMode] = [bound(indexedText(tenant)), bound(mode)]
  const conditions = [
    leading === undefined
      ? `tenant = ${inTenant} AND mode = ${inMode}`
      : indexedScope(inTenant, inMode),
    ...(query.after === undefined ? [] : [`id ${isUp ? ">" : "<"} ${bound(idOf(query.after))}`]),
    ...(query.idFrom === undefined ? [] : [`id >= ${bound(idOf(query.idFrom))}`]),
    ...(query.idTo === undefined ? [] : [`id <= ${bound(idOf(query.idTo))}`]),
    ...filters
      .filter((filter) => filter !== leading)
      // In a form that no index supports, because PostgreSQL may otherwise prefer that index.
      .map(({ column, values: wanted }) => `coalesce(${column} = ANY (${bound(wanted)}), false)`)
  ]
  const source = `SELECT ${table.columns} FROM ${table.layout.table}`
  const from = `${source} WHERE ${conditions.join(" AND ")}`
  if (leading === undefined) return sql(`${from} ${order}`, values)
  const { column, values: wanted } = leading
  const [only, ...others] = wanted
  if (others.length === 0)
    return sql(`${from} AND ${column} = ${bound(only ?? null)} ${order}`, values)
  return sql(
    `SELECT walk.* FROM unnest(${bound(wanted)}::text[]) AS wanted (value)
     CROSS JOIN LATERAL (${from} AND ${column} = wanted.value ${order}) AS walk ${order}`,
    values
  )
}

const idOf = indexedText

const filtersOf = ({ of }: Table, query: PageQuery): ReadonlyArray<Filter> =>
  Object.entries(query.where ?? {}).map(([index, wanted]) => {
    if (of.indexes[index] === undefined) throw new Error(`${of.name} has no index ${index}`)
    const values = typeof wanted === "string" ? [wanted] : [...new Set(wanted)]
    return { column: indexColumn(index), values: values.map(indexedText) }
  })

/**
 * The limits up to which rows are counted to compare filters. Beyond the last limit, filters count
 * as equal.
 */
const countedTo = [500, 20_000]

const leadingFilter = async (
  { rows }: Session,
  table: Table,
  scope: Scope,
  filters: ReadonlyArray<Filter>
): Promise<Filter | undefined> => {
  const [first] = filters
  if (first === undefined || filters.length === 1) return first
  for (const most of countedTo) {
    const [counts] = await rows(within(scope.tenant, countsUpTo(table, scope, filters, most)))
    const narrowest = filters.reduce(
      (best, _, at) => (number(counts, at) < number(counts, best) ? at : best),
      0
    )
    if (number(counts, narrowest) < most) return filters[narrowest]
  }
  return first
}

const countsUpTo = (
  table: Table,
  { tenant, mode }: Scope,
  filters: ReadonlyArray<Filter>,
  most: number
): Statement => {
  const counts = filters.map(
    ({ column }, at) => `(SELECT count(*) FROM (
       SELECT 1 FROM unnest($${at + 4}::text[]) AS wanted (value) CROSS JOIN LATERAL (
         SELECT 1 FROM ${table.layout.table}
         WHERE ${indexedScope("$1", "$2")} AND ${column} = wanted.value LIMIT $3) AS walk
       LIMIT $3) AS found)`
  )
  const wanted = filters.map(({ values }) => values)
  return sql(`SELECT ${counts.join(", ")}`, [indexedText(tenant), mode, most, ...wanted])
}
