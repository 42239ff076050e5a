import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Payloom, StorageUnavailable } from "@payloom/core"
import { sandbox } from "@payloom/testkit"
import {
  hasPostgres,
  type PostgresServer,
  postgresProxy,
  startPostgres,
  startReplicatedPostgres
} from "@payloom/testkit/postgres"
import { Effect, Fiber, Layer } from "effect"
import pg from "pg"
import { afterAll, describe, expect, it, onTestFinished } from "vitest"
import type { PostgresOptions } from "./PostgresOptions.ts"
import { PostgresRefused } from "./PostgresRefused.ts"
import { postgres } from "./postgres.ts"
import { hasNote, Notes, openClient, openNotes, Tallies, writeNote } from "./testing/notes.ts"
import { openStorage } from "./testing/openTestStorage.ts"

const server = hasPostgres ? await startPostgres() : null

afterAll(() => server?.stop())

const on = server === null ? " (PostgreSQL is not installed here)" : ""

/** An address where nobody listens. */
const nowhere = { address: "postgres://payloom@127.0.0.1:1/postgres" }

/** Starts a proxy that counts connections, and closes them as the test says. */
const countingProxy = async (
  to: { readonly address: string },
  endings: ReadonlyArray<number> = []
) => {
  let count = 0
  const proxy = await postgresProxy(to, {
    onConnection: (connection) => {
      const bytes = endings[count++]
      if (bytes !== undefined) connection.cutAfter(bytes, "requests")
    }
  })
  onTestFinished(proxy.stop)
  return { address: proxy.address, connections: () => count }
}

/** Returns the failure of opening, which may take as long as a test may. */
const failureOf = async (options: PostgresOptions): Promise<unknown> => {
  const opened = openStorage({ collections: [], openTimeoutMs: 3_600_000, ...options })
  return opened.then(
    ({ close }) => close(),
    (failure) => failure
  )
}

