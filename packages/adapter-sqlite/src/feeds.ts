import { type Collection, type Feed, type FeedQuery, feedPart, type Row } from "@payloom/core"
import type { Connection } from "./Connection.ts"
import { readRow } from "./readRow.ts"
import type { RawRow, Table } from "./Table.ts"
import { quoted } from "./tableLayout.ts"

/** A row of a feed with its place and its scope's number. */
export type RawFeedRow = readonly [position: number, scope: number, ...RawRow]

/** A part is read along its key, and each of its rows by its id. */
export const feedSql = (of: Collection<Row>): string =>
  `SELECT feeds.position, rows.scope, rows.id, rows.version, rows.doc
   FROM feeds JOIN ${quoted(of.name)} AS rows ON rows.scope = feeds.scope AND rows.id = feeds.id
   WHERE feeds.collection = ? AND feeds.part = ? AND feeds.position > ?
   ORDER BY feeds.position LIMIT ?`

/** Rows of a part behind a position. Writers take turns, so none ever appears before another. */
export const readFeed = (
  connection: Connection,
  { of }: Table,
  { part, after, limit }: FeedQuery
): ReadonlyArray<RawFeedRow> => {
  if (of.feed === null) throw new Error(`${of.name} has no feed`)
  const from = after === null ? 0 : Number(after)
  return connection.read<RawFeedRow>(feedSql(of)).all([of.name, part, from, Math.max(limit, 0)])
}

/** The position of the last row of a part; null where it is empty. */
export const feedEnd = (connection: Connection, { of }: Table, part: number): string | null => {
  const [last = null] =
    connection
      .read<[number | null]>("SELECT max(position) FROM feeds WHERE collection = ? AND part = ?")
      .get([of.name, part]) ?? []
  return last === null ? null : `${last}`
}

/** Puts rows at the end of their part, inside the transaction that writes them. */
export class FeedWriter {
  readonly #name: string
  readonly #feed: Feed<Row>
  readonly #append: ReturnType<Connection["write"]>

  constructor(connection: Connection, name: string, feed: Feed<Row>) {
    this.#name = name
    this.#feed = feed
    this.#append = connection.write(
      `INSERT INTO feeds (collection, part, position, scope, id)
       SELECT ?, ?, coalesce(max(position), 0) + 1, ?, ?
       FROM feeds WHERE collection = ? AND part = ?`
    )
  }

  append(scope: number, row: Row): void {
    const part = feedPart(this.#feed.of(row))
    this.#append.run([this.#name, part, scope, row.id, this.#name, part])
  }
}

/** Whether a collection has rows that were written before it had a feed: then all were. */
export const lacksFeed = (connection: Connection, of: Collection<Row>): boolean =>
  of.feed !== null &&
  connection.read<[number]>("SELECT 1 FROM feeds WHERE collection = ? LIMIT 1").get([of.name]) ===
    undefined &&
  connection.read<[number]>(`SELECT 1 FROM ${quoted(of.name)} LIMIT 1`).get([]) !== undefined

const batchSize = 500

/** Puts all rows into their feed, in the order in which they were written, some a step. */
export function* fillFeed(connection: Connection, of: Collection<Row>): Generator<void> {
  if (of.feed === null) return
  const feed = new FeedWriter(connection, of.name, of.feed)
  const batch = connection.read<[number, number, string, string]>(
    `SELECT rowid, scope, id, doc FROM ${quoted(of.name)}
     WHERE rowid > ? ORDER BY rowid LIMIT ${batchSize}`
  )
  let last = 0
  for (;;) {
    const rows = batch.all([last])
    for (const [rowid, scope, id, doc] of rows) {
      feed.append(scope, readRow(of, id, doc))
      last = rowid
    }
    if (rows.length < batchSize) return
    yield
  }
}
