import type { PageQuery } from "@payloom/core"
import { Effect } from "effect"
import type { Connection } from "./Connection.ts"
import { reading } from "./failureOf.ts"
import type { RawRow, Table } from "./Table.ts"
import { indexColumn, listIndex, quoted } from "./tableLayout.ts"

/** The form of a page's statement. Everything else is bound. */
export interface PageShape {
  /** The declared index that the page is read from. Null for the order of the ids. */
  readonly led: string | null
  /** Further filters, which are checked for each row: the index, and the number of its values. */
  readonly checked: ReadonlyArray<readonly [index: string, values: number]>
  readonly after: boolean
  readonly idFrom: boolean
  readonly idTo: boolean
  readonly order: "asc" | "desc"
}

/**
 * Returns the statement of one index scan, from its bound to its limit. The statement names the
 * index, so that statistics never make SQLite choose another plan.
 */
export const pageSql = (table: Table, shape: PageShape, columns = "id, version, doc"): string => {
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
  return `SELECT ${columns} FROM ${source}
    WHERE ${conditions.join(" AND ")} ORDER BY id ${order} LIMIT ?`
}

/** The table and the scope of a page. */
interface PageSource {
  readonly connection: Connection
  readonly table: Table
  /** The scope's number. */
  readonly scope: number
}

/** The largest number of rows that a step passes to find those that match every filter. */
const rowsGonePast = 2000

/** The rows of the first step. The next steps read about this many characters. */
const firstRows = 10
const textAtOnce = 128 * 1024

/** The number of steps after which other code runs. A filter may have hundreds of values. */
const stepsAtOnce = 50

/**
 * Reads a page. The filter that matches the fewest rows leads. If it has several values, each is
 * scanned by itself and the scans are merged. One statement for all of them would read and sort all
 * rows that they match. A scan ends where the page so far ends, so hundreds of values read few more
 * rows than one.
 *
 * The event loop stands still while SQLite reads. So a scan goes in steps. Other code runs after a
 * step that passed many rows, after steps that read much text, and after many steps.
 *
 * @param find Finds the table and the scope's number, which is a read as well.
 */
export const pageOf = Effect.fnUntraced(function* <A>(
  connection: Connection,
  find: () => Pick<PageSource, "table" | "scope">,
  query: PageQuery,
  decode: (row: RawRow) => A
) {
  const { source, plan } = yield* reading(connection, () => {
    const found: PageSource = { connection, ...find() }
    return { source: found, plan: planOf(found, query) }
  })
  let page: ReadonlyArray<Found<A>> = []
  let text = 0
  let steps = 0
  for (const value of plan.values) {
    const found: Array<Found<A>> = []
    // Rows after the last row of a full page are not read.
    const within = page.length < query.limit ? query : { ...query, ...upToLast(query, page) }
    for (let step: Step | null = { after: query.after, rows: firstRows }; step !== null; ) {
      const walk: Walk = { ...plan, ...step, value, left: query.limit - found.length }
      const { rows, next } = yield* reading(connection, () => {
        const read = stepOf(source, within, walk)
        text += read.text
        return { ...read, rows: read.rows.map((row) => ({ id: row[0], made: decode(row) })) }
      })
      found.push(...rows)
      step = next
      steps += 1
      if (text < textAtOnce && steps < stepsAtOnce && next?.hasGonePast !== true) continue
      yield* Effect.yieldNow
      text = 0
      steps = 0
    }
    if (found.length > 0) page = page.length === 0 ? found : merged(page, found, query)
  }
  return page.map(({ made }) => made)
})

const upToLast = <A>(query: PageQuery, page: ReadonlyArray<Found<A>>) => {
  const last = page.at(-1)
  return last === undefined ? {} : upTo(query, last.id)
}

interface Found<A> {
  readonly id: string
  readonly made: A
}

interface Filter {
  readonly index: string
  readonly values: ReadonlyArray<string>
}

/**
 * The leading filter of a page, its values to scan, and the filters that are checked for each row.
 */
interface Plan {
  readonly led: string | null
  readonly values: ReadonlyArray<string | null>
  readonly checked: ReadonlyArray<Filter>
}