describe.skipIf(server === null)(`opening${on}`, () => {
  if (server === null) return
  let schemas = 0
  const newSchema = () => `opening_${++schemas}`

  it("succeeds although connections are lost at the beginning, in between and at the end", async () => {
    const { address, connections } = await countingProxy(server, [0, 30, 200, 1500, 4000, 7000])
    const storage = await openNotes({ connection: address, schema: newSchema() })
    expect(await writeNote(storage, "first")).toBeNull()
    expect(connections()).toBeGreaterThan(4)
  })

  it("waits for a server that is not running yet", async () => {
    const place = { ...nowhere }
    const { address, connections } = await countingProxy(place)
    const opening = openNotes({ connection: address, schema: newSchema() })
    await expect.poll(() => connections()).toBeGreaterThan(2)
    place.address = server.address
    expect(await writeNote(await opening, "first")).toBeNull()
  })

  it("waits for a server that is restarted", async () => {
    const own = await startPostgres()
    onTestFinished(own.stop)
    const first = await openNotes({ connection: own.address })
    expect(await writeNote(first, "before")).toBeNull()
    const restarted = own.restart("killed")
    const storage = await openNotes({ connection: own.address })
    await restarted
    expect(await hasNote(storage, "before")).toBe(true)
  })

  it("waits for a standby that is promoted, also with a pool that had a connection to it", async () => {
    const replicated = await startReplicatedPostgres()
    onTestFinished(replicated.stop)
    const { address, connections } = await countingProxy({ address: replicated.standby })
    const pool = new pg.Pool({ connectionString: address })
    pool.on("error", () => undefined)
    onTestFinished(() => pool.end())
    const opening = openNotes({ connection: pool })
    await expect.poll(() => connections()).toBeGreaterThan(2)
    await replicated.promote()
    expect(await writeNote(await opening, "first")).toBeNull()
  })

  it("gives up after openTimeoutMs, and with 0 after one try", async () => {
    const standby = await countingProxy(nowhere)
    const failure = await failureOf({ connection: standby.address, openTimeoutMs: 3_000 })
    expect(failure).toBeInstanceOf(StorageUnavailable)
    expect(standby.connections()).toBeGreaterThan(1)
    const once = await countingProxy(nowhere)
    expect(await failureOf({ connection: once.address, openTimeoutMs: 0 })).toBeInstanceOf(
      StorageUnavailable
    )
    expect(once.connections()).toBe(1)
  })

  it("logs the reason for waiting", async () => {
    const place = { ...nowhere }
    const { address } = await countingProxy(place)
    const messages: Array<string> = []
    const box = sandbox()
    const made = Payloom.make({
      ...box.setup,
      storage: postgres({ connection: address, schema: newSchema() }),
      workers: false,
      onLog: ({ message }) => {
        messages.push(message)
        place.address = server.address
      }
    })
    await (await made).close()
    expect(messages).toEqual([expect.stringMatching(/^PostgreSQL can't be used yet \(.+ 30 s\.$/)])
  })

  it("can be interrupted while it waits", async () => {
    const { address, connections } = await countingProxy(nowhere)
    const storage = postgres({ connection: address, openTimeoutMs: 3_600_000 })
    const fiber = Effect.runFork(Effect.scoped(Layer.build(storage)))
    await expect.poll(() => connections()).toBeGreaterThan(1)
    await Effect.runPromise(Fiber.interrupt(fiber))
    const before = connections()
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(connections()).toBe(before)
  })
})

/** Starts a server that requires a password from everybody but its owner. */
const guardedServer = async (): Promise<PostgresServer> => {
  const folder = mkdtempSync("/tmp/payloom-hba-")
  onTestFinished(() => rmSync(folder, { recursive: true }))
  chmodSync(folder, 0o755)
  const rules = join(folder, "pg_hba.conf")
  const all = "host all all 127.0.0.1/32 scram-sha-256"
  writeFileSync(rules, `host all payloom 127.0.0.1/32 trust\n${all}\n`)
  const guarded = await startPostgres({ hba_file: rules })
  onTestFinished(guarded.stop)
  const client = await openClient(guarded.address)
  await client.query("CREATE ROLE guest LOGIN PASSWORD 'sesame'")
  return guarded
}

describe.skipIf(server === null)(`a failure that needs a person is not retried${on}`, () => {
  if (server === null) return

  const refusedOnce = async (
    to: { readonly address: string },
    addressOf: (url: URL) => void,
    options: Partial<PostgresOptions> = {}
  ): Promise<PostgresRefused> => {
    const { address, connections } = await countingProxy(to)
    const url = new URL(address)
    addressOf(url)
    const failure = await failureOf({ connection: url.href, ...options })
    expect(connections()).toBe(1)
    expect(failure).toBeInstanceOf(PostgresRefused)
    return failure as PostgresRefused
  }

  it.each([
    ["a wrong password", ":wrong@", /password authentication failed/],
    ["no password", "@", /password/]
  ])("%s", async (_, password, detail) => {
    const { address } = await guardedServer()
    const refused = await refusedOnce({ address }, (url) => {
      url.username = "guest"
      url.password = password.slice(1, -1)
    })
    expect(refused).toMatchObject({
      reason: "not_accessible",
      detail: expect.stringMatching(detail)
    })
    expect(refused.message).not.toContain("wrong")
  })

  it("an unknown database", async () => {
    const refused = await refusedOnce(server, (url) => {
      url.pathname = "/nowhere"
    })
    expect(refused).toMatchObject({
      reason: "not_accessible",
      detail: 'database "nowhere" does not exist'
    })
  })

  it("encryption that the server doesn't have", async () => {
    const refused = await refusedOnce(server, (url) => {
      url.search = "?sslmode=require"
    })
    expect(refused).toMatchObject({ reason: "not_accessible" })
  })

  it("a schema of a newer release", async () => {
    const { close } = await openStorage({ connection: server.address, schema: "newer_one" })
    await close()
    const client = await openClient(server.address)
    await client.query("UPDATE newer_one.migrations SET version = 1000")
    const refused = await refusedOnce(server, () => undefined, { schema: "newer_one" })
    expect(refused).toMatchObject({ reason: "newer_schema" })
  })

  it.each([
    ["the server", "ALTER SYSTEM SET default_transaction_read_only = on", "configuration file"],
    ["the database", "ALTER DATABASE NAME SET default_transaction_read_only = on", "database"],
    ["the user", "ALTER ROLE payloom SET default_transaction_read_only = on", "user"]
  ])("default_transaction_read_only, set for %s", async (_, statement, source) => {
    const address = await server.newDatabase()
    const client = await openClient(server.address)
    const name = new URL(address).pathname.slice(1)
    await client.query(statement.replace("NAME", name))
    await client.query("SELECT pg_reload_conf()")
    onTestFinished(async () => {
      await client.query("SET default_transaction_read_only = off")
      await client.query("ALTER SYSTEM RESET default_transaction_read_only")
      await client.query("ALTER ROLE payloom RESET default_transaction_read_only")
      await client.query("SELECT pg_reload_conf()")
    })
    const readOnly = async () => {
      const other = new pg.Client(address)
      await other.connect()
      const { rows } = await other.query("SHOW default_transaction_read_only")
      await other.end()
      return rows
    }
    await expect.poll(readOnly).toEqual([{ default_transaction_read_only: "on" }])
    const refused = await refusedOnce({ address }, () => undefined)
    expect(refused).toMatchObject({
      reason: "read_only",
      message:
        "The schema payloom was not opened: default_transaction_read_only is on, so nothing can " +
        `be written (it is set by: ${source}).`
    })
  })
})

describe("invalid options are refused before connecting", () => {
  it.each([[undefined], [null], ["postgres://localhost/shop"]])("%j", async (given) => {
    const opening = Effect.runPromise(
      Effect.scoped(Effect.provide(Effect.void, postgres(given as never)))
    )
    await expect(opening).rejects.toThrow('such as { connection: "postgres://host/database" }')
  })
})

describe("invalid values of options are refused before connecting", () => {
  it.each([
    [{ connection: "" }, "connection must be an address"],
    [{ connection: "postgres://a b:99999999/x" }, "connection can't be read as an address"],
    [{ connection: undefined }, "connection is required: an address"],
    [{ timeoutMs: "10s" }, "to 2147483647, but is a string"],
    [{ connection: "localhost" }, "connection must begin with postgres://"],
    [{ connection: "postgre://localhost/shop" }, "connection must begin with postgres://"],
    [{ maxConnection: 5 }, "Did you mean maxConnections?"],
    [{ schema: "Of-Mine" }, "schema must be"],
    [{ partitions: "daily" as "monthly" }, 'partitions must be "monthly", or be left out'],
    [{ eventRetentionMonths: 6 }, 'eventRetentionMonths needs partitions: "monthly"'],
    [
      { partitions: "monthly", eventRetentionMonths: 1 },
      "eventRetentionMonths must be a whole number from 2"
    ],
    [{ maxConnections: 0 }, "maxConnections must be a whole number from 1"],
    [{ timeoutMs: 0.5 }, "timeoutMs must be a whole number from 1"],
    [{ timeoutMs: 2 ** 31 }, "timeoutMs must be a whole number from 1 to 2147483647"],
    [{ openTimeoutMs: -1 }, "openTimeoutMs must be a whole number from 0"],
    [{ openTimeoutMs: Number.NaN }, "openTimeoutMs must be a whole number from 0"],
    [{ openTimeoutMs: "30s" }, "openTimeoutMs must be a whole number from 0"]
  ])("%j", async (options, detail) => {
    const given = { connection: nowhere.address, ...options } as PostgresOptions
    const failure = await failureOf({ ...given, collections: [Notes, Tallies] })
    expect(failure).toMatchObject({
      _tag: "PostgresRefused",
      reason: "options_invalid",
      detail: expect.stringContaining(detail)
    })
  })
})
