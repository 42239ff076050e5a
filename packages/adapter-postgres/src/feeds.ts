import type { FeedQuery } from "@payloom/core"
import type { Session } from "./Database.ts"
import {
  atStart,
  behind,
  endOf,
  type FeedPosition,
  nothingBehind,
  placeOf,
  readPosition,
  type Snapshot,
  snapshotOf,
  writePosition
} from "./FeedPosition.ts"
import { indexScan } from "./indexScan.ts"
import { type Line, ofAll, type Statement, sql, text } from "./Statement.ts"
import { rowWidth, type Table } from "./Table.ts"
import { placeColumns } from "./tableLayout.ts"

/** Rows in the order of commits, and the snapshot of the statement. */
export interface Ordered {
  readonly snapshot: Snapshot
  /** The columns of each row, its tenant, its mode and its place. */
  readonly lines: ReadonlyArray<Line>
}

/** The column of a line at which its place begins. */
export const placeColumn = rowWidth + 2

/**
 * Reads rows after a position in the order of commits, of one part or of all. Rows of transactions
 * that had not ended at the position are looked up by transaction, so no row is read twice.
 */
export const readOrdered = async (
  { rows }: Session,
  table: Table,
  part: number | null,
  { upTo, pending }: FeedPosition,
  limit: number
): Promise<Ordered> => {
  const reading = ofAll(ordered(table, part, { upTo, pending }, limit))
  const found = await rows(indexScan, reading)
  const [first] = found
  const snapshot = snapshotOf(Number(first?.at(-1)), text(first, (first?.length ?? 2) - 2))
  return { snapshot, lines: found.filter((line) => line[0] !== null).slice(0, limit) }
}

/**
 * Rounds a limit up to a power of two, written into the SQL. With a parameter for the limit,
 * PostgreSQL may plan to sort all rows.
 */
const knownLimit = (limit: number): number => 2 ** Math.ceil(Math.log2(Math.max(limit, 1)))

const ordered = (
  { columns, layout: { table }, mayMove }: Table,
  part: number | null,
  { upTo, pending }: FeedPosition,
  limit: number
): Statement => {
  const schema = schemaOf(table)
  const newest = `(SELECT coalesce(max(epoch), 0) FROM ${schema}.feeds)`
  const read = `SELECT ${columns}, tenant, mode, ${placeColumns} FROM ${table}`
  const ofPart = part === null ? "" : "feed_part = $6 AND"
  const inOrder = `ORDER BY ${placeColumns} LIMIT ${knownLimit(limit)}`
  return sql(
    `SELECT row.*, seen.snapshot, seen.epoch FROM (
       SELECT pg_current_snapshot()::text AS snapshot,
         ${mayMove ? `${schema}.at_home(${newest})` : newest} AS epoch) AS seen
     LEFT JOIN LATERAL (
       (${read} WHERE ${ofPart} (${placeColumns}) > ($1::integer, $2::xid8, $3::bigint) ${inOrder})
       UNION ALL
       (SELECT found.* FROM unnest($4::xid8[], $5::bigint[]) AS pending (xid, seq)
        CROSS JOIN LATERAL (${read} WHERE ${ofPart} feed_epoch = $1::integer
          AND feed_xid = pending.xid AND feed_seq > pending.seq ${inOrder}) AS found)
       ${inOrder}) AS row ON true
     ORDER BY ${placeColumns}`,
    [
      upTo.epoch,
      `${upTo.xid}`,
      `${upTo.seq}`,
      pending.map(({ xid }) => `${xid}`),
      pending.map(({ seq }) => `${seq}`),
      ...(part === null ? [] : [part])
    ]
  )
}

const schemaOf = (table: string): string => table.slice(0, table.indexOf("."))

/** A page of a feed. Its rows are lines with their scopes. */
interface LinesOfFeed {
  readonly lines: ReadonlyArray<Line>
  readonly position: string | null
  readonly isEnd: boolean
}

/** Reads a page of a feed, as the storage port says. */
export const readFeed = async (
  session: Session,
  table: Table,
  { part, after, limit }: FeedQuery
): Promise<LinesOfFeed> => {
  if (table.of.feed === null) throw new Error(`${table.of.name} has no feed`)
  const from = after === null ? atStart : readPosition(after)
  const most = Math.max(limit, 0)
  // One row more than requested shows if there are more.
  const { snapshot, lines } = await readOrdered(session, table, part, from, most + 1)
  const read = lines.slice(0, most)
  const isEnd = lines.length <= most
  const last = read.at(-1)
  const position =
    last === undefined
      ? isEnd
        ? nothingBehind(from, snapshot)
        : from
      : behind(from, placeOf(last, placeColumn), snapshot)
  const isEmpty = after === null && lines.length === 0 && !(await hasRows(session, table))
  return {
    lines: read,
    position: isEmpty ? null : writePosition(position),
    isEnd
  }
}

/** Returns the position after all rows. Null if there are none. */
export const feedEnd = async (session: Session, table: Table): Promise<string | null> => {
  if (!(await hasRows(session, table))) return null
  const { snapshot } = await readOrdered(session, table, 0, atStart, 0)
  return writePosition(endOf(snapshot))
}

const hasRows = async ({ rows }: Session, { layout: { table } }: Table): Promise<boolean> =>
  (await rows(ofAll(sql(`SELECT 1 FROM ${table} LIMIT 1`)))).length > 0
