import {
  type Collection,
  collection,
  feedParts,
  insert,
  type Storage,
  StorageUnavailable
} from "@payloom/core"
import { Effect, Result, Schema } from "effect"
import pg from "pg"
import { here } from "./notes.ts"

const Entry = Schema.Struct({ id: Schema.String, writer: Schema.String })
type Entry = typeof Entry.Type

/** Rows with a feed and a sum, whose order Citus could lose. */
export const Entries: Collection<Entry> = collection<Entry>({
  name: "entries",
  schema: Entry,
  appendOnly: true,
  feed: { of: ({ writer }) => writer },
  sums: { count: { of: () => [{ key: "all", place: "", amount: 1n }] } }
})

type Opened = Storage["Service"]

/** The number of a sum of all entries. */
export const countOf = async (storage: Opened): Promise<bigint> => {
  const query = { keyFrom: "all", keyTo: "all" }
  const [sum] = await Effect.runPromise(storage.sums(here, Entries, "count", query))
  return sum?.amount ?? 0n
}

/** Commits one entry. Returns true if it was acknowledged. */
export const writeEntry = async (storage: Opened, entry: Entry): Promise<boolean> => {
  const done = await Effect.runPromise(
    Effect.result(storage.commit([insert(here, Entries, entry)]))
  )
  if (Result.isSuccess(done)) return true
  if (done.failure instanceof StorageUnavailable) return false
  throw done.failure
}

/** Follows the feed of all entries, two rows at a time. */
export const followEntries = (storage: Opened) => {
  const seen: Array<Entry> = []
  const positions = new Map<number, string | null>()
  const readAll = async () => {
    let isEnd = true
    for (let part = 0; part < feedParts; part++) {
      const query = { part, after: positions.get(part) ?? null, limit: 2 }
      const read = await Effect.runPromise(Effect.result(storage.feed(Entries, query)))
      if (Result.isFailure(read)) {
        isEnd = false
        continue
      }
      seen.push(...read.success.rows.map(({ row }) => row))
      positions.set(part, read.success.position)
      isEnd &&= read.success.isEnd
    }
    return isEnd
  }
  return { seen, readAll }
}

/** The client of an operator on a server of Citus. */
export const operatorOn = async (address: string): Promise<pg.Client> => {
  const client = new pg.Client(address)
  client.on("error", () => undefined)
  await client.connect()
  return client
}

/** Moves a schema to the other worker, as an operator does. Returns the time in milliseconds. */
export const moveSchema = async (
  operator: pg.Client,
  schema: string,
  mode: "force_logical" | "block_writes"
): Promise<number> => {
  const startedAt = performance.now()
  await operator.query(
    `SELECT citus_schema_move($1::regnamespace, nodename, nodeport, $2)
     FROM pg_dist_node WHERE groupid > 0 AND noderole = 'primary' AND groupid <> (
       SELECT groupid FROM pg_dist_shard JOIN pg_dist_placement USING (shardid)
       WHERE logicalrelid = ($1 || '.feeds')::regclass)`,
    [schema, mode]
  )
  return performance.now() - startedAt
}

/**
 * Uses up transaction numbers of a server, so that its next ones are far above those of the others.
 */
export const raiseNumbers = async (address: string, count: number): Promise<void> => {
  const client = await operatorOn(address)
  await client.query("CREATE TEMPORARY TABLE used (n integer)")
  await client.query(`DO $$ BEGIN
    FOR n IN 1..${count} LOOP
      BEGIN INSERT INTO used VALUES (n); EXCEPTION WHEN division_by_zero THEN NULL; END;
    END LOOP; END $$`)
  await client.end()
}
