import { StorageUnavailable } from "@payloom/core"
import { hasPostgres, startPostgres } from "@payloom/testkit/postgres"
import { describe, expect, it, onTestFinished } from "vitest"
import { openClient, openNotes, pause, startWriters, writeNote } from "./testing/notes.ts"
import { startFollowed } from "./testing/startFollowed.ts"

const on = hasPostgres ? "" : " (PostgreSQL is not installed here)"

describe.skipIf(!hasPostgres)(`a server with a synchronous replica${on}`, () => {
  it("dies and is replaced by it, with every successful commit exactly once", async () => {
    const server = await startFollowed()
    const storage = await openNotes({ connection: server.address, timeoutMs: 2000 })
    const writers = startWriters(storage, ["a", "b", "c", "d"])
    const some = async () => {
      const before = writers.acknowledged()
      while (writers.acknowledged() < before + 20) await pause(10)
    }
    await some()
    await server.promote()
    await some()
    expect((await writers.stop()).wrong).toEqual([])
  })

  it("confirms no commit that the replica may lack", async () => {
    const server = await startPostgres()
    onTestFinished(server.stop)
    const storage = await openNotes({ connection: server.address, timeoutMs: 5000 })
    expect(await writeNote(storage, "alone")).toBeNull()
    const client = await openClient(server.address)
    await client.query("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
    await client.query("SELECT pg_reload_conf()")
    await pause(100)
    const waiting = writeNote(storage, "unconfirmed")
    const cancel =
      "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
    while ((await client.query(cancel)).rows.length === 0) await pause(20)
    expect(await waiting).toBeInstanceOf(StorageUnavailable)
  })
})
