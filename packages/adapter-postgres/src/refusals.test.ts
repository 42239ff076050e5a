import { once } from "node:events"
import { type AddressInfo, createServer } from "node:net"
import { type Change, insert, StorageUnavailable } from "@payloom/core"
import { hasPostgres, startPostgres } from "@payloom/testkit/postgres"
import { Effect, Result } from "effect"
import pg from "pg"
import { afterAll, describe, expect, it, onTestFinished } from "vitest"
import { hasNote, here, Notes, openClient, openNotes, writeNote } from "./testing/notes.ts"
import { openStorage } from "./testing/openTestStorage.ts"

const server = hasPostgres ? await startPostgres() : null

afterAll(() => server?.stop())

const on = server === null ? " (PostgreSQL is not installed here)" : ""

/** What the server answers to whatever was told to be ended just then. */
const canceled = `DO $$ BEGIN RAISE EXCEPTION 'canceled' USING ERRCODE = 'query_canceled'; END $$`

describe.skipIf(server === null)(`a statement that the server refuses${on}`, () => {
  if (server === null) return
  const connection = server.address
  let schemas = 0

  /** A storage on one connection, of which a statement is refused once it is armed. */
  const open = async () => {
    let armed: string | null = null
    const pool = new pg.Pool({ connectionString: connection, max: 1, pipeline: true })
    pool.on("error", () => undefined)
    pool.on("connect", (client) => {
      const send = client.query.bind(client) as (config: { readonly text: string }) => unknown
      client.query = ((config: { readonly text: string }) => {
        if (armed === null || !config.text.startsWith(armed)) return send(config)
        armed = null
        return send({ ...config, text: canceled })
      }) as typeof client.query
    })
    onTestFinished(() => pool.end())
    const storage = await openNotes({ connection: pool, schema: `refusals_${++schemas}` })
    expect(await writeNote(storage, "known_scope")).toBeNull()
    return {
      storage,
      arm: (statement: string) => {
        armed = statement
      },
      commit: async (changes: ReadonlyArray<Change>) => {
        const result = await Effect.runPromise(Effect.result(storage.commit(changes)))
        return Result.isFailure(result) ? result.failure : null
      }
    }
  }
  const note = (id: string) => insert(here, Notes, { id })

  it("as it is to begin a transaction, stores nothing of that", async () => {
    const { storage, arm, commit } = await open()
    arm("BEGIN")
    expect(await commit([note("one"), note("other")])).toBeInstanceOf(StorageUnavailable)
    expect([await hasNote(storage, "one"), await hasNote(storage, "other")]).toEqual([false, false])
    arm("BEGIN")
    const both = await Promise.all([commit([note("one")]), commit([note("other")])])
    expect(both).toEqual([null, null])
  })

  it("as it is to commit, leaves no transaction open for those who come after it", async () => {
    const { storage, arm, commit } = await open()
    arm("COMMIT")
    expect(await commit([note("one")])).toBeInstanceOf(StorageUnavailable)
    expect(await hasNote(storage, "one")).toBe(false)
    expect(await commit([note("one")])).toBeNull()
  })

  it("for a reason that nobody can see is not tried without end", async () => {
    const { commit } = await open()
    const client = await openClient(connection)
    await client.query(`
      CREATE FUNCTION swallow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
      CREATE TRIGGER swallow BEFORE INSERT ON refusals_${schemas}.notes
        FOR EACH ROW EXECUTE FUNCTION swallow()`)
    expect(await commit([note("one")])).toBeInstanceOf(StorageUnavailable)
  })

  it("because it only reads has its connection given up: another may lead to a primary", async () => {
    const storage = await openNotes({ connection, schema: `refusals_${++schemas}` })
    expect(await writeNote(storage, "before")).toBeNull()
    const client = await openClient(connection)
    const { rows: own } = await client.query("SELECT current_database() AS name")
    const standby = `ALTER DATABASE ${own[0].name} SET default_transaction_read_only`
    await client.query(`${standby} = on`)
    await client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'payloom'`)
    await hasNote(storage, "before")
    await client.query("SET default_transaction_read_only = off")
    await client.query(`${standby} = off`)
    expect(await writeNote(storage, "to_the_replica")).toBeInstanceOf(StorageUnavailable)
    expect(await writeNote(storage, "to_the_primary")).toBeNull()
  })
})

describe("a server that ends a connection in the moment in which it is there", () => {
  it("fails what was to be asked over it, and nothing else", async () => {
    const message = (type: string, body: Buffer) => {
      const length = Buffer.alloc(4)
      length.writeUInt32BE(body.length + 4)
      return Buffer.concat([Buffer.from(type), length, body])
    }
    const fatal = "SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0"
    const fake = createServer((socket) => {
      socket.on("error", () => undefined)
      socket.once("data", () => {
        const ready = [message("R", Buffer.alloc(4)), message("Z", Buffer.from("I"))]
        socket.end(Buffer.concat([...ready, message("E", Buffer.from(fatal))]))
      })
    })
    fake.listen(0, "127.0.0.1")
    await once(fake, "listening")
    const { port } = fake.address() as AddressInfo
    onTestFinished(() => void fake.close())
    const opening = openStorage({ connection: `postgres://payloom@127.0.0.1:${port}/postgres` })
    await expect(opening).rejects.toThrow(/did not answer/)
  })
})
