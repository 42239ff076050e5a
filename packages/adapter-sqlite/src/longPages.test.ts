import { type Collection, insert, type PageQuery } from "@payloom/core"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openConnection } from "./openConnection.ts"
import { makeSqliteStorage, type SqliteStorage } from "./sqliteStorage.ts"
import { declaredAs, here, type Note, Notes, note, noteId, upTo } from "./testing/notes.ts"

/** Notes that are also listed by their author. */
const Listed: Collection<Note> = declaredAs(Notes, {
  name: "listed",
  unique: {},
  indexes: { ...Notes.indexes, author: { of: ({ author }) => author } }
})

const rows = 5_000
let opened: SqliteStorage

beforeAll(async () => {
  opened = makeSqliteStorage(openConnection(":memory:", 0), [Listed, Notes])
  const standing = (n: number) =>
    n % 2 === 0 ? { status: "open", author: "ann" } : { status: "closed", author: "bob" }
  const fat = (n: number) => note(n, { author: `${n} ${"ü".repeat(20_000)}` })
  await Effect.runPromise(
    opened.storage.commit([
      ...upTo(rows).map((n) => insert(here, Listed, note(n, standing(n)))),
      // One in the middle matches both filters.
      insert(here, Listed, { ...note(2_500, { author: "bob" }), id: `${noteId(2_500)}x` }),
      ...upTo(100).map((n) => insert(here, Notes, fat(n)))
    ])
  )
})
afterAll(() => Effect.runPromise(opened.close))

/** Reads a page, and counts the turns of other code before it ends. */
const turnsWithin = async (of: Collection<Note>, query: PageQuery) => {
  let turns = 0
  let isOver = false
  const turn = () => {
    if (isOver) return
    turns += 1
    setImmediate(turn)
  }
  setImmediate(turn)
  const page = await Effect.runPromise(opened.storage.page(here, of, query))
  isOver = true
  return { turns, ids: page.map(({ row }) => row.id) }
}

describe("a page that takes long to read", () => {
  it.each(["asc", "desc"] as const)(
    "lets other code run while it passes thousands of rows, %sending",
    async (order) => {
      const where = { author: "bob", status: "open" }
      const { turns, ids } = await turnsWithin(Listed, { where, order, limit: 100 })
      expect(ids).toEqual([`${noteId(2_500)}x`])
      expect(turns).toBeGreaterThan(0)
    }
  )

  it("lets other code run while it reads millions of characters", async () => {
    const { turns, ids } = await turnsWithin(Notes, { order: "asc", limit: 100 })
    expect(ids).toEqual(upTo(100).map(noteId))
    expect(turns).toBeGreaterThan(5)
  })

  it("has the rows between its bounds, after a step's end and within a step", async () => {
    const between = { idFrom: noteId(11), idTo: noteId(4_990), limit: 5_000 } as const
    for (const order of ["asc", "desc"] as const) {
      const { ids } = await turnsWithin(Listed, {
        ...between,
        where: { author: ["bob", "ann"], status: ["open", "closed"] },
        order,
        after: noteId(order === "asc" ? 20 : 4_980)
      })
      const expected = [...upTo(rows).map(noteId).slice(10, 4_990), `${noteId(2_500)}x`].filter(
        (id) => (order === "asc" ? id > noteId(20) : id < noteId(4_980))
      )
      expect(ids).toEqual(order === "asc" ? expected.sort() : expected.sort().reverse())
    }
  })

  it("is read in one turn if it is short, so that nothing changes in between", async () => {
    const { turns } = await turnsWithin(Listed, {
      where: { status: "open" },
      order: "desc",
      limit: 100
    })
    expect(turns).toBe(0)
  })
})
