import { CommitConflict, insert, StorageUnavailable, update } from "@payloom/core"
import { hasPostgres, postgresProxy, startPostgres } from "@payloom/testkit/postgres"
import { Effect, Option, Result } from "effect"
import pg from "pg"
import { afterAll, describe, expect, it, onTestFinished } from "vitest"
import {
  hasNote,
  here,
  Notes,
  openClient,
  openNotes,
  pause,
  Tallies,
  writeNote
} from "./testing/notes.ts"

const server = hasPostgres ? await startPostgres() : null
const proxy = server === null ? null : await postgresProxy(server)

afterAll(async () => {
  await proxy?.stop()
  await server?.stop()
})

const on = server === null ? " (PostgreSQL is not installed here)" : ""
/** Long enough for an answer, also on a busy machine. */
const timeoutMs = 3_000

describe.skipIf(proxy === null)(`a database that does not answer${on}`, () => {
  if (proxy === null || server === null) return
  let schemas = 0
  const open = (maxConnections: number) =>
    openNotes({
      connection: proxy.address,
      schema: `hangs_${++schemas}`,
      maxConnections,
      timeoutMs
    })
  const pullOut = () => {
    for (const connection of proxy.connections()) connection.hangAfter(0, "answers")
  }
  const addTo = async (storage: Awaited<ReturnType<typeof open>>, id: string) => {
    const read = await Effect.runPromise(storage.get(here, Tallies, id))
    const tally = (count: number) => ({ id, count })
    const change = Option.match(read, {
      onNone: () => insert(here, Tallies, tally(1)),
      onSome: (stored) => update(Tallies, stored, tally(stored.row.count + 1))
    })
    const result = await Effect.runPromise(Effect.result(storage.commit([change])))
    return Result.isFailure(result) ? result.failure : null
  }

  it("fails commits and reads within their time limit, and leaves no connection open", async () => {
    const storage = await open(3)
    expect(await writeNote(storage, "before")).toBeNull()
    pullOut()
    expect(await writeNote(storage, "meanwhile")).toBeInstanceOf(StorageUnavailable)
    pullOut()
    // On a new connection it succeeds.
    await Effect.runPromise(Effect.result(storage.get(here, Tallies, "none")))
    expect(await writeNote(storage, "afterwards")).toBeNull()
    await pause(50)
    expect(proxy.connections().length).toBe(1)
  })

  it("is waited for once, not once for each idle connection", async () => {
    const storage = await open(4)
    const page = storage.page(here, Notes, { order: "asc", limit: 1 })
    await Effect.runPromise(Effect.all([page, page, page, page], { concurrency: "unbounded" }))
    const idle = proxy.connections()
    expect(idle.length).toBeGreaterThanOrEqual(4)
    pullOut()
    expect(await writeNote(storage, "first")).toBeInstanceOf(StorageUnavailable)
    // The next commit gets a new connection. It would wait for an idle one otherwise.
    expect(await writeNote(storage, "second")).toBeNull()
    expect(idle.filter((connection) => connection.isOpen())).toEqual([])
  })

  it("is not waited for a second time to roll a transaction back", async () => {
    const storage = await openNotes({
      connection: proxy.address,
      schema: "hangs_at_first_sight",
      timeoutMs,
      collections: []
    })
    // After the answer to BEGIN.
    const connection = proxy.connections().at(-1)
    const answered = (connection?.passed("answers") ?? 0) + 27
    connection?.hangAfter(27, "answers")
    const failing = writeNote(storage, "first")
    await expect.poll(() => connection?.passed("answers")).toBe(answered)
    const asked = connection?.passed("requests")
    expect(await failing).toBeInstanceOf(StorageUnavailable)
    expect(connection?.passed("requests")).toBe(asked)
  })

  it("frees its place for calls that wait for a connection, also in a pool that sends ahead", async () => {
    const pool = new pg.Pool({
      connectionString: proxy.address,
      connectionTimeoutMillis: timeoutMs,
      max: 1,
      pipeline: true
    })
    pool.on("error", () => undefined)
    onTestFinished(() => pool.end())
    const schema = `hangs_${++schemas}`
    const storage = await openNotes({ connection: pool, schema, timeoutMs, listen: false })
    expect(await writeNote(storage, "before")).toBeNull()
    pullOut()
    const hanging = writeNote(storage, "hanging")
    await pause(timeoutMs / 2)
    const waiting = hasNote(storage, "before")
    expect(await hanging).toBeInstanceOf(StorageUnavailable)
    expect(await waiting).toBe(true)
  })

  it("releases the locks of a client that it can't reach any more", async () => {
    const storage = await open(1)
    expect(await addTo(storage, "held")).toBeNull()
    expect(await writeNote(storage, "taken")).toBeNull()
    const conflict = async () => {
      const stored = Option.getOrThrow(await Effect.runPromise(storage.get(here, Tallies, "held")))
      const changes = [update(Tallies, stored, stored.row), insert(here, Notes, { id: "taken" })]
      return Effect.runPromise(Effect.flip(storage.commit(changes)))
    }
    expect(await conflict()).toBeInstanceOf(CommitConflict)
    const connection = proxy.connections().at(-1)
    const before = connection?.passed("answers") ?? 0
    expect(await conflict()).toBeInstanceOf(CommitConflict)
    // In the answer before the one to the ROLLBACK, which then isn't sent.
    const answered = (connection?.passed("answers") ?? 0) - before
    connection?.hangAfter(answered - 31, "answers")
    const hanging = conflict()
    await pause(timeoutMs / 3)
    const client = await openClient(server.address)
    const held = "SELECT 1 FROM pg_stat_activity WHERE state = 'idle in transaction'"
    expect((await client.query(held)).rows.length).toBe(1)
    expect(await hanging).toBeInstanceOf(StorageUnavailable)
    await pause(timeoutMs / 3)
    expect(await addTo(storage, "held")).toBeNull()
  })

  it("because a row is locked fails only calls that need that row, in time", async () => {
    const storage = await open(4)
    for (const id of ["held", "free"]) expect(await addTo(storage, id)).toBeNull()
    const client = await openClient(server.address)
    await client.query("BEGIN")
    await client.query(`SELECT 1 FROM hangs_${schemas}.tallies WHERE id = 'held' FOR UPDATE`)
    const blocked = addTo(storage, "held")
    await pause(50)
    expect(await addTo(storage, "free")).toBeNull()
    expect(await blocked).toBeInstanceOf(StorageUnavailable)
    await client.query("ROLLBACK")
    // The statement that waited may take the row once more before its server notices the end.
    await expect.poll(() => addTo(storage, "held")).toBeNull()
  })

  it("within the time limit of the application's own pool fails then, and is not called again", async () => {
    const pool = new pg.Pool({
      connectionString: server.address,
      statement_timeout: timeoutMs,
      pipeline: true
    })
    pool.on("error", () => undefined)
    onTestFinished(() => pool.end())
    const storage = await openNotes({ connection: pool, schema: `hangs_${++schemas}` })
    expect(await addTo(storage, "held")).toBeNull()
    const client = await openClient(server.address)
    await client.query("BEGIN")
    await client.query(`SELECT 1 FROM hangs_${schemas}.tallies WHERE id = 'held' FOR UPDATE`)
    expect(await addTo(storage, "held")).toBeInstanceOf(StorageUnavailable)
  })

  it("because the application has taken all connections of its pool fails, and takes none later", async () => {
    const pool = new pg.Pool({ connectionString: server.address, max: 2 })
    pool.on("error", () => undefined)
    onTestFinished(() => pool.end())
    const schema = `hangs_${++schemas}`
    const storage = await openNotes({ connection: pool, schema, timeoutMs, listen: false })
    const taken = [await pool.connect(), await pool.connect()]
    const refused = await writeNote(storage, "first")
    expect(refused).toMatchObject({ cause: { message: expect.stringContaining("was free") } })
    for (const client of taken) client.release()
    expect(await writeNote(storage, "second")).toBeNull()
    expect(await hasNote(storage, "first")).toBe(false)
    expect(pool.waitingCount + pool.totalCount - pool.idleCount).toBe(0)
  })
})
