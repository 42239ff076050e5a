import { rmSync } from "node:fs"
import { type FeedPage, feedPart, insert } from "@payloom/core"
import Database from "better-sqlite3"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { Followed, here, type Note, note, noteId, upTo } from "./testing/notes.ts"
import { openStorage, temporaryDatabase } from "./testing/openTestStorage.ts"

const part = feedPart("open")
const followed = (n: number) => insert(here, Followed, note(n, { status: "open" }))

const written = async (path: string, ...numbers: ReadonlyArray<number>) => {
  const { storage, close } = await openStorage(path, { collections: [Followed] })
  for (const n of numbers) await Effect.runPromise(storage.commit([followed(n)]))
  await close()
}

const readFrom = async (path: string, after: string | null, limit = 100) => {
  const { storage, close } = await openStorage(path, { collections: [Followed] })
  const page = await Effect.runPromise(storage.feed(Followed, { part, after, limit }))
  await close()
  return { ...page, ids: page.rows.map(({ row }) => row.id) }
}

it("a position stays valid in a copy that was vacuumed, and later rows follow it", async () => {
  const { path, remove } = temporaryDatabase()
  await written(path, ...upTo(20))
  const { position } = await readFrom(path, null, 12)
  const copy = `${path}.copy`
  const raw = new Database(path)
  raw.exec(`VACUUM INTO '${copy}'`)
  raw.close()
  await written(copy, 21)
  const rest = await readFrom(copy, position)
  expect(rest.ids).toEqual([13, 14, 15, 16, 17, 18, 19, 20, 21].map(noteId))
  rmSync(copy)
  remove()
})

it("rows of an older release, without a stored part, are in the feed", async () => {
  const { path, remove } = temporaryDatabase()
  await written(path, 1, 2)
  const raw = new Database(path)
  raw.exec("DROP TRIGGER payloom_followed_no_update; UPDATE followed SET feed_part = NULL")
  raw.close()
  await written(path, 3)
  expect((await readFrom(path, null)).ids).toEqual([1, 2, 3].map(noteId))
  remove()
})

it("a file without a feed gets one when it is opened", async () => {
  const { path, remove } = temporaryDatabase()
  await written(path, 1)
  const raw = new Database(path)
  raw.exec("DROP TRIGGER payloom_followed_no_update; ALTER TABLE followed DROP COLUMN feed_part")
  raw.close()
  await written(path, 2)
  expect((await readFrom(path, null)).ids).toEqual([1, 2].map(noteId))
  remove()
})

it("a part is read in steps, and each step returns the next position", async () => {
  const { path, remove } = temporaryDatabase()
  const { storage, close } = await openStorage(path, { collections: [Followed] })
  const others = upTo(12_000).map((n) => insert(here, Followed, note(n, { status: "closed" })))
  await Effect.runPromise(storage.commit([...others, followed(20_000)]))
  let after: string | null = null
  let steps = 0
  for (let isEnd = false; !isEnd; steps++) {
    const page: FeedPage<Note> = await Effect.runPromise(
      storage.feed(Followed, { part, after, limit: 10 })
    )
    after = page.position
    isEnd = page.isEnd
    if (isEnd) expect(page.rows.map(({ row }) => row.id)).toEqual([noteId(20_000)])
    else expect(page.rows).toEqual([])
  }
  expect(steps).toBe(3)
  await close()
  remove()
})

it("each row of a part is read once and in order, with any number of reads and writes", async () => {
  const { path, remove } = temporaryDatabase()
  const { storage, close } = await openStorage(path, { collections: [Followed] })
  let written = 0
  const write = async (count: number) => {
    const rows = upTo(count).map((n) => {
      const status = (written + n) % 3 === 0 ? "open" : "closed"
      return insert(here, Followed, note(written + n, { status }))
    })
    await Effect.runPromise(storage.commit(rows))
    written += count
  }
  await write(9000)
  const read: Array<string> = []
  let after: string | null = null
  for (let nth = 0; ; nth++) {
    const limit = 1 + ((nth * 37) % 300)
    const page: FeedPage<Note> = await Effect.runPromise(
      storage.feed(Followed, { part, after, limit })
    )
    expect(page.rows.length).toBeLessThanOrEqual(limit)
    read.push(...page.rows.map(({ row }) => row.id))
    after = page.position
    if (nth < 40) await write(100)
    else if (page.isEnd) break
  }
  expect(read).toEqual(
    upTo(written)
      .filter((n) => n % 3 === 0)
      .map(noteId)
  )
  await close()
  remove()
})
