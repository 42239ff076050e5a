import type { PageQuery } from "@payloom/core"
import type { Connection } from "./Connection.ts"
import type { RawRow, Table } from "./Table.ts"
import { indexColumn, listIndex, quoted } from "./tableLayout.ts"

/** The shape of a page's statement; everything else is bound. */
export interface PageShape {
  /** The declared index that the page is read from; null for the order of the ids alone. */
  readonly led: string | null
  /** Further filters, checked row by row: the index, and how many values may match. */
  readonly checked: ReadonlyArray<readonly [index: string, values: number]>
  readonly after: boolean
  readonly idFrom: boolean
  readonly idTo: boolean
  readonly order: "asc" | "desc"
}

/**
 * The statement of one walk along one index: it starts at its bound and stops at its limit. The
 * index is named, so that no statistics ever talk SQLite into another plan.
 */
export const pageSql = (table: Table, shape: PageShape): string => {
  const ascending = shape.order === "asc"
  const conditions = [
    "scope = ?",
    ...(shape.led === null ? [] : [`${quoted(indexColumn(shape.led))} = ?`]),
    ...(shape.after ? [`id ${ascending ? ">" : "<"} ?`] : []),
    ...(shape.idFrom ? ["id >= ?"] : []),
    ...(shape.idTo ? ["id <= ?"] : []),
    ...shape.checked.map(([index, values]) => {
      const places = Array.from({ length: values }, () => "?").join(", ")
      return `${quoted(indexColumn(index))} IN (${places})`
    })
  ]
  const source = `${table.name} INDEXED BY ${listIndex(table.of.name, shape.led)}`
  const order = ascending ? "ASC" : "DESC"
  return `SELECT id, version, doc FROM ${source}
    WHERE ${conditions.join(" AND ")} ORDER BY id ${order} LIMIT ?`
}

interface Filter {
  readonly index: string
  readonly values: ReadonlyArray<string>
}

/**
 * Reads a page. The filter that leaves the fewest rows leads; where it names several values, each
 * is walked on its own and the walks are merged, since one statement over all of them would read
 * and sort everything they match.
 */
export const readPage = (
  connection: Connection,
  table: Table,
  scope: number,
  query: PageQuery
): ReadonlyArray<RawRow> => {
  const filters = filtersOf(table, query)
  if (query.limit <= 0 || filters.some(({ values }) => values.length === 0)) return []
  const leading = leadingFilter(connection, table, scope, filters)
  const checked = filters.filter((filter) => filter !== leading)
  const sql = pageSql(table, {
    led: leading?.index ?? null,
    checked: checked.map(({ index, values }) => [index, values.length]),
    after: query.after !== undefined,
    idFrom: query.idFrom !== undefined,
    idTo: query.idTo !== undefined,
    order: query.order
  })
  const statement = connection.read<RawRow>(sql)
  const bounds = [query.after, query.idFrom, query.idTo].filter((bound) => bound !== undefined)
  const rest = [...bounds, ...checked.flatMap(({ values }) => values), query.limit]
  if (leading === undefined) return statement.all([scope, ...rest])
  const walks = leading.values.map((value) => statement.all([scope, value, ...rest]))
  return walks.length === 1 ? (walks[0] ?? []) : mergeWalks(walks, query)
}

const filtersOf = (table: Table, query: PageQuery): ReadonlyArray<Filter> =>
  Object.entries(query.where ?? {}).map(([index, wanted]) => {
    if (table.of.indexes[index] === undefined) {
      throw new Error(`${table.of.name} has no index ${index}`)
    }
    return { index, values: typeof wanted === "string" ? [wanted] : [...new Set(wanted)] }
  })

const mergeWalks = (
  walks: ReadonlyArray<ReadonlyArray<RawRow>>,
  { order, limit }: PageQuery
): ReadonlyArray<RawRow> => {
  const direction = order === "asc" ? 1 : -1
  return walks
    .flat()
    .sort(([left], [right]) => (left < right ? -direction : left > right ? direction : 0))
    .slice(0, limit)
}

/**
 * How far rows are counted to tell filters apart: a little way, and further only where all are
 * wide. To count a row takes a fraction of what it takes to walk past it. Beyond the last, filters
 * count as equally wide.
 */
const countedTo = [500, 20_000]

const leadingFilter = (
  connection: Connection,
  table: Table,
  scope: number,
  filters: ReadonlyArray<Filter>
): Filter | undefined => {
  const [first] = filters
  if (first === undefined || filters.length === 1) return first
  for (const most of countedTo) {
    const weighed = filters.map((filter) => ({
      filter,
      rows: filter.values.reduce(
        (sum, value) => sum + countUpTo(connection, table, scope, filter.index, value, most - sum),
        0
      )
    }))
    const narrowest = weighed.reduce((best, other) => (other.rows < best.rows ? other : best))
    if (narrowest.rows < most) return narrowest.filter
  }
  return first
}

const countUpTo = (
  connection: Connection,
  table: Table,
  scope: number,
  index: string,
  value: string,
  most: number
): number => {
  const source = `${table.name} INDEXED BY ${listIndex(table.of.name, index)}`
  const column = quoted(indexColumn(index))
  const counted = connection.read<[number]>(
    `SELECT count(*) FROM (SELECT 1 FROM ${source} WHERE scope = ? AND ${column} = ? LIMIT ?)`
  )
  return counted.get([scope, value, most])?.[0] ?? 0
}
