import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { copyStore, storageAt } from "@payloom/cli"
import {
  CustomerCollection,
  DisputeCollection,
  Payloom,
  PaymentCollection,
  type Scope,
  Storage,
  type StoragePort
} from "@payloom/core"
import { auditStorage, everyRow, manualClock, sandbox } from "@payloom/testkit"
import { hasPostgres, startPostgres } from "@payloom/testkit/postgres"
import Database from "better-sqlite3"
import { Clock, Effect } from "effect"
import pg from "pg"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { fillDatabase } from "./fillDatabase.ts"
import { merchantOf } from "./merchantOf.ts"
import { openTemplates } from "./templates.ts"

const now = Date.parse("2026-11-26T12:00:00Z")
const payments = 2000

/** Fills a database. Returns the merchant's scope. */
const fill = async (database: string, size = payments): Promise<Scope> => {
  const common = { seed: "a third test", now, onProgress: () => undefined }
  const customers = Math.ceil(size / 10)
  const templates = await openTemplates({ ...common, customers, subscriptions: 8 })
  await fillDatabase({ database, templates, fill: { ...common, payments: size } })
  return templates.merchant.scope
}

const run = <A, E>(effect: Effect.Effect<A, E>) => Effect.runPromise(effect)

const on = <A, E>(database: string, work: (storage: StoragePort) => Effect.Effect<A, E>) =>
  run(Effect.provide(Effect.flatMap(Storage, work), storageAt(database)))

type RawRow = Readonly<Record<string, unknown>>

/** Reads rows of a SQLite file. */
const rowsOf = (database: string, sql: string): ReadonlyArray<RawRow> => {
  const db = new Database(database, { readonly: true })
  const rows = db.prepare<[], RawRow>(sql).all()
  db.close()
  return rows
}

const schemaSql = "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name"

/** Positions of consumers, the name of the store and sums are made anew in every copy. */
const ownTables: ReadonlySet<string> = new Set([
  ...["consumer_parts", "deployments", "scopes"],
  ...["feeds", "migrations", "sums", "sum_totals"]
])

