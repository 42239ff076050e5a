import Database from "better-sqlite3"
import { endpoints } from "./conduct.ts"
import type { Places } from "./engine.ts"
import { quantile } from "./quantile.ts"

/** What an audit found. */
export interface Audit {
  /** How many events were published. */
  readonly events: number
  /** How many of all that should have reached an endpoint did, by its own account. */
  readonly delivered: number
  readonly lost: number
  /** How often an endpoint took what it had taken before. */
  readonly duplicates: number
  readonly badSignatures: number
  /** How many events came with different bytes, or with others than the event's. */
  readonly changedBodies: number
  readonly consumed: {
    readonly seen: number
    readonly lost: number
    readonly duplicates: number
    readonly outOfOrder: number
  }
  /** From the commit of an event to its arrival at the endpoint that is always well. */
  readonly healthyP99Ms: number
  /** What is wrong, a sentence each. */
  readonly findings: ReadonlyArray<string>
}

const views = `
  CREATE TEMP TABLE happened AS
    SELECT rowid AS nth, id, doc, json_extract(doc, '$.published') AS published,
      json_extract(doc, '$.occurredAt') AS at,
      coalesce(json_extract(doc, '$.data.payment_id'), json_extract(doc, '$.data.object.id'))
        AS subject
    FROM main.events;
  CREATE UNIQUE INDEX temp.happened_id ON happened (id);
  CREATE TEMP TABLE taken AS
    SELECT endpoint, event, count(*) AS times, min(at) AS at FROM received.received
    WHERE status BETWEEN 200 AND 299 AND verified AND NOT redirected GROUP BY endpoint, event;
  CREATE TEMP TABLE sighted AS
    SELECT event, count(*) AS times, min(nth) AS first FROM seen.seen GROUP BY event;
`

/** Each row says that something of an endpoint is not as it should be. */
const perEvent = {
  lost: `SELECT 1 FROM happened CROSS JOIN json_each(?) AS endpoint
    WHERE published
    AND (endpoint.value, happened.id) NOT IN (SELECT endpoint, event FROM taken)`,
  delivered: `SELECT 1 FROM taken JOIN happened ON id = event WHERE published`,
  unheardOf: `SELECT DISTINCT event FROM received.received
    WHERE event NOT IN (SELECT id FROM happened WHERE published)`,
  badSignatures: "SELECT 1 FROM received.received WHERE NOT verified",
  redirected: "SELECT 1 FROM received.received WHERE redirected",
  changedBodies: `SELECT event FROM received.bodies LEFT JOIN happened ON id = event
    GROUP BY event HAVING count(*) > 1
    OR max(json_extract(body, '$.type') IS NOT json_extract(doc, '$.type'))
    OR max(json_extract(body, '$.data') IS NOT json_extract(doc, '$.data'))`,
  seen: "SELECT 1 FROM sighted JOIN happened ON id = event",
  unseen: "SELECT 1 FROM happened WHERE id NOT IN (SELECT event FROM sighted)",
  outOfOrder: `SELECT 1 FROM (
    SELECT first, max(first) OVER (PARTITION BY subject ORDER BY nth
      ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
    FROM happened JOIN sighted ON event = id) WHERE first < before`
}

/** The files that are compared. */
export interface Audited extends Pick<Places, "received" | "seen"> {
  /** What happened, as `eventsFile` has it. */
  readonly events: string
}

/**
 * Compares what happened, as the rows say, with what endpoints received and a consumer saw, by
 * their own accounts. It knows nothing of the engine. What happened until `calmAt` counts for the
 * time that webhooks take.
 */
export const audit = (files: Audited, calmAt = Number.POSITIVE_INFINITY): Audit => {
  const db = new Database(files.events, { readonly: true })
  db.exec(`ATTACH '${files.received}' AS received; ATTACH '${files.seen}' AS seen; ${views}`)
  const count = (sql: string, ...values: ReadonlyArray<unknown>): number =>
    (db.prepare(`SELECT count(*) AS n FROM (${sql})`).get(...values) as { readonly n: number }).n
  const sum = (sql: string) => (db.prepare(sql).get() as { readonly n: number | null }).n ?? 0
  const consumed = {
    seen: count(perEvent.seen),
    lost: count(perEvent.unseen),
    duplicates: sum("SELECT sum(times - 1) AS n FROM sighted"),
    outOfOrder: count(perEvent.outOfOrder)
  }
  const delivered = {
    events: count("SELECT 1 FROM happened WHERE published"),
    delivered: count(perEvent.delivered),
    lost: count(perEvent.lost, JSON.stringify(Object.keys(endpoints))),
    duplicates: sum("SELECT sum(times - 1) AS n FROM taken"),
    badSignatures: count(perEvent.badSignatures),
    changedBodies: count(perEvent.changedBodies)
  }
  const healthyP99Ms = p99Of(db, calmAt)
  const wrong: ReadonlyArray<readonly [number, string]> = [
    [delivered.lost, "events never reached an endpoint"],
    [delivered.badSignatures, "webhooks were not to be believed"],
    [delivered.changedBodies, "events came with other bytes than before, or than the event's"],
    [count(perEvent.unheardOf), "webhooks were of events that never happened"],
    [count(perEvent.redirected), "webhooks followed a redirect"],
    [consumed.lost, "events were never seen by the consumer"],
    [consumed.outOfOrder, "events were first seen after a later one of the same payment"]
  ]
  db.close()
  const findings = wrong.flatMap(([n, what]) => (n === 0 ? [] : [`${n} ${what}`]))
  return { ...delivered, consumed, healthyP99Ms, findings }
}

const p99Of = (db: Database.Database, calmAt: number): number => {
  const sql = `SELECT taken.at - happened.at AS ms FROM taken JOIN happened ON id = event
    WHERE endpoint = 'steady' AND happened.at < ?`
  const times = db.prepare(sql).pluck().all(calmAt) as ReadonlyArray<number>
  return times.length === 0 ? 0 : quantile(times, 0.99)
}
