import Database from "better-sqlite3"
import { endpoints } from "./conduct.ts"
import type { Places } from "./engine.ts"
import { quantile } from "./quantile.ts"

/** The result of an audit. */
export interface Audit {
  /** The number of published events. */
  readonly events: number
  /** The number of webhooks that endpoints received and that they should have received. */
  readonly delivered: number
  readonly lost: number
  /** The number of webhooks that an endpoint received again. */
  readonly duplicates: number
  readonly badSignatures: number
  /** The number of events whose webhooks differ from each other or from the event. */
  readonly changedBodies: number
  readonly consumed: {
    readonly seen: number
    readonly lost: number
    readonly duplicates: number
    readonly outOfOrder: number
  }
  /** The time from an event's commit to its arrival at the endpoint without faults. */
  readonly healthyP99Ms: number
  /** The findings, a sentence each. */
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

/** Each query returns a row for each violation, or for each delivered or seen event. */
const perEvent = {
  lost: `SELECT 1 FROM happened CROSS JOIN json_each(?) AS endpoint
    WHERE published
    AND (endpoint.value, happened.id) NOT IN (SELECT endpoint, event FROM taken)`,
  delivered: `SELECT 1 FROM taken JOIN happened ON id = event WHERE published`,
  unknown: `SELECT DISTINCT event FROM received.received
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

/** The files for the audit. */
export interface Audited extends Pick<Places, "received" | "seen"> {
  /** The file of the events, from `eventsFile`. */
  readonly events: string
}

/**
 * Compares the stored events with the webhooks at the endpoints and with the events of a consumer.
 * It uses their files and none of the engine's code. Latencies are measured for events until
 * `calmAt`.
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
    [delivered.badSignatures, "webhooks had no valid signature"],
    [delivered.changedBodies, "events were sent with changed content"],
    [count(perEvent.unknown), "webhooks were sent for events that don't exist"],
    [count(perEvent.redirected), "webhooks followed a redirect"],
    [consumed.lost, "events were never seen by the consumer"],
    [consumed.outOfOrder, "events were first seen after a later event of the same payment"]
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
