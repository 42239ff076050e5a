import { Agent, request } from "node:http"
import type Database from "better-sqlite3"
import { Webhook } from "standardwebhooks"
import { groupedCommits } from "./groupedCommits.ts"
import { openRawFile } from "./openRawFile.ts"

/** An endpoint of the raw sender. */
export interface RawEndpoint {
  readonly id: string
  readonly url: string
  readonly secret: string
}

interface Row {
  readonly scope: number
  readonly id: string
  readonly doc: string
}

const slotsPerEndpoint = 8
const leaseMs = 30_000

/**
 * Delivers the queued webhooks of a file with the raw driver and a bare HTTP client. It reads,
 * leases, writes and deletes the same rows as the engine. It signs with the same library, and has
 * as many requests in flight to each endpoint.
 */
export const rawDeliveries = (file: string, endpoints: ReadonlyArray<RawEndpoint>) => {
  const db = openRawFile(file)
  const agent = new Agent({ keepAlive: true, maxSockets: slotsPerEndpoint })
  const statements = statementsOf(db)
  const commit = groupedCommits<() => void>({
    begin: () => statements.begin.run(),
    write: (write) => write(),
    commit: () => statements.commit.run()
  })
  const claim = db.transaction((kind: string): ReadonlyArray<Row> => {
    const now = Date.now()
    const found = statements.due.all(kind, now, now, slotsPerEndpoint) as ReadonlyArray<Row>
    return found.map((job) => leasedRow(statements, job, now + leaseMs))
  }).immediate
  const drain = async (endpoint: RawEndpoint): Promise<void> => {
    const kind = `deliver_webhook/${endpoint.id}`
    let ready: Array<Row> = []
    const place = async (): Promise<void> => {
      for (;;) {
        if (ready.length === 0) ready = [...claim(kind)]
        const job = ready.shift()
        if (job === undefined) return
        const { row, event } = readDelivery(statements, job)
        const attempt = await send(agent, endpoint, event)
        const isFirst = statements.eventDelivery.get(job.scope, event.id) === undefined
        await commit(() => settle(statements, job, { row, attempt, isFirst }))
      }
    }
    await Promise.all(Array.from({ length: slotsPerEndpoint }, place))
  }
  return {
    run: async () => {
      await Promise.all(endpoints.map(drain))
    },
    close: () => {
      agent.destroy()
      db.close()
    }
  }
}

type Statements = ReturnType<typeof statementsOf>

const leasedRow = ({ lease }: Statements, job: Row, until: number): Row => {
  const doc = JSON.stringify({ ...JSON.parse(job.doc), leasedUntil: until })
  lease.run(until, doc, job.scope, job.id)
  return { ...job, doc }
}

const readDelivery = ({ delivery, endpoint, event }: Statements, { scope, doc }: Row) => {
  const read = (statement: Database.Statement, id: string) =>
    JSON.parse((statement.get(scope, id) as Row).doc)
  const row = read(delivery, JSON.parse(doc).subject)
  read(endpoint, row.endpoint)
  return { row, event: read(event, row.event) }
}

/** Sends an event. Returns the stored record of the delivery attempt. */
const send = async (
  agent: Agent,
  { url, secret }: RawEndpoint,
  event: { readonly id: string }
): Promise<object> => {
  const body = JSON.stringify(event)
  const at = new Date()
  const status = await post(agent, url, body, {
    "content-type": "application/json",
    "user-agent": "Payloom",
    "webhook-id": event.id,
    "webhook-timestamp": `${Math.floor(at.getTime() / 1000)}`,
    "webhook-signature": new Webhook(secret).sign(event.id, at, body)
  })
  if (status !== 204) throw new Error(`The endpoint answered ${status}.`)
  const durationMs = Date.now() - at.getTime()
  return { at: at.getTime(), durationMs, status, error: null, excerpt: "" }
}

interface Delivered {
  readonly row: { readonly id: string; readonly event: string }
  readonly attempt: object
  readonly isFirst: boolean
}

const settle = (statements: Statements, job: Row, { row, attempt, isFirst }: Delivered): void => {
  const now = Date.now()
  const delivered = { ...row, status: "delivered", tries: 1, attempts: [attempt], settledAt: now }
  statements.settle.run(JSON.stringify(delivered), job.scope, row.id)
  statements.done.run(job.scope, job.id)
  if (!isFirst) return
  const recorded = JSON.stringify({ id: row.event, deliveredAt: now })
  statements.recordDelivery.run(job.scope, row.event, recorded)
}

const statementsOf = (db: Database.Database) => {
  const byId = (table: string) =>
    db.prepare(`SELECT scope, id, doc FROM ${table} WHERE scope = ? AND id = ?`)
  return {
    begin: db.prepare("BEGIN IMMEDIATE"),
    commit: db.prepare("COMMIT"),
    due: db.prepare(`SELECT scope, id, doc FROM jobs INDEXED BY payloom_jobs_due
      WHERE kind = ? AND due_at <= ? AND (leased_until IS NULL OR leased_until <= ?)
      ORDER BY due_at, id, scope LIMIT ?`),
    lease: db.prepare(`UPDATE jobs SET version = version + 1, leased_until = ?, doc = ?
      WHERE scope = ? AND id = ?`),
    delivery: byId("webhook_deliveries"),
    endpoint: byId("webhook_endpoints"),
    event: byId("events"),
    eventDelivery: byId("event_deliveries"),
    settle: db.prepare(`UPDATE webhook_deliveries
      SET version = version + 1, by_status = 'delivered', doc = ? WHERE scope = ? AND id = ?`),
    done: db.prepare("DELETE FROM jobs WHERE scope = ? AND id = ?"),
    recordDelivery: db.prepare(`INSERT OR IGNORE INTO event_deliveries (scope, id, version, doc)
      VALUES (?, ?, 1, ?)`)
  }
}

const post = (
  agent: Agent,
  url: string,
  body: string,
  headers: Readonly<Record<string, string>>
): Promise<number> =>
  new Promise((resolve, reject) => {
    const bytes = Buffer.from(body)
    const sent = request(
      url,
      { agent, method: "POST", headers: { ...headers, "content-length": bytes.length } },
      (response) => {
        response.on("error", reject)
        response.on("end", () => resolve(response.statusCode ?? 0))
        response.resume()
      }
    )
    sent.on("error", reject)
    sent.end(bytes)
  })
