import { type Collection, collection, feedPart, insert } from "@payloom/core"
import { hasPostgres, startPostgres } from "@payloom/testkit/postgres"
import { Effect, Schema } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { here, openClient, openNotes } from "./testing/notes.ts"

// Delays writes that no commit waits for, so that they are not on disk when the server dies.
const server = hasPostgres ? await startPostgres({ wal_writer_delay: "10s" }) : null

afterAll(() => server?.stop())

const on = server === null ? " (PostgreSQL is not installed here)" : ""

const Entry = Schema.Struct({ id: Schema.String })
type Entry = typeof Entry.Type
const Entries: Collection<Entry> = collection<Entry>({
  name: "entries",
  schema: Entry,
  appendOnly: true,
  feed: { of: () => "all" }
})

describe.skipIf(server === null)(`a feed on a server that died${on}`, () => {
  it("misses nothing, although transaction numbers are used a second time", async () => {
    const { address = "", restart } = server ?? {}
    const storage = await openNotes({ connection: address, collections: [Entries] })
    const add = (id: string) => Effect.runPromise(storage.commit([insert(here, Entries, { id })]))
    const readFrom = async (after: string | null) => {
      const page = storage.feed(Entries, { part: feedPart("all"), after, limit: 10 })
      const { rows, position } = await Effect.runPromise(page)
      return { ids: rows.map(({ row }) => row.id), position }
    }
    await add("before")
    const first = await readFrom(null)
    expect(first.ids).toEqual(["before"])

    const client = await openClient(address)
    for (let count = 0; count < 50; count++) {
      await client.query("BEGIN; SELECT pg_current_xact_id(); ROLLBACK")
    }
    const read = await readFrom(first.position)
    expect(read.ids).toEqual([])
    await restart?.("killed")
    await add("after").catch(() => add("after"))
    expect((await readFrom(read.position)).ids).toEqual(["after"])
  })
})