const planOf = ({ connection, table, scope }: PageSource, query: PageQuery): Plan => {
  const filters = filtersOf(table, query)
  if (query.limit <= 0 || filters.some(({ values }) => values.length === 0)) {
    return { led: null, values: [], checked: [] }
  }
  const leading = leadingFilter(connection, table, scope, filters)
  return {
    led: leading?.index ?? null,
    values: leading?.values ?? [null],
    checked: filters.filter((filter) => filter !== leading)
  }
}

/** A part of a scan: so many rows after an id. */
interface Step {
  readonly after: string | undefined
  readonly rows: number
  /** True if the step before passed as many rows as a step may. */
  readonly hasGonePast?: boolean
}

interface Walk extends Plan, Step {
  readonly value: string | null
  /** The number of rows that the page still needs. */
  readonly left: number
}

const stepOf = (
  source: PageSource,
  query: PageQuery,
  { led, checked, value, after, rows, left }: Walk
) => {
  const { connection, table, scope } = source
  const along = { ...query, after, led, value }
  const end = checked.length === 0 ? undefined : rowBehind(source, along)
  const bounded = end === undefined ? along : { ...along, ...upTo(query, end) }
  const sql = pageSql(table, {
    ...shapeOf(bounded),
    checked: checked.map(({ index, values }) => [index, values.length])
  })
  const most = Math.min(rows, left)
  const found = connection
    .read<RawRow>(sql)
    .all([scope, ...boundsOf(bounded), ...checked.flatMap(({ values }) => values), most])
  const text = found.reduce((sum, [, , doc]) => sum + doc.length, 0)
  const isFull = found.length === most
  const from = isFull ? found.at(-1)?.[0] : end
  const next: Step = {
    after: from,
    rows: Math.max(Math.floor((textAtOnce * found.length) / Math.max(text, 1)), firstRows),
    hasGonePast: end !== undefined
  }
  return { rows: found, text, next: from === undefined || found.length >= left ? null : next }
}

/** A scan of an index, or of the ids. */
type Along = Omit<PageQuery, "after"> & {
  readonly after: string | undefined
  readonly led: string | null
  readonly value: string | null
}

const shapeOf = ({ led, after, idFrom, idTo, order }: Along) => ({
  led,
  after: after !== undefined,
  idFrom: idFrom !== undefined,
  idTo: idTo !== undefined,
  order
})

const boundsOf = ({ value, after, idFrom, idTo }: Along): ReadonlyArray<string> =>
  [value, after, idFrom, idTo].filter((bound) => bound !== undefined && bound !== null)

/** Returns the bound that ends a scan at this row, which is within the scan's own bounds. */
const upTo = ({ order }: PageQuery, id: string) => (order === "asc" ? { idTo: id } : { idFrom: id })

/** Returns the id of the last row that a step may pass. Undefined if the scan ends before. */
const rowBehind = ({ connection, table, scope }: PageSource, along: Along): string | undefined => {
  const sql = `${pageSql(table, { ...shapeOf(along), checked: [] }, "id")} OFFSET ?`
  const found = connection.read<[string]>(sql)
  return found.get([scope, ...boundsOf(along), 1, rowsGonePast - 1])?.[0]
}

const filtersOf = (table: Table, query: PageQuery): ReadonlyArray<Filter> =>
  Object.entries(query.where ?? {}).map(([index, wanted]) => {
    if (table.of.indexes[index] === undefined) {
      throw new Error(`${table.of.name} has no index ${index}`)
    }
    return { index, values: typeof wanted === "string" ? [wanted] : [...new Set(wanted)] }
  })

const merged = <A>(
  page: ReadonlyArray<Found<A>>,
  found: ReadonlyArray<Found<A>>,
  { order, limit }: PageQuery
): ReadonlyArray<Found<A>> => {
  const direction = order === "asc" ? 1 : -1
  return [...page, ...found]
    .sort(({ id: left }, { id: right }) =>
      left < right ? -direction : left > right ? direction : 0
    )
    .slice(0, limit)
}

/**
 * The limits up to which rows are counted to compare filters. The second is used only if all
 * filters match more rows than the first. Counting a row is much faster than reading it. Beyond the
 * last limit, filters count as equal.
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
