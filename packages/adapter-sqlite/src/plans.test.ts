import { insert, JobCollection } from "@payloom/core"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import type { Connection } from "./Connection.ts"
import { feedMapSql } from "./FeedMap.ts"
import { feedSql } from "./feeds.ts"
import { anyDueSql, dueSql, kindsFromSql, kindsSql, nextDueSql, scopeDueSql } from "./jobQueue.ts"
import { openConnection } from "./openConnection.ts"
import { type PageShape, pageSql } from "./pages.ts"
import { makeSqliteStorage } from "./sqliteStorage.ts"
import { Table } from "./Table.ts"
import {
  declaredAs,
  Followed,
  here,
  Notes,
  note,
  noteId,
  Sweepables,
  upTo
} from "./testing/notes.ts"

let connection: Connection
let close: Effect.Effect<void>
const rows = 4_000

beforeAll(async () => {
  connection = openConnection(":memory:", 0)
  const made = makeSqliteStorage(connection, [Notes, Sweepables, Followed])
  close = made.close
  const status = (n: number) => (n % 50 === 0 ? "rare" : n % 2 === 0 ? "open" : "closed")
  await Effect.runPromise(
    made.storage.commit([
      ...upTo(rows).map((n) => insert(here, Notes, note(n, { status: status(n) }))),
      ...upTo(rows).map((n) => insert(here, Sweepables, note(n))),
      ...upTo(1_000).map((n) =>
        insert(here, JobCollection, {
          id: `job_${n}`,
          kind: "recover_attempt",
          subject: `${n}`,
          dueAt: n,
          leasedUntil: null,
          asked: 0,
          failures: 0
        })
      )
    ])
  )
})
afterAll(() => Effect.runPromise(close))

const planOf = (sql: string): string =>
  connection.db
    .prepare<[], { readonly detail: string }>(`EXPLAIN QUERY PLAN ${sql.replaceAll("?", "1")}`)
    .all()
    .map(({ detail }) => detail)
    .join("\n")

const shapes: ReadonlyArray<PageShape> = (["asc", "desc"] as const).flatMap((order) =>
  [false, true].flatMap((bounded) => [
    { led: null, checked: [], after: bounded, idFrom: bounded, idTo: bounded, order },
    { led: "status", checked: [], after: bounded, idFrom: bounded, idTo: bounded, order },
    { led: "status", checked: [["status", 2]], after: bounded, idFrom: false, idTo: false, order }
  ])
)

describe("the plan", () => {
  it("of a list is one search on its index, never a sort, with and without statistics", () => {
    const table = new Table(connection, Notes)
    for (const statistics of [false, true]) {
      if (statistics) connection.db.exec("ANALYZE")
      for (const shape of shapes) {
        const plan = planOf(pageSql(table, shape))
        const index =
          shape.led === null ? "id \\(scope=\\?" : "by_status \\(scope=\\? AND by_status=\\?"
        expect(plan).toMatch(new RegExp(`^SEARCH notes USING INDEX payloom_notes_${index}`))
        if (shape.after) expect(plan).toMatch(/AND id[<>]\?/)
        expect(plan).not.toMatch(/TEMP B-TREE|SCAN/)
      }
    }
  })

  it("of a claim follows the index of due jobs, without a sort", () => {
    expect(planOf(dueSql)).toMatch(
      /SEARCH jobs USING INDEX payloom_jobs_due \(kind=\? AND \(due_at,id,scope\)>/
    )
    for (const sql of [dueSql, anyDueSql, kindsSql, kindsFromSql, nextDueSql, scopeDueSql]) {
      expect(planOf(sql)).not.toMatch(/TEMP B-TREE|SCAN jobs/)
    }
  })

  it("of a feed follows the rows from its position", () => {
    const along = planOf(feedMapSql("followed"))
    expect(along).toMatch(/^SEARCH followed USING INTEGER PRIMARY KEY \(rowid>\? AND rowid<\?\)/)
    const plan = planOf(feedSql(Followed))
    expect(plan).toMatch(/^SEARCH followed USING INTEGER PRIMARY KEY \(rowid=\?\)/)
    for (const each of [along, plan]) expect(each).not.toMatch(/TEMP B-TREE|SCAN followed/)
  })

  it("of a sweep follows the oldest rows of all scopes, without a sort", () => {
    const plan = planOf("SELECT rowid FROM sweepables WHERE id < ? ORDER BY id LIMIT ?")
    expect(plan).toMatch(/SEARCH sweepables USING COVERING INDEX payloom_sweepables_id \(id<\?\)/)
    expect(plan).not.toMatch(/TEMP B-TREE/)
  })
})

describe("a list over several values of a filter", () => {
  it("is one limited search for each value, never one search over all of them", async () => {
    const { storage } = makeSqliteStorage(connection, [])
    const reading = vi.spyOn(connection, "read")
    const page = await Effect.runPromise(
      storage.page(here, Notes, {
        where: { status: ["open", "rare", "open"] },
        order: "desc",
        limit: 4,
        after: noteId(1_003)
      })
    )
    expect(page.map(({ row }) => row.id)).toEqual([1_002, 1_000, 998, 996].map(noteId))
    const statements = reading.mock.calls
      .map(([sql]) => sql)
      .filter((sql) => /FROM "notes"/.test(sql))
    const single = { led: "status", checked: [], idFrom: false, idTo: false } as const
    expect(statements).toContain(
      pageSql(new Table(connection, Notes), { ...single, after: true, order: "desc" })
    )
    for (const sql of statements) expect(sql).not.toMatch(/IN \(|UNION/)
  })
})

describe("a list of several filters", () => {
  it("follows the filter with the fewest rows, although hundreds of rows match each of them", async () => {
    const Counted = declaredAs(Notes, {
      name: "counted",
      indexes: { ...Notes.indexes, count: { of: ({ count }) => `${count}` } }
    })
    const { storage } = makeSqliteStorage(connection, [Counted])
    const status = (n: number) => (n <= 1_000 ? "old" : "new")
    const changes = upTo(rows).map((n) => insert(here, Counted, note(n, { status: status(n) })))
    await Effect.runPromise(storage.commit(changes))
    const narrow = { led: "status", checked: [["count", 1]], order: "desc" } as const
    const sql = pageSql(new Table(connection, Counted), {
      ...narrow,
      after: false,
      idFrom: false,
      idTo: false
    })
    for (const where of [
      { count: "0", status: "old" },
      { status: "old", count: "0" }
    ]) {
      const reading = vi.spyOn(connection, "read").mockClear()
      const page = storage.page(here, Counted, { where, order: "desc", limit: 4 })
      expect((await Effect.runPromise(page)).map(({ row }) => row.id)).toEqual(
        [1_000, 999, 998, 997].map(noteId)
      )
      expect(reading.mock.calls.map(([read]) => read)).toContain(sql)
    }
  })
})
