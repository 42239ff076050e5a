import { insert } from "@payloom/core"
import { hasPostgres, startPostgres } from "@payloom/testkit/postgres"
import { Effect, Exit, Option } from "effect"
import pg from "pg"
import { afterAll, describe, expect, it, onTestFinished } from "vitest"
import { hasNote, here, Notes, openNotes, writeNote } from "./testing/notes.ts"
import { openStorage } from "./testing/openTestStorage.ts"

const server = hasPostgres ? await startPostgres() : null

afterAll(() => server?.stop())

/** Ends other connections: one at random, or all. */
const terminate = (client: pg.Client, most: number) =>
  client.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE pid <> pg_backend_pid() AND backend_type = 'client backend' ORDER BY random() LIMIT $1`,
    [most]
  )

/** Opens a storage, and a client. */
const open = async (connection: string) => {
  const { storage, close } = await openStorage({ connection, collections: [Notes] })
  const client = new pg.Client(connection)
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await close()
  })
  return { storage, client }
}

describe.skipIf(server === null)("connections that are ended by the server", () => {
  const connection = server?.address ?? ""

  it("lose no successful commit, whenever they are ended", async () => {
    const { storage, client } = await open(connection)
    const acknowledged: Array<string> = []
    let unanswered = 0
    let isOver = false
    const writers = Array.from({ length: 8 }, async (_, nth) => {
      for (let count = 0; !isOver; count++) {
        const id = `note_${nth}_${count}`
        const exit = await Effect.runPromiseExit(storage.commit([insert(here, Notes, { id })]))
        if (Exit.isSuccess(exit)) acknowledged.push(id)
        else unanswered += 1
      }
    })
    for (let ended = 0; ended < 40; ended++) {
      await terminate(client, 1)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    isOver = true
    await Promise.all(writers)
    expect(unanswered).toBeGreaterThan(0)
    const stored = await Effect.runPromise(storage.getMany(here, Notes, acknowledged))
    expect(stored.map(({ row }) => row.id)).toEqual(acknowledged)
  })

  it("don't end the process of an application that listens to no errors of its pool", async () => {
    const pool = new pg.Pool({ connectionString: connection })
    const { storage, close } = await openStorage({ connection: pool, collections: [Notes] })
    const { client } = await open(connection)
    await Effect.runPromise(storage.get(here, Notes, "none"))
    await terminate(client, 100)
    await expect.poll(() => pool.totalCount).toBe(0)
    await Effect.runPromise(storage.get(here, Notes, "none"))
    await close()
    // A pool has ended before its connections are closed.
    await Promise.all([pool.end(), terminate(client, 100)])
  })

  it("are replaced before a read is answered", async () => {
    const { storage, client } = await open(connection)
    await Effect.runPromise(storage.commit([insert(here, Notes, { id: "note_read" })]))
    for (let round = 0; round < 5; round++) {
      await terminate(client, 100)
      const found = await Effect.runPromise(storage.get(here, Notes, "note_read"))
      expect(Option.isSome(found)).toBe(true)
    }
  })
})

describe.skipIf(server === null)("a connection that the application released", () => {
  /** Opens a pool of one connection, as an application has it. */
  const openPool = () => {
    const pool = new pg.Pool({ connectionString: server?.address ?? "", max: 1 })
      .on("error", () => undefined)
      .on("connect", (client) => client.on("error", () => undefined))
    onTestFinished(() => pool.end())
    return pool
  }

  it("within a transaction is closed, so that a commit is never a part of it", async () => {
    const own = openPool()
    const notes = await openNotes({ connection: own, schema: "left_within", listen: false })
    const client = await own.connect()
    await client.query("BEGIN")
    client.release()
    expect(await writeNote(notes, "first")).toBeNull()
    await client.query("ROLLBACK").catch(() => undefined)
    expect(await hasNote(notes, "first")).toBe(true)
  })

  it("before its BEGIN was answered commits nothing, and says so", async () => {
    const own = openPool()
    const notes = await openNotes({ connection: own, schema: "left_before", listen: false })
    const client = await own.connect()
    client.query("BEGIN").catch(() => undefined)
    client.release()
    const refused = await writeNote(notes, "first")
    expect(refused).toMatchObject({ cause: { message: expect.stringContaining("released") } })
    expect(await hasNote(notes, "first")).toBe(false)
    expect(await writeNote(notes, "second")).toBeNull()
  })
})
