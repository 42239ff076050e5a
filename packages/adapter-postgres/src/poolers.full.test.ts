import { Payloom, StorageUnavailable } from "@payloom/core"
import { sandbox } from "@payloom/testkit"
import { installedPgBouncer, startPgBouncer } from "@payloom/testkit/pgbouncer"
import { hasPostgres, postgresProxy, startPostgres } from "@payloom/testkit/postgres"
import { Effect } from "effect"
import pg from "pg"
import { afterAll, describe, expect, it, onTestFinished } from "vitest"
import type { PostgresOptions } from "./PostgresOptions.ts"
import { postgres } from "./postgres.ts"
import { here, openClient, openNotes, pause, startWriters, writeNote } from "./testing/notes.ts"
import { openStorage } from "./testing/openTestStorage.ts"
import { clientOf } from "./transactions.ts"

const server = hasPostgres && installedPgBouncer !== null ? await startPostgres() : null

afterAll(() => server?.stop())

const on = server === null ? " (PgBouncer is not installed here)" : ""

/** Documented as the first release that can keep protocol-level named statements. */
const isKeeper = (installedPgBouncer ?? "").localeCompare("1.21", "en", { numeric: true }) >= 0

const startPooler = async (settings: Readonly<Record<string, string>> = {}) => {
  const pooler = await startPgBouncer(server ?? { address: "" }, settings)
  onTestFinished(pooler.stop)
  return pooler
}

let schemas = 0
const newSchema = () => `pooled_${++schemas}`

/** A pooler with one connection to the server, which all clients share. */
const one = { default_pool_size: "1" }
const unkept: Readonly<Record<string, string>> = isKeeper
  ? { ...one, max_prepared_statements: "0" }
  : one

/** Runs reads and commits. Returns the number of named statements that the connection has then. */
const namesLeft = async (options: PostgresOptions) => {
  const pool = new pg.Pool({ connectionString: `${options.connection}`, max: 1 })
  pool.on("error", () => undefined)
  onTestFinished(() => pool.end())
  const storage = await openNotes({ ...options, connection: pool, schema: newSchema() })
  for (const id of ["first", "second"]) expect(await writeNote(storage, id)).toBeNull()
  const { rows } = await pool.query("SELECT count(*)::int FROM pg_prepared_statements")
  return rows[0].count
}

describe.skipIf(server === null)(`named statements${on}`, () => {
  if (server === null) return

  it("are used on a connection to the server by default", async () => {
    const connection = server.address
    expect(await namesLeft({ connection })).toBeGreaterThan(0)
    expect(await namesLeft({ connection, namedStatements: false })).toBe(0)
  })

  it("are used through a proxy that only forwards bytes", async () => {
    const proxy = await postgresProxy(server)
    onTestFinished(proxy.stop)
    expect(await namesLeft({ connection: proxy.address })).toBeGreaterThan(0)
  })

  it("are not used through a pooler that lends connections without keeping names", async () => {
    const { address: connection } = await startPooler(unkept)
    expect(await namesLeft({ connection })).toBe(0)
  })

  it("are used through a pooler that keeps sessions if the option says so", async () => {
    const { address: connection } = await startPooler({
      ...unkept,
      default_pool_size: "2",
      pool_mode: "session"
    })
    expect(await namesLeft({ connection })).toBe(0)
    expect(await namesLeft({ connection, namedStatements: true })).toBeGreaterThan(0)
  })

  const where = isKeeper ? "" : ` (1.21 is needed, here is ${installedPgBouncer})`
  it.skipIf(!isKeeper)(`are used through a PgBouncer that keeps them${where}`, async () => {
    const { address: connection } = await startPooler({ ...one, max_prepared_statements: "100" })
    expect(await namesLeft({ connection })).toBeGreaterThan(0)
  })

  it("are given up on a connection whose pooler was said to keep them and doesn't", async () => {
    const { address } = await startPooler(unkept)
    const schema = newSchema()
    const wrong = { connection: address, schema, namedStatements: true, maxConnections: 1 }
    const first = await openNotes(wrong)
    expect(await writeNote(first, "first")).toBeNull()
    const second = await openStorage(wrong).catch((failure: unknown) => failure)
    expect(second).toMatchObject({
      reason: "options_invalid",
      detail: expect.stringContaining("leave out namedStatements")
    })
  })
})

