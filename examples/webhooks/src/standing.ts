import Database from "better-sqlite3"
import type { Files } from "./engine.ts"

/** How far a trial is, as its files say. */
export interface Standing {
  /** How many events were published. */
  readonly published: number
  /** How many deliveries are still to be made. */
  readonly pending: number
  /** How many events the consumer hasn't seen. */
  readonly unseen: number
  /** How many jobs there are on money that moves within minutes, and may tell of more. */
  readonly unsettled: number
}

/** What is due later than that is about the end of a hold or of a card, not of this trial. */
const soonMs = 1_200_000

const queries = {
  published: "SELECT count(*) AS n FROM events WHERE json_extract(doc, '$.published')",
  pending: "SELECT count(*) AS n FROM webhook_deliveries WHERE by_status = 'pending'",
  unseen: "SELECT count(*) AS n FROM events WHERE id NOT IN (SELECT event FROM seen.seen)",
  unsettled: `SELECT count(*) AS n FROM jobs
    WHERE due_at < ? AND kind NOT LIKE 'deliver_webhook/%'`
}

/** Looks into the files past the engine. */
export const openStanding = ({ file, seen }: Files) => {
  const db = new Database(file, { readonly: true })
  db.exec(`ATTACH '${seen}' AS seen`)
  const count = (query: keyof typeof queries, ...values: ReadonlyArray<number>): number => {
    const { n } = db.prepare(queries[query]).get(...values) as { readonly n: number }
    return n
  }
  return {
    published: () => count("published"),
    /** All of it, by a clock that shows so much. */
    read: (now: number): Standing => ({
      published: count("published"),
      pending: count("pending"),
      unseen: count("unseen"),
      unsettled: count("unsettled", now + soonMs)
    }),
    close: () => db.close()
  }
}
