import { isPostgres } from "@payloom/cli"
import Database from "better-sqlite3"
import pg from "pg"

/** A way to an engine's rows that goes past the engine, for whoever audits it. */
export interface PastEngine {
  /**
   * What a query answers, line by line. It names tables as collections are named, and speaks the
   * SQL that both databases know: a document is `CAST(doc AS TEXT)`.
   */
  readonly rows: <Line>(query: string) => AsyncIterable<Line>
  /** What a query counts, as `n`. */
  readonly count: (query: string) => Promise<number>
  readonly close: () => Promise<void>
}

/** Opens a database to be read: a PostgreSQL address, or the name of a SQLite file. */
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
    // By a cursor: there may be more of them than a process has room for.
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
