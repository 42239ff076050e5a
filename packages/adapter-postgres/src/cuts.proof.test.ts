import { StorageUnavailable } from "@payloom/core"
import { hasPostgres, postgresProxy, startPostgres } from "@payloom/testkit/postgres"
import { Effect } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { hasNote, here, Notes, openNotes, pause, startWriters, writeNote } from "./testing/notes.ts"

const server = hasPostgres ? await startPostgres() : null
const proxy = server === null ? null : await postgresProxy(server)

afterAll(async () => {
  await proxy?.stop()
  await server?.stop()
})

const on = server === null ? " (PostgreSQL is not installed here)" : ""
const below = (limit: number) => Math.floor(Math.random() * limit)

describe.skipIf(proxy === null)(`connections that are cut${on}`, () => {
  if (proxy === null) return
  let schemas = 0
  const open = (maxConnections: number) =>
    openNotes({ connection: proxy.address, schema: `cuts_${++schemas}`, maxConnections })
  const only = () => {
    const [connection, ...others] = proxy.connections()
    if (connection === undefined || others.length > 0) throw new Error("there is not only one")
    return connection
  }

  it("lose no successful commit and repeat none, at any byte", async () => {
    const storage = await open(4)
    const writers = startWriters(storage, ["a", "b", "c", "d", "e", "f"])
    for (let cut = 0; cut < 120 || writers.acknowledged() <= 100; cut++) {
      const all = proxy.connections()
      const victim = all[below(all.length)]
      if (cut % 3 === 0) void victim?.cutAfterCommit()
      else
        victim?.cutAfter(below(cut % 2 === 0 ? 1500 : 400), cut % 2 === 0 ? "requests" : "answers")
      await pause(10)
    }
    const { acknowledged, unanswered, wrong } = await writers.stop()
    expect(wrong).toEqual([])
    expect(acknowledged).toBeGreaterThan(100)
    expect(unanswered).toBeGreaterThan(20)
  })

  it("leave the result of a commit unknown, and reading again shows it", async () => {
    const storage = await open(1)
    expect(await writeNote(storage, "first")).toBeNull()
    const committed = only().cutAfterCommit()
    expect(await writeNote(storage, "answer_lost")).toBeInstanceOf(StorageUnavailable)
    await committed
    expect(await hasNote(storage, "answer_lost")).toBe(true)

    // All but the last byte of the COMMIT, which is sent last.
    expect(await writeNote(storage, "which_prepares")).toBeNull()
    const before = only().passed("requests")
    expect(await writeNote(storage, "as_long_as_it")).toBeNull()
    const sent = only().passed("requests") - before
    only().cutAfter(sent - 1, "requests")
    expect(await writeNote(storage, "never_arrives")).toBeInstanceOf(StorageUnavailable)
    expect(await hasNote(storage, "never_arrives")).toBe(false)
  })

  it("show the number of round trips: one for a commit, and one for reads of the same turn", async () => {
    const storage = await open(1)
    expect(await writeNote(storage, "known_scope")).toBeNull()
    const before = only().roundTrips()
    expect(await writeNote(storage, "in_one_trip")).toBeNull()
    expect(only().roundTrips() - before).toBe(1)
    const read = storage.getMany(here, Notes, ["in_one_trip"])
    await Promise.all([read, read, read].map((each) => Effect.runPromise(each)))
    expect(only().roundTrips() - before).toBe(2)
  })

  it("may be slow: everything arrives, in order", async () => {
    const storage = await open(1)
    expect(await writeNote(storage, "at_once")).toBeNull()
    only().delay(60, "requests")
    only().delay(40, "answers")
    const started = performance.now()
    const ids = ["one", "two", "three"]
    await Promise.all(ids.map((id) => writeNote(storage, id)))
    expect(performance.now() - started).toBeGreaterThan(99)
    for (const id of ids) expect(await hasNote(storage, id)).toBe(true)
  })
})
