import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { trialServer } from "@payloom/example-kit/trialDatabase"
import { hasPostgres } from "@payloom/testkit/postgres"
import Database from "better-sqlite3"
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { audit } from "./audit.ts"
import { endpoints } from "./conduct.ts"
import { deliverKilled, type Tried } from "./deliverKilled.ts"
import { placesIn } from "./engine.ts"

const folder = mkdtempSync(join(tmpdir(), "payloom-webhooks-test-"))
const events = join(folder, "payloom.db")
const on = hasPostgres ? "" : " (PostgreSQL is not installed here)"

const deliver = (storage: string, own: string) =>
  deliverKilled({
    folder: own,
    storage,
    events: 120,
    workers: 3,
    kills: 3,
    killEveryMs: 1200,
    patienceMs: 90_000,
    onProgress: () => undefined
  })

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe("processes that pay, send and consume while they are killed", () => {
  let tried: Tried
  beforeAll(async () => {
    tried = await deliver(events, folder)
  })

  it("are killed as often as planned, and publish enough events", () => {
    expect(tried.kills).toBe(3)
    expect(tried.gaveUpOn).toBeNull()
    expect(tried.events).toBeGreaterThanOrEqual(120)
  })

  it("send each event to every endpoint at least once, even after failures of the endpoint", () => {
    expect(tried).toMatchObject({ lost: 0, badSignatures: 0, changedBodies: 0 })
    expect(tried.delivered).toBe(tried.events * Object.keys(endpoints).length)
  })

  it("deliver every event to a consumer, and the events of a payment in order", () => {
    expect(tried.consumed).toMatchObject({ lost: 0, outOfOrder: 0 })
    expect(tried.consumed.seen).toBeGreaterThan(tried.events)
  })

  it("leave an audit without findings", () => {
    expect(tried.findings).toEqual([])
  })

  const one = (of: string, where = "true") =>
    `rowid = (SELECT min(rowid) FROM ${of} WHERE ${where})`

  it.each([
    ["lost", /never reached/, "received", `DELETE FROM received WHERE event = "$event"`],
    [
      "not signed",
      /no valid signature/,
      "received",
      `UPDATE received SET verified = 0 WHERE ${one("received")}`
    ],
    [
      "redirected",
      /redirect/,
      "received",
      `UPDATE received SET redirected = 1 WHERE ${one("received")}`
    ],
    [
      "changed",
      /changed content/,
      "received",
      "INSERT INTO bodies SELECT 'other', event, body FROM bodies LIMIT 1"
    ],
    [
      "unknown",
      /exist/,
      "received",
      `UPDATE received SET event = 'event_0' WHERE ${one("received")}`
    ],
    ["unseen", /never seen/, "seen", `DELETE FROM seen WHERE event = "$event"`],
    ["out of order", /after a later/, "seen", "UPDATE seen SET nth = -nth"]
  ] as const)("are audited for events that are %s", (_, finding, table, sql) => {
    const doctored = join(folder, "doctored")
    rmSync(doctored, { recursive: true, force: true })
    mkdirSync(doctored)
    const files = placesIn(doctored, events)
    for (const name of ["seen", "received"] as const) {
      for (const suffix of ["", "-wal"]) {
        const from = `${placesIn(folder, events)[name]}${suffix}`
        if (existsSync(from)) cpSync(from, `${files[name]}${suffix}`)
      }
    }
    const db = new Database(files[table])
    const event = db.prepare(`SELECT event FROM ${table} LIMIT 1`).pluck().get()
    db.exec(sql.replace('"$event"', `'${event}'`))
    db.close()
    expect(audit({ ...files, events }).findings.join("\n")).toMatch(finding)
  })
})

describe("processes that are killed on PostgreSQL", () => {
  it.skipIf(!hasPostgres)(`lose no event and no webhook${on}`, async () => {
    const server = await trialServer()
    onTestFinished(server.stop)
    const own = mkdtempSync(join(folder, "postgres-"))
    const tried = await deliver(server.address, own)
    expect(tried).toMatchObject({
      findings: [],
      gaveUpOn: null,
      kills: 3,
      lost: 0,
      consumed: { lost: 0 }
    })
    expect(tried.events).toBeGreaterThanOrEqual(120)
    expect(tried.delivered).toBe(tried.events * Object.keys(endpoints).length)
  })
})
