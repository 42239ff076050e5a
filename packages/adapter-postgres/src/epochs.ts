import type { Session } from "./Database.ts"
import { number, sql } from "./Statement.ts"
import type { Table } from "./Table.ts"
import { isOrdered } from "./tableLayout.ts"

/** Reads the last transaction of each part of a feed, or of all rows if they are only summed. */
const lastOfEach = ({ of, layout: { table } }: Table): string =>
  of.feed === null
    ? `(SELECT feed_xid FROM ${table} WHERE feed_epoch = $1
        ORDER BY feed_epoch DESC, feed_xid DESC LIMIT 1)`
    : `(SELECT last.feed_xid FROM generate_series(0, 15) AS part CROSS JOIN LATERAL (
          SELECT feed_xid FROM ${table} WHERE feed_part = part AND feed_epoch = $1
          ORDER BY feed_epoch DESC, feed_xid DESC LIMIT 1) AS last)`

/**
 * Starts a new epoch if needed. Transaction numbers order rows only on the server that assigned
 * them. After a dump is restored, rows may have numbers that this server has yet to assign. Then
 * new rows get a new epoch, so they come after the old ones. Runs in the transaction that opens a
 * schema.
 */
export const keepEpoch = async (
  { rows }: Session,
  schema: string,
  tables: ReadonlyArray<Table>
): Promise<void> => {
  const ordered = tables.filter(({ of }) => isOrdered(of))
  const [line] = await rows(sql(`SELECT coalesce(max(epoch), 0) FROM ${schema}.feeds`))
  const epoch = number(line, 0)
  const lasts = ordered.map(lastOfEach).join(" UNION ALL ")
  if (lasts === "") return
  const [foreign] = await rows(
    sql(
      `SELECT 1 FROM (${lasts}) AS last (xid)
       WHERE xid >= pg_snapshot_xmax(pg_current_snapshot()) LIMIT 1`,
      [epoch]
    )
  )
  if (foreign === undefined) return
  await rows(sql(`INSERT INTO ${schema}.feeds VALUES ($1)`, [epoch + 1]))
  for (const { layout } of ordered) {
    await rows(sql(`ALTER TABLE ${layout.table} ALTER COLUMN feed_epoch SET DEFAULT ${epoch + 1}`))
  }
}
