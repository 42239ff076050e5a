import { once } from "node:events"
import { type AddressInfo, createServer } from "node:net"
import { insert, StorageUnavailable, update } from "@payloom/core"
import { hasPostgres, startPostgres } from "@payloom/testkit/postgres"
import { Effect, Option } from "effect"
import { afterAll, describe, expect, it, onTestFinished } from "vitest"
import {
  hasNote,
  here,
  openClient,
  openNotes,
  startWriters,
  Tallies,
  writeNote
} from "./testing/notes.ts"
import { openStorage } from "./testing/openTestStorage.ts"

const server = hasPostgres ? await startPostgres() : null

afterAll(() => server?.stop())

const on = server === null ? " (PostgreSQL is not installed here)" : ""

describe.skipIf(server === null)(`a statement that the server refuses${on}`, () => {
  if (server === null) return
  const connection = server.address
  let schemas = 0

  it("because it is canceled leaves all of a commit stored, or nothing", async () => {
    const storage = await openNotes({ connection, schema: `refusals_${++schemas}` })
    const writers = startWriters(storage, ["a", "b", "c", "d"])
    const client = await openClient(connection)
    for (let canceled = 0; canceled < 100 || writers.acknowledged() <= 10; canceled++) {
      await client.query(`SELECT pg_cancel_backend(pid) FROM pg_stat_activity
        WHERE application_name = 'payloom'`)
    }
    const { acknowledged, wrong } = await writers.stop()
    expect(wrong).toEqual([])
    expect(acknowledged).toBeGreaterThan(10)
  })

  it("for a reason that can't be found is not retried without end", async () => {
    const storage = await openNotes({ connection, schema: `refusals_${++schemas}` })
    const tally = { id: "kept", count: 0 }
    await Effect.runPromise(storage.commit([insert(here, Tallies, tally)]))
    const stored = Option.getOrThrow(await Effect.runPromise(storage.get(here, Tallies, "kept")))
    const client = await openClient(connection)
    await client.query(`
      CREATE FUNCTION swallow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
      CREATE TRIGGER swallow BEFORE UPDATE ON refusals_${schemas}.tallies
        FOR EACH ROW EXECUTE FUNCTION swallow()`)
    const swallowed = storage.commit([update(Tallies, stored, tally)])
    expect(await Effect.runPromise(Effect.flip(swallowed))).toBeInstanceOf(StorageUnavailable)
  })

  it("because the server only reads gives the connection up, because another may lead to a primary", async () => {
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

describe("a server that ends a connection as soon as it is opened", () => {
  it("fails only the calls on that connection", async () => {
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
    const connection = `postgres://payloom@127.0.0.1:${port}/postgres`
    const opening = openStorage({ connection, openTimeoutMs: 0 })
    await expect(opening).rejects.toThrow(/did not answer/)
  })
})
