import type { Client } from "pg"
import { allTime, LedgerTotals } from "./LedgerTotals.ts"
import type { KeptTotal } from "./RawRows.ts"
import { rowsPerPage } from "./RowSource.ts"

interface Mark {
  readonly position: string
}

interface Total {
  readonly tenant: string
  readonly mode: string
  readonly key: string
  readonly amount: string
}

interface Group {
  readonly tenant: string
  readonly mode: string
  readonly doc: string
}

/** Returns the balances that a schema in PostgreSQL keeps. `schema` is quoted. */
export const postgresTotals = async (
  client: Client,
  schema: string
): Promise<ReadonlyArray<KeptTotal>> => {
  const totals = new LedgerTotals()
  // Totals of an earlier form of the groups are not used any more.
  const { rows: marks } = await client.query<Mark>(
    `SELECT sums.position FROM ${schema}.sums
     JOIN ${schema}.collections ON collections.name = sums.collection
     WHERE sums.collection = 'ledger_groups' AND sums.name = 'balance'
       AND sums.version = collections.version`
  )
  const position = marks[0]?.position
  if (position !== undefined) {
    const { rows } = await client.query<Total>(
      `SELECT tenant, mode, key, amount::text AS amount FROM ${schema}.sum_totals
       WHERE collection = 'ledger_groups' AND name = 'balance' AND key LIKE 'all %'`
    )
    for (const { key, amount, ...scope } of rows) {
      totals.add(scope, key.slice(allTime.length), BigInt(amount))
    }
  }
  await client.query(
    `DECLARE later NO SCROLL CURSOR FOR
     SELECT tenant, mode, doc::text AS doc FROM ${schema}.ledger_groups
     WHERE (feed_epoch, feed_xid, feed_seq) > ($1::integer, $2::xid8, $3::bigint)
       OR feed_epoch = $1::integer AND EXISTS (
         SELECT 1 FROM unnest($4::xid8[], $5::bigint[]) AS late (xid, seq)
         WHERE late.xid = feed_xid AND feed_seq > late.seq)`,
    partsOf(position ?? "0.0.0")
  )
  for (;;) {
    const { rows } = await client.query<Group>(`FETCH ${rowsPerPage} FROM later`)
    for (const { doc, ...scope } of rows) totals.addGroup(scope, doc)
    if (rows.length < rowsPerPage) break
  }
  await client.query("CLOSE later")
  return totals.list()
}

/**
 * Parses a position. It is the epoch, the transaction and the number of the last row that is
 * included. After these come the transactions before it that had not ended, each with the number
 * of its last row.
 */
const partsOf = (position: string): Array<string | Array<string>> => {
  const [last = "", ...late] = position.split(",")
  const places = late.map((place) => place.split("."))
  const column = (nth: number) => places.map((parts) => parts[nth] ?? "0")
  return [...last.split("."), column(0), column(1)]
}
