import assert from "node:assert/strict"
import {
  type Collection,
  collection,
  type FeedPage,
  feedPart,
  feedParts,
  insert,
  type Stored,
  storedRow
} from "@payloom/core"
import { Effect, Option, Schema, Semaphore } from "effect"
import { here, hereInTest, type Line, line, there, upTo } from "./contractRows.ts"
import { endOf } from "./expectations.ts"
import { durableRule, rule, type StorageService, sharedRule } from "./StorageRule.ts"

/** Rows with a feed. Rows with the same text are in one part, in order. */
const News: Collection<Line> = collection<Line>({
  name: "contract_news",
  schema: Schema.Struct({ id: Schema.String, text: Schema.String }),
  unique: { only: { of: ({ text }) => (text.startsWith("only ") ? text : null) } },
  appendOnly: true,
  feed: { of: ({ text }) => text }
})

const parts = Array.from({ length: feedParts }, (_, part) => part)

/**
 * Reads a part from a position to its end, a few rows at a time. Returns the rows and the end
 * position.
 */
const follow = Effect.fnUntraced(function* (
  storage: StorageService,
  part: number,
  from: string | null = null,
  limit = 3
) {
  const rows: Array<Stored<Line>> = []
  let position = from
  for (;;) {
    const page: FeedPage<Line> = yield* storage.feed(News, { part, after: position, limit })
    assert.ok(page.rows.length <= limit)
    rows.push(...page.rows)
    position = page.position
    if (page.isEnd) return { rows, position }
  }
})

const idsIn = (storage: StorageService, part: number, from: string | null = null) =>
  Effect.map(follow(storage, part, from), ({ rows }) => rows.map(({ row }) => row.id))

const everyId = (storage: StorageService) =>
  Effect.map(
    Effect.forEach(parts, (part) => idsIn(storage, part)),
    (found) => found.flat().sort()
  )

const idOf = (n: number): string => line(n).id

/** The rules of a collection's feed. */
export const feedRules = [
  rule(
    "a feed has every row once, in the part of its value and the order of its tenant",
    Effect.fnUntraced(function* (storage: StorageService) {
      const rows = upTo(60).map((n) => line(n, `text ${n % 23}`))
      for (const [at, row] of rows.entries()) {
        yield* storage.commit([insert([here, hereInTest, there][at % 3] ?? here, News, row)])
      }
      for (const part of parts) {
        const expected = rows.flatMap((row, at) =>
          feedPart(row.text) === part
            ? [storedRow([here, hereInTest, there][at % 3] ?? here, row, 1)]
            : []
        )
        const found = yield* follow(storage, part)
        for (const tenant of [here.tenant, there.tenant]) {
          const ofTenant = (each: Stored<Line>) => each.scope.tenant === tenant
          assert.deepEqual(found.rows.filter(ofTenant), expected.filter(ofTenant))
        }
        assert.equal(found.rows.length, expected.length)
      }
    })
  ),
  rule(
    "a feed has the order of a tenant's commits, and of the changes in each, whatever the ids",
    Effect.fnUntraced(function* (storage: StorageService) {
      yield* storage.commit([
        insert(here, News, line(9, "a")),
        insert(hereInTest, News, line(4, "a"))
      ])
      yield* storage.commit([insert(here, News, line(1, "a"))])
      yield* storage.commit([insert(hereInTest, News, line(5, "a"))])
      const part = feedPart("a")
      assert.deepEqual(yield* idsIn(storage, part), [9, 4, 1, 5].map(idOf))
    })
  ),
  rule(
    "a feed continues after a position, and its end position is where the next rows begin",
    Effect.fnUntraced(function* (storage: StorageService) {
      const part = feedPart("a")
      assert.deepEqual(yield* storage.feedEnd(News, part), Option.none())
      for (const n of upTo(7)) yield* storage.commit([insert(here, News, line(n, "a"))])
      for (const n of upTo(7)) {
        const page = yield* storage.feed(News, { part, after: null, limit: n })
        assert.deepEqual(yield* idsIn(storage, part, page.position), upTo(7).slice(n).map(idOf))
      }
      const end = yield* storage.feedEnd(News, part)
      assert.deepEqual(yield* idsIn(storage, part, Option.getOrNull(end)), [])
      yield* storage.commit([insert(here, News, line(8, "a"))])
      assert.deepEqual(yield* idsIn(storage, part, Option.getOrNull(end)), [idOf(8)])
      assert.deepEqual((yield* storage.feed(News, { part, after: null, limit: 0 })).rows, [])
    })
  ),
  rule(
    "rows of a refused commit are in no feed",
    Effect.fnUntraced(function* (storage: StorageService) {
      yield* storage.commit([insert(here, News, line(1, "only one"))])
      const refused = [insert(here, News, line(2)), insert(here, News, line(3, "only one"))]
      assert.notEqual(yield* endOf(storage, refused), "committed")
      yield* storage.commit([insert(here, News, line(4))])
      assert.deepEqual(yield* everyId(storage), [1, 4].map(idOf))
    })
  ),
  rule(
    "a reader of a feed that others write to misses no row and sees no row twice",
    Effect.fnUntraced(function* (storage: StorageService) {
      yield* followWhileWriting(storage, [storage])
    })
  )
]

/** The rules of a feed in a durable store. */
export const durableFeedRules = [
  durableRule(
    "a feed continues after the same position after opening again",
    Effect.fnUntraced(function* (storage: StorageService) {
      for (const n of upTo(5)) yield* storage.commit([insert(here, News, line(n, "a"))])
    }),
    Effect.fnUntraced(function* (storage: StorageService) {
      const part = feedPart("a")
      const { position } = yield* storage.feed(News, { part, after: null, limit: 3 })
      yield* storage.commit([insert(here, News, line(6, "a"))])
      assert.deepEqual(yield* idsIn(storage, part, position), [4, 5, 6].map(idOf))
    })
  )
]

/** The rules of a feed that two processes use. */
export const sharedFeedRules = [
  sharedRule(
    "a reader of a feed that two connections write to misses no row and sees no row twice",
    Effect.fnUntraced(function* (one: StorageService, other: StorageService) {
      yield* followWhileWriting(one, [one, other])
    })
  )
]

const total = 300

/** Commits rows whose ids are not in the order of their commits. Some commits are refused. */
const followWhileWriting = Effect.fnUntraced(function* (
  reader: StorageService,
  writers: ReadonlyArray<StorageService>
) {
  const seen = parts.map((): Array<string> => [])
  const ends = parts.map((): string | null => null)
  // Only one reader runs at a time, however many writers trigger a read.
  const turn = Semaphore.makeUnsafe(1)
  const look = turn.withPermit(
    Effect.forEach(parts, (part) =>
      Effect.map(follow(reader, part, ends[part] ?? null), ({ rows, position }) => {
        seen[part]?.push(...rows.map(({ row }) => row.id))
        ends[part] = position
      })
    )
  )
  const write = (n: number) => {
    const writer = writers[n % writers.length] ?? reader
    const row = line((n * 7919) % 10_007, `text ${n % 5}`)
    return Effect.andThen(
      endOf(writer, [insert(here, News, row)]),
      n % 10 === 0 ? look : Effect.void
    )
  }
  yield* Effect.forEach(upTo(total), write, { concurrency: 10, discard: true })
  yield* look
  const all = seen.flat()
  assert.equal(new Set(all).size, all.length)
  assert.equal(all.length, total)
})
