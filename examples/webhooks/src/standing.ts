import { openPastEngine } from "@payloom/example-kit/pastEngine"
import Database from "better-sqlite3"
import type { Places } from "./engine.ts"

/** How far a trial is, as its rows and files say. */
export interface Standing {
  /** How many events were published. */
  readonly published: number
  /** How many deliveries are still to be made. */
  readonly pending: number
  /** How many events the consumer hasn't seen. */
  readonly unseen: number
  /** How many jobs are due by then that may tell of more. */
  readonly unsettled: number
  /** When the next delivery is to be tried, in milliseconds since the epoch; null where none is. */
  readonly nextAt: number | null
}

const events = "SELECT count(*) AS n FROM events"
const published = `${events} WHERE CAST(doc AS TEXT) LIKE '%"published":true%'`
const pending = "SELECT count(*) AS n FROM webhook_deliveries WHERE by_status = 'pending'"
const unsettled = (by: number) =>
  `SELECT count(*) AS n FROM jobs WHERE due_at < ${by} AND kind NOT LIKE 'deliver_webhook/%'`
const next = "SELECT min(due_at) AS n FROM jobs WHERE kind LIKE 'deliver_webhook/%'"

/** Looks into the database past the engine, and into what the consumer saw. */
export const openStanding = async ({ storage, seen }: Pick<Places, "storage" | "seen">) => {
  const { count, close } = await openPastEngine(storage)
  const sights = new Database(seen, { readonly: true })
  const sighted = sights.prepare<[], number>("SELECT count(DISTINCT event) FROM seen").pluck()
  return {
    published: () => count(published),
    /** All of it, with what is due by a moment. */
    read: async (by: number): Promise<Standing> => ({
      published: await count(published),
      pending: await count(pending),
      unseen: (await count(events)) - (sighted.get() ?? 0),
      unsettled: await count(unsettled(Math.trunc(by))),
      nextAt: (await count(next)) || null
    }),
    close: async () => {
      sights.close()
      await close()
    }
  }
}