describe.skipIf(server === null)(`behind a pooler that lends connections${on}`, () => {
  if (server === null) return

  it("no setting, lock or listener stays for the next user of a connection", async () => {
    const { address: connection } = await startPooler(one)
    const box = sandbox()
    const payloom = await Payloom.make({
      ...box.setup,
      storage: postgres({ connection, schema: newSchema() })
    })
    onTestFinished(() => payloom.close())
    const shop = await box.openShop(payloom)
    await box.saveCard(shop, "approved")
    await payloom.runDue()
    const client = await openClient(connection)
    const { rows } = await client.query(`SELECT current_setting('statement_timeout') AS timeout,
      current_setting('idle_in_transaction_session_timeout') AS idle,
      current_setting('enable_seqscan') AS scan,
      current_setting('payloom.tenant', true) AS tenant,
      (SELECT count(*)::int FROM pg_listening_channels()) AS channels,
      (SELECT count(*)::int FROM pg_locks WHERE locktype = 'advisory') AS locks`)
    const [{ tenant, ...left }] = rows
    expect(left).toEqual({ timeout: "0", idle: "0", scan: "on", channels: 0, locks: 0 })
    expect(tenant ?? "").toBe("")
  })

  it("the server ends statements that take too long, and the caller gets the error", async () => {
    const { address: connection } = await startPooler()
    const schema = newSchema()
    const storage = await openNotes({ connection, schema, timeoutMs: 500 })
    expect(await writeNote(storage, "before")).toBeNull()
    const client = await openClient(server.address)
    await client.query(`BEGIN; LOCK TABLE ${schema}.notes`)
    expect(await writeNote(storage, "waiting")).toBeInstanceOf(StorageUnavailable)
    const waiting = `SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock'
      AND query LIKE '%${schema}%'`
    const other = await openClient(server.address)
    await expect.poll(async () => (await other.query(waiting)).rowCount).toBe(0)
    await client.query("ROLLBACK")
    expect(await writeNote(storage, "afterwards")).toBeNull()
  })

  it("a host writes in the engine's transactions, which have time limits too", async () => {
    const { address: connection } = await startPooler()
    const storage = await openNotes({ connection, schema: newSchema(), timeoutMs: 7000 })
    if (storage.begin === undefined) throw new Error("It has no transactions.")
    const asked = Effect.flatMap(storage.begin(here), ({ host, commit }) =>
      Effect.gen(function* () {
        const client = clientOf(host)
        yield* Effect.promise(() => client.query("CREATE TABLE hosted (id text)"))
        const shown = yield* Effect.promise(() => client.query("SHOW statement_timeout"))
        yield* commit([])
        return shown.rows[0].statement_timeout
      })
    )
    expect(await Effect.runPromise(Effect.scoped(asked))).toBe("7s")
    const client = await openClient(server.address)
    expect((await client.query("SELECT FROM hosted")).rowCount).toBe(0)
  })

  it("processes wake those that listen on direct connections", async () => {
    const { address } = await startPooler()
    const schema = newSchema()
    const box = sandbox()
    const make = (connection: string, workers: boolean) =>
      Payloom.make({
        ...box.setup,
        storage: postgres({ connection, schema }),
        workers,
        options: { pollMs: 3_600_000 }
      })
    const front = await make(address, false)
    const worker = await make(server.address, true)
    onTestFinished(async () => {
      await worker.close()
      await front.close()
    })
    const shop = await box.openShop(front)
    const card = await box.saveCard(shop, "approved")
    const client = await openClient(server.address)
    const listening = `SELECT FROM pg_stat_activity WHERE query = 'LISTEN "payloom_${schema}"'`
    await expect.poll(async () => (await client.query(listening)).rowCount).toBe(1)
    const held = await shop.payments.create(
      {
        ...{ amount: 1250n, currency: "EUR", type: "one_off", captureMethod: "manual" },
        paymentInstrument: card
      },
      { idempotencyKey: "hold" }
    )
    await shop.payments.capture(held.id, {}, { idempotencyKey: "capture" })
    await expect.poll(async () => (await shop.payments.retrieve(held.id)).status).toBe("succeeded")
  })

  it("loses no successful commit and repeats none when it is killed", async () => {
    const pooler = await startPooler()
    const connection = pooler.address
    const storage = await openNotes({ connection, schema: newSchema(), timeoutMs: 2000 })
    const writers = startWriters(storage, ["a", "b", "c", "d", "e", "f", "g", "h"])
    for (let times = 0; times < 3; times++) {
      const before = writers.acknowledged()
      while (writers.acknowledged() < before + 20) await pause(10)
      await pooler.restart()
    }
    expect((await writers.stop()).wrong).toEqual([])
  })
})

describe.skipIf(server === null)(`a pooler's refusal when a storage is opened${on}`, () => {
  if (server === null) return

  const failureOf = async (connection: string, openTimeoutMs = 3_600_000): Promise<unknown> => {
    const opening = openStorage({ connection, openTimeoutMs, collections: [] })
    return opening.then(
      ({ close }) => close(),
      (failure) => failure
    )
  }

  it("needs a person for settings in the address, and names the remedy", async () => {
    const { address } = await startPooler()
    expect(await failureOf(`${address}?options=-c%20work_mem%3D1MB`)).toMatchObject({
      _tag: "PostgresRefused",
      reason: "options_invalid",
      detail: expect.stringMatching(/unsupported startup parameter.*ignore_startup_parameters/)
    })
  })

  it("needs a person for a pooler that lends connections for one statement", async () => {
    const { address } = await startPooler({ pool_mode: "statement" })
    expect(await failureOf(address)).toMatchObject({
      _tag: "PostgresRefused",
      reason: "options_invalid",
      detail: expect.stringContaining("pool_mode")
    })
  })

  it.each([
    ["a database that the server doesn't have", { pathname: "/nowhere" }],
    ["a user that the pooler doesn't know", { username: "nobody" }]
  ])("needs a person for %s", async (_, change) => {
    const url = Object.assign(new URL((await startPooler()).address), change)
    expect(await failureOf(url.href)).toMatchObject({
      _tag: "PostgresRefused",
      reason: "not_accessible"
    })
  })

  it("is retried while its server is away", async () => {
    const place = { address: "postgres://payloom@127.0.0.1:1/postgres" }
    const proxy = await postgresProxy(place)
    onTestFinished(proxy.stop)
    const pooler = await startPgBouncer(proxy, { query_wait_timeout: "1" })
    onTestFinished(pooler.stop)
    expect(await failureOf(pooler.address, 0)).toBeInstanceOf(StorageUnavailable)
    const opening = openNotes({ connection: pooler.address, schema: newSchema() })
    place.address = server.address
    expect(await writeNote(await opening, "first")).toBeNull()
  })
})
