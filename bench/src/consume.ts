import { join } from "node:path"
import type Database from "better-sqlite3"
import { openShop, type Shop } from "./engine.ts"
import { openRawFile } from "./openRawFile.ts"
import { type Batch, type Comparison, compare, concurrently } from "./rounds.ts"

const events = 10_000
const parts = 16
const batchSize = 100

/**
 * Returns a batch in which the engine sends all events to a new consumer, and stores its positions.
 */
const engineConsumes = ({ payloom }: Shop): Batch => {
  let consumers = 0
  return {
    run: async (count) => {
      let left = count
      const all = Promise.withResolvers<void>()
      consumers += 1
      const { stop } = await payloom.events.consume(
        `consumer-${consumers}`,
        () => {
          left -= 1
          if (left === 0) all.resolve()
        },
        { from: "beginning" }
      )
      await all.promise
      await stop()
    }
  }
}

interface RawEvent {
  readonly rowid: number
  readonly feed_part: number
  readonly doc: string
}

/**
 * Returns a batch in which the raw driver does the same work. It reads the same rows part by part,
 * in batches of the same size, and calls a function that does nothing with each batch. Then it
 * writes the position of each part. The positions of all parts share a commit, as the engine's do.
 */
const rawConsumes = (db: Database.Database): Batch => {
  const newest = db.prepare("SELECT max(rowid) FROM events").pluck()
  const read = db.prepare(`SELECT rowid, scope, feed_part, id, version, doc FROM events
    WHERE rowid > ? AND rowid <= ? AND feed_part = ? ORDER BY rowid LIMIT ?`)
  const begin = db.prepare("BEGIN IMMEDIATE")
  const commit = db.prepare("COMMIT")
  const insert = db.prepare(`INSERT INTO consumer_parts (scope, id, version, by_consumer, doc)
    SELECT id, ?, 1, ?, ? FROM scopes LIMIT 1`)
  const move = db.prepare("UPDATE consumer_parts SET version = version + 1, doc = ? WHERE id = ?")
  let consumers = 0
  let handed = 0
  const handle = (_: unknown) => {
    handed += 1
  }
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  return {
    run: async () => {
      consumers += 1
      const consumer = `raw-${consumers}`
      const rows = Array.from({ length: parts }, (_, part) => ({
        id: `${consumer}/${part}`,
        consumer,
        part,
        position: "0",
        owner: "raw",
        leasedUntil: Date.now() + 30_000,
        parked: 0
      }))
      begin.run()
      for (const row of rows) insert.run(row.id, consumer, JSON.stringify(row))
      commit.run()
      const upTo = newest.get() as number
      for (let open = rows; open.length > 0; ) {
        const moved = open.flatMap((row) => {
          const page = read.all(Number(row.position), upTo, row.part, batchSize)
          const found = page as ReadonlyArray<RawEvent>
          for (const { doc } of found) handle(JSON.parse(doc))
          const last = found.at(-1)
          return last === undefined ? [] : [{ ...row, position: `${last.rowid}` }]
        })
        begin.run()
        for (const row of moved) move.run(JSON.stringify(row), row.id)
        commit.run()
        open = moved
        await turn()
      }
      if (handed !== consumers * events) throw new Error(`The raw driver read ${handed} events.`)
    }
  }
}

/** Compares sending an event to a consumer with the raw driver reading the same rows. */
export const measureConsuming = async (folder: string): Promise<Comparison> => {
  const file = join(folder, "consume.db")
  const shop = await openShop(file, true)
  await concurrently(32, shop.charge).run(events)
  const db = openRawFile(file)
  const compared = await compare(engineConsumes(shop), rawConsumes(db), {
    rounds: 9,
    count: events,
    warmUp: 2 * events
  })
  db.close()
  await shop.payloom.close()
  return compared
}
