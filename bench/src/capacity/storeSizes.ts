import { isPostgres } from "@payloom/cli"
import Database from "better-sqlite3"
import pg from "pg"

/** The rows of a table, and the bytes of the table with its indexes. */
export interface TableSize {
  readonly rows: number
  readonly bytes: number
}

/** Reads the sizes of a store's tables, beside the engine. */
export interface StoreSizes {
  /** Returns the size of each table. Frees the space of old versions of rows first. */
  readonly read: () => Promise<ReadonlyMap<string, TableSize>>
  /** Returns the number of webhook deliveries that are still to be sent. */
  readonly undelivered: () => Promise<number>
  readonly close: () => Promise<void>
}

const undelivered = "SELECT count(*) AS n FROM webhook_deliveries WHERE by_status = 'pending'"

const ofSqlite = (file: string): StoreSizes => {
  const db = new Database(file, { readonly: true })
  const count = (sql: string): number => Number(Object(db.prepare(sql).get()).n)
  return {
    read: async () => {
      const bytes = db
        .prepare(
          `SELECT coalesce(parts.tbl_name, pages.name) AS name, sum(pages.pgsize) AS bytes
           FROM dbstat AS pages LEFT JOIN sqlite_schema AS parts ON parts.name = pages.name
           GROUP BY 1`
        )
        .all() as ReadonlyArray<{ readonly name: string; readonly bytes: number }>
      return new Map(
        bytes.map(({ name, bytes }) => [
          name,
          { bytes, rows: count(`SELECT count(*) AS n FROM "${name}"`) }
        ])
      )
    },
    undelivered: async () => count(undelivered),
    close: async () => void db.close()
  }
}

const ofPostgres = async (address: string): Promise<StoreSizes> => {
  const client = new pg.Client(address)
  await client.connect()
  await client.query("SET search_path = payloom")
  const count = async (sql: string): Promise<number> =>
    Number((await client.query<{ n: string }>(sql)).rows[0]?.n)
  return {
    read: async () => {
      await client.query("VACUUM")
      const { rows } = await client.query<{ name: string; bytes: string }>(
        `SELECT relname AS name, pg_total_relation_size(oid) AS bytes FROM pg_class
         WHERE relkind = 'r' AND relnamespace = 'payloom'::regnamespace`
      )
      const sizes = new Map<string, TableSize>()
      for (const { name, bytes } of rows) {
        const found = await count(`SELECT count(*) AS n FROM "${name}"`)
        sizes.set(name, { bytes: Number(bytes), rows: found })
      }
      return sizes
    },
    undelivered: () => count(undelivered),
    close: () => client.end()
  }
}

/** Opens the sizes of the store at an address. The store has its tables already. */
export const openSizes = async (address: string): Promise<StoreSizes> =>
  isPostgres(address) ? ofPostgres(address) : ofSqlite(address)
