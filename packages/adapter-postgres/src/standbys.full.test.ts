import { StorageUnavailable } from "@payloom/core"
import { installedPgBouncer, startPgBouncer } from "@payloom/testkit/pgbouncer"
import { hasPostgres, postgresProxy, startReplicatedPostgres } from "@payloom/testkit/postgres"
import { Effect, Result } from "effect"
import { afterAll, describe, expect, it, onTestFinished } from "vitest"
import { hasNote, here, Notes, openNotes, writeNote } from "./testing/notes.ts"

const server = hasPostgres ? await startReplicatedPostgres() : null

afterAll(() => server?.stop())

const on = server === null ? " (PostgreSQL is not installed here)" : ""
const through = installedPgBouncer === null ? " (it is not installed here)" : ""

type Storage = Awaited<ReturnType<typeof openNotes>>

describe.skipIf(server === null)(`an address that leads to a standby for a while${on}`, () => {
  if (server === null) return

  /** Returns an address that leads to the primary, and a way to lead it to another server. */
  const openAddress = async () => {
    const target = { address: server.address }
    const proxy = await postgresProxy(target)
    onTestFinished(proxy.stop)
    return {
      address: proxy.address,
      lead: (address: string) => {
        target.address = address
        for (const connection of proxy.connections()) connection.cut()
      }
    }
  }

  const read = (storage: Storage) =>
    Effect.runPromise(Effect.result(storage.get(here, Notes, "first")))

  const refusesStandby = async (storage: Storage, lead: (address: string) => void) => {
    expect(await writeNote(storage, "first")).toBeNull()
    lead(server.standby)
    const failed = await read(storage)
    expect(Result.isFailure(failed) && failed.failure).toBeInstanceOf(StorageUnavailable)
    expect(await writeNote(storage, "second")).toBeInstanceOf(StorageUnavailable)
    lead(server.address)
    await expect.poll(async () => Result.isSuccess(await read(storage))).toBe(true)
    expect(await hasNote(storage, "second")).toBe(false)
    expect(await writeNote(storage, "second")).toBeNull()
  }

  it("is not read, because a standby may lack rows of the primary", async () => {
    const { address, lead } = await openAddress()
    const storage = await openNotes({ connection: address, schema: "direct", timeoutMs: 2000 })
    await refusesStandby(storage, lead)
  })

  it.skipIf(installedPgBouncer === null)(
    `is not read through PgBouncer either${through}`,
    async () => {
      const { address, lead } = await openAddress()
      const pooler = await startPgBouncer({ address })
      onTestFinished(pooler.stop)
      const connection = pooler.address
      const storage = await openNotes({ connection, schema: "pooled", timeoutMs: 2000 })
      await refusesStandby(storage, lead)
    }
  )
})
