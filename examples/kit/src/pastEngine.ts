import { isPostgres } from "@payloom/cli"
import Database from "better-sqlite3"
import pg from "pg"

/** Reads the rows of an engine without the engine, for an audit. */
export interface PastEngine {
  /**
   * Returns the lines of a query. Tables have the names of collections. The query uses SQL that
   * both databases support. A document is `CAST(doc AS TEXT)`.
   */
  readonly rows: <Line>(query: string) => AsyncIterable<Line>
  /** Returns the column `n` of a query that counts. */
  readonly count: (query: string) => Promise<number>
  readonly close: () => Promise<void>
}

/** Opens a database for reading: a PostgreSQL address, or the path of a SQLite file. */
export const openPastEngine = async (address: string): Promise<PastEngine> => {
  const { rows, close } = isPostgres(address) ? await inPostgres(address) : inFile(address)
  return {
    rows,
    count: async (query) => {
      for await (const { n } of rows<{ readonly n: number | string }>(query)) return Number(n)
      return 0
    },
    close
  }
}

const inFile = (file: string): Omit<PastEngine, "count"> => {
  const db = new Database(file, { readonly: true })
  return {
    rows: async function* <Line>(query: string) {
      yield* db.prepare<[], Line>(query).iterate()
    },
    close: async () => {
      db.close()
    }
  }
}

const atATime = 1000

const inPostgres = async (address: string): Promise<Omit<PastEngine, "count">> => {
  const client = new pg.Client({ connectionString: address, options: "-c search_path=payloom" })
  await client.connect()
  return {
    // A cursor, because the rows may not fit into memory.
    rows: async function* <Line>(query: string) {
      await client.query("BEGIN READ ONLY")
      try {
        await client.query(`DECLARE lines NO SCROLL CURSOR FOR ${query}`)
        for (;;) {
          const { rows } = await client.query(`FETCH ${atATime} FROM lines`)
          yield* rows as ReadonlyArray<Line>
          if (rows.length < atATime) break
        }
      } finally {
        await client.query("ROLLBACK")
      }
    },
    close: () => client.end()
  }
}