describe("a filled store", () => {
  let folder: string
  let filled: string
  let copied: string
  let scope: Scope
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "payloom-fill-"))
    filled = join(folder, "filled.db")
    copied = join(folder, "copied.db")
    scope = await fill(filled)
    await run(copyStore({ from: storageAt(filled), to: storageAt(copied) }))
  })
  afterAll(() => rm(folder, { recursive: true }))

  it("passes the audit that an engine's store passes", async () => {
    const { bank } = sandbox()
    // The bank doesn't know the copies' charges.
    const findings = await on(filled, (storage) =>
      Effect.provideService(
        auditStorage({ storage, scope, bank, providers: [] }),
        Clock.Clock,
        manualClock(now)
      )
    )
    expect(findings.slice(0, 5)).toEqual([])
  })

  it("is an intact file with the schema, indexes and triggers of the adapter", () => {
    expect(rowsOf(filled, "PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }])
    expect(rowsOf(filled, schemaSql)).toEqual(rowsOf(copied, schemaSql))
  })

  it("has in every column what the adapter would have written", () => {
    const tables = rowsOf(filled, "SELECT name FROM sqlite_master WHERE type = 'table'")
    const compared = tables.map(({ name }) => `${name}`).filter((name) => !ownTables.has(name))
    for (const name of compared) {
      const sql = `SELECT * FROM "${name}" ORDER BY 1, 2`
      expect([name, rowsOf(filled, sql)]).toEqual([name, rowsOf(copied, sql)])
    }
    expect(compared).toContain("reported_terms")
  })

  it("has the reports that a consumer of its events would write", async () => {
    const reports = async (database: string) => {
      const { setup } = sandbox()
      const payloom = await Payloom.make({ ...setup, storage: storageAt(database), workers: false })
      const events = await payloom.reporting.catchUp()
      const dayMs = 86_400_000
      const { reporting } = await merchantOf(payloom)
      const figures = await reporting.figures({ from: now - 399 * dayMs, to: now, by: "day" })
      const hours = await reporting.figures({ from: now - 3 * dayMs, to: now, by: "hour" })
      const voided = await reporting.payments({ status: "voided", currency: "GBP", limit: 100 })
      await payloom.close()
      const rows = ["payments", "terms"].map((name) =>
        rowsOf(database, `SELECT id, doc FROM reported_${name} ORDER BY id`)
      )
      return { events, shown: { figures, hours, voided: voided.data, rows } }
    }
    const before = await reports(filled)
    const db = new Database(copied)
    db.exec(`DROP TRIGGER payloom_figure_changes_no_delete;
      DELETE FROM figure_changes; DELETE FROM sums; DELETE FROM sum_totals;
      DELETE FROM reported_payments; DELETE FROM reported_terms; DELETE FROM consumer_parts`)
    db.close()
    const after = await reports(copied)
    expect(before.events).toBe(0)
    expect(after.events).toBeGreaterThan(payments)
    expect(before.shown).toEqual(after.shown)
  })

  it("has payments of many kinds, and customers of many scripts", async () => {
    const all = await on(filled, (storage) => everyRow(storage, scope, PaymentCollection))
    expect(all.length).toBeGreaterThanOrEqual(payments)
    const statuses = new Set(all.map(({ status }) => status))
    for (const status of ["succeeded", "declined", "refunded", "partially_refunded", "voided"]) {
      expect(statuses).toContain(status)
    }
    const disputes = await on(filled, (storage) => everyRow(storage, scope, DisputeCollection))
    expect(disputes.length).toBeGreaterThan(5)
    const customers = await on(filled, (storage) => everyRow(storage, scope, CustomerCollection))
    const names = customers.map(({ name }) => name ?? "").join()
    for (const script of ["Cyrillic", "Arabic", "Han", "Hangul", "Thai", "Devanagari"]) {
      expect(names).toMatch(new RegExp(`\\p{Script=${script}}`, "u"))
    }
  })

  it("is the same for the same seed", async () => {
    const other = join(folder, "other.db")
    await fill(other)
    const sql = "SELECT id, doc FROM customers ORDER BY id"
    expect(rowsOf(other, sql)).toEqual(rowsOf(filled, sql))
  })
})

/** Returns the rows of each table as one digest, and all indexes. */
const contentsOf = async (address: string): Promise<object> => {
  const client = new pg.Client(address)
  await client.connect()
  const { rows: tables } = await client.query<{ name: string; columns: string }>(
    `SELECT table_name AS name, 
       string_agg(format('%I', column_name), ', ' ORDER BY ordinal_position) AS columns
     FROM information_schema.columns WHERE table_schema = 'payloom'
       AND column_name NOT IN ('feed_epoch', 'feed_xid', 'feed_seq')
     GROUP BY table_name ORDER BY table_name`
  )
  const digests: Array<readonly [string, unknown]> = []
  for (const { name, columns } of tables) {
    if (ownTables.has(name)) continue
    const { rows } = await client.query(
      `SELECT count(*), md5(string_agg(own::text, ' ' ORDER BY own::text))
       FROM (SELECT ${columns} FROM payloom."${name}") AS own`
    )
    digests.push([name, rows])
  }
  const indexes = await client.query(
    "SELECT indexdef FROM pg_indexes WHERE schemaname = 'payloom' ORDER BY indexdef"
  )
  await client.end()
  return { digests, indexes: indexes.rows }
}

describe.skipIf(!hasPostgres)("a filled database of PostgreSQL", () => {
  it("has in every column what the adapter would have written, and all its indexes", async () => {
    const server = await startPostgres()
    const [filled, copied] = [await server.newDatabase(), await server.newDatabase()]
    await fill(filled, 400)
    await run(copyStore({ from: storageAt(filled), to: storageAt(copied) }))
    expect(await contentsOf(filled)).toEqual(await contentsOf(copied))
    await server.stop()
  })
})
