import { openPastEngine } from "@payloom/example-kit/pastEngine"
import Database from "better-sqlite3"
import type { Places } from "./engine.ts"

/** The progress of a trial, from its rows and files. */
export interface Standing {
  /** The number of published events. */
  readonly published: number
  /** The number of pending deliveries. */
  readonly pending: number
  /** The number of events that the consumer has not seen. */
  readonly unseen: number
  /** The number of jobs that are due by then and may record more events. */
  readonly unsettled: number
  /** The time of the next delivery, in milliseconds since the epoch. Null if there is none. */
  readonly nextAt: number | null
}

const events = "SELECT count(*) AS n FROM events"
const published = `${events} WHERE CAST(doc AS TEXT) LIKE '%"published":true%'`
const pending = "SELECT count(*) AS n FROM webhook_deliveries WHERE by_status = 'pending'"
const unsettled = (by: number) =>
  `SELECT count(*) AS n FROM jobs WHERE due_at < ${by} AND kind NOT LIKE 'deliver_webhook/%'`
const next = "SELECT min(due_at) AS n FROM jobs WHERE kind LIKE 'deliver_webhook/%'"

/** Opens the database without the engine, and the consumer's file. */
export const openStanding = async ({ storage, seen }: Pick<Places, "storage" | "seen">) => {
  const { count, close } = await openPastEngine(storage)
  const sights = new Database(seen, { readonly: true })
  const sighted = sights.prepare<[], number>("SELECT count(DISTINCT event) FROM seen").pluck()
  return {
    published: () => count(published),
    /** Reads the progress. Jobs count if they are due by the given time. */
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
