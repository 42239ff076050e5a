import { type Collection, type FeedPage, type FeedQuery, feedPart, type Row } from "@payloom/core"
import type { Connection } from "./Connection.ts"
import { readRow } from "./readRow.ts"
import type { RawRow, Table } from "./Table.ts"
import { feedColumn, quoted } from "./tableLayout.ts"

/** A row with its rowid, its scope's number and its feed part. */
type RawFeedRow = readonly [rowid: number, scope: number, part: number | null, ...RawRow]

/** The number of rows of all parts that one page passes at most. */
const goneThrough = 5_000

/**
 * Returns SQL that reads rows in the order in which they were written. SQLite has one writer at a
 * time and rows of feeds are never deleted, so rowids are in the order of commits. An older release
 * doesn't store the part of a row. Then it is computed from the row.
 */
export const feedSql = (of: Collection<Row>): string =>
  `SELECT rowid, scope, ${feedColumn}, id, version, doc FROM ${quoted(of.name)}
   WHERE rowid IN (SELECT value FROM json_each(?)) ORDER BY rowid`

/** Reads a page of a feed, as the storage port says, with rows in their stored form. */
export const readFeed = (
  connection: Connection,
  { of, feedMap }: Table,
  { part, after, limit }: FeedQuery
): Omit<FeedPage<Row>, "rows"> & { readonly rows: ReadonlyArray<RawFeedRow> } => {
  const { feed } = of
  if (feed === null || feedMap === null) throw new Error(`${of.name} has no feed`)
  const from = after === null ? 0 : Number(after)
  const newest = newestOf(connection, of)
  const most = Math.max(limit, 0)
  const upTo = Math.min(newest, from + goneThrough)
  const numbers = feedMap.rowsOf(part, from, upTo, most)
  const last = numbers.length < most ? upTo : (numbers.at(-1) ?? from)
  const found = connection.read<RawFeedRow>(feedSql(of)).all([JSON.stringify(numbers)])
  return {
    rows: found.filter(([, , known, id, , doc]) => {
      return (known ?? feedPart(feed.of(readRow(of, id, doc)))) === part
    }),
    position: newest === 0 ? null : `${Math.max(from, last)}`,
    isEnd: last >= newest
  }
}

/** Returns the position after all rows. Null if there are none. */
export const feedEnd = (connection: Connection, { of }: Table): string | null => {
  const newest = newestOf(connection, of)
  return newest === 0 ? null : `${newest}`
}

const newestOf = (connection: Connection, of: Collection<Row>): number => {
  const [newest] =
    connection.read<[number | null]>(`SELECT max(rowid) FROM ${quoted(of.name)}`).get([]) ?? []
  return newest ?? 0
}
