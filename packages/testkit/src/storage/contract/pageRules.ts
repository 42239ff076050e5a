import assert from "node:assert/strict"
import { insert, remove, update } from "@payloom/core"
import { Effect } from "effect"
import { Accounts, account, accountId, Entries, here, line, there, upTo } from "./contractRows.ts"
import { expectDefect, ids, idsOfPage, rowOf } from "./expectations.ts"
import { rule, type StorageService } from "./StorageRule.ts"

const statuses = ["open", "held", "closed"] as const
const statusOf = (n: number) => statuses[n % 3] ?? "open"
const ownerOf = (n: number) => (n % 5 === 0 ? null : `owner ${n % 4}`)

/** Thirty accounts with different statuses and owners, not in the order of their ids. */
const thirty = upTo(30).map((n) => (n * 7) % 31)
const numbered = (numbers: ReadonlyArray<number>) => numbers.map(accountId)
const where = (keep: (n: number) => boolean) => numbered(upTo(30).filter(keep))

const withThirty = (
  body: (storage: StorageService) => Effect.Effect<void, unknown>
): ((storage: StorageService) => Effect.Effect<void, unknown>) =>
  Effect.fnUntraced(function* (storage: StorageService) {
    const row = (n: number) => account(n, { status: statusOf(n), owner: ownerOf(n) })
    yield* storage.commit(thirty.map((n) => insert(here, Accounts, row(n))))
    yield* storage.commit(upTo(5).map((n) => insert(there, Accounts, account(100 + n))))
    yield* body(storage)
  })

const walkRules = [
  rule(
    "a page lists rows in the order of their ids, ascending and descending, up to its limit",
    withThirty(
      Effect.fnUntraced(function* (storage: StorageService) {
        const all = numbered(upTo(30))
        assert.deepEqual(yield* idsOfPage(storage, here, Accounts, {}), all)
        assert.deepEqual(
          yield* idsOfPage(storage, here, Accounts, { order: "desc" }),
          all.toReversed()
        )
        assert.deepEqual(yield* idsOfPage(storage, here, Accounts, { limit: 4 }), all.slice(0, 4))
        assert.deepEqual(
          yield* idsOfPage(storage, here, Accounts, { order: "desc", limit: 4 }),
          all.toReversed().slice(0, 4)
        )
        assert.deepEqual(yield* idsOfPage(storage, here, Accounts, { limit: 0 }), [])
      })
    )
  ),
  rule(
    "pages that continue after the last id list every row once, filtered or not, in both orders",
    withThirty(
      Effect.fnUntraced(function* (storage: StorageService) {
        const filters = [{}, { status: "held" }, { status: ["open", "closed"], owner: "owner 1" }]
        for (const filter of filters) {
          for (const order of ["asc", "desc"] as const) {
            const whole = yield* idsOfPage(storage, here, Accounts, { where: filter, order })
            const passed: Array<string> = []
            for (;;) {
              const after = passed.at(-1)
              const page = yield* idsOfPage(storage, here, Accounts, {
                where: filter,
                order,
                limit: 4,
                ...(after === undefined ? {} : { after })
              })
              if (page.length === 0) break
              passed.push(...page)
            }
            assert.ok(whole.length > 0)
            assert.deepEqual(passed, whole)
          }
        }
      })
    )
  ),
  rule(
    "after excludes its own id, in both orders, whether or not that row exists",
    withThirty(
      Effect.fnUntraced(function* (storage: StorageService) {
        const page = (after: string, order: "asc" | "desc") =>
          idsOfPage(storage, here, Accounts, { after, order })
        assert.deepEqual(yield* page(accountId(27), "asc"), numbered([28, 29, 30]))
        assert.deepEqual(yield* page(accountId(3), "desc"), numbered([2, 1]))
        assert.deepEqual(yield* page(`${accountId(28)}x`, "asc"), numbered([29, 30]))
        assert.deepEqual(yield* page(accountId(30), "asc"), [])
        assert.deepEqual(yield* page(accountId(1), "desc"), [])
        assert.deepEqual(yield* page("", "asc"), numbered(upTo(30)))
      })
    )
  ),
  rule(
    "idFrom and idTo include their ids, in both orders, and combine with after",
    withThirty(
      Effect.fnUntraced(function* (storage: StorageService) {
        const bounds = { idFrom: accountId(10), idTo: accountId(14) }
        const between = numbered([10, 11, 12, 13, 14])
        assert.deepEqual(yield* idsOfPage(storage, here, Accounts, bounds), between)
        assert.deepEqual(
          yield* idsOfPage(storage, here, Accounts, { ...bounds, order: "desc" }),
          between.toReversed()
        )
        assert.deepEqual(
          yield* idsOfPage(storage, here, Accounts, { ...bounds, after: accountId(12) }),
          numbered([13, 14])
        )
        assert.deepEqual(
          yield* idsOfPage(storage, here, Accounts, {
            ...bounds,
            after: accountId(12),
            order: "desc"
          }),
          numbered([11, 10])
        )
        assert.deepEqual(
          yield* idsOfPage(storage, here, Accounts, { ...bounds, after: accountId(2) }),
          between
        )
        assert.deepEqual(
          yield* idsOfPage(storage, here, Accounts, { idFrom: accountId(14), idTo: accountId(10) }),
          []
        )
        assert.deepEqual(
          yield* idsOfPage(storage, here, Accounts, { ...bounds, where: { status: "held" } }),
          numbered([10, 13])
        )
      })
    )
  ),
  rule(
    "a page of a collection or scope without rows is empty",
    Effect.fnUntraced(function* (storage: StorageService) {
      assert.deepEqual(yield* idsOfPage(storage, here, Accounts, {}), [])
      assert.deepEqual(yield* idsOfPage(storage, here, Accounts, { where: { status: "open" } }), [])
      yield* storage.commit([insert(here, Accounts, account(1))])
      assert.deepEqual(yield* idsOfPage(storage, there, Accounts, {}), [])
    })
  ),
  rule(
    "append-only rows are listed like others",
    Effect.fnUntraced(function* (storage: StorageService) {
      yield* storage.commit(
        upTo(6).map((n) => insert(here, Entries, line(n, n % 2 === 0 ? "even" : "odd")))
      )
      const even = yield* idsOfPage(storage, here, Entries, {
        where: { text: "even" },
        order: "desc"
      })
      assert.deepEqual(
        even,
        [6, 4, 2].map((n) => line(n).id)
      )
    })
  )
]

const filterRules = [
  rule(
    "a filter keeps the rows with its value, or with any of its values",
    withThirty(
      Effect.fnUntraced(function* (storage: StorageService) {
        const page = (status: string | ReadonlyArray<string>) =>
          idsOfPage(storage, here, Accounts, { where: { status } })
        const held = where((n) => statusOf(n) === "held")
        const heldOrOpen = where((n) => statusOf(n) !== "closed")
        assert.deepEqual(yield* page("held"), held)
        assert.deepEqual(yield* page(["held"]), held)
        assert.deepEqual(yield* page(["held", "open"]), heldOrOpen)
        assert.deepEqual(yield* page(["open", "held", "open", "held"]), heldOrOpen)
        assert.deepEqual(yield* page(["held", "unknown"]), held)
        assert.deepEqual(yield* page("unknown"), [])
        assert.deepEqual(yield* page(["unknown", "HELD"]), [])
        assert.deepEqual(yield* page([]), [])
      })
    )
  ),
  rule(
    "a filter with several values keeps order and limit, ascending and descending",
    withThirty(
      Effect.fnUntraced(function* (storage: StorageService) {
        const expected = where((n) => statusOf(n) !== "open")
        const query = { where: { status: ["closed", "held"] }, limit: 7 }
        assert.deepEqual(yield* idsOfPage(storage, here, Accounts, query), expected.slice(0, 7))
        assert.deepEqual(
          yield* idsOfPage(storage, here, Accounts, { ...query, order: "desc" }),
          expected.toReversed().slice(0, 7)
        )
        assert.deepEqual(
          yield* idsOfPage(storage, here, Accounts, { ...query, after: expected[6] ?? "" }),
          expected.slice(7, 14)
        )
      })
    )
  ),
  rule(
    "a page lists only rows that match all of its filters",
    withThirty(
      Effect.fnUntraced(function* (storage: StorageService) {
        const page = (filter: Record<string, string | ReadonlyArray<string>>) =>
          idsOfPage(storage, here, Accounts, { where: filter })
        assert.deepEqual(
          yield* page({ status: "held", owner: "owner 1" }),
          where((n) => statusOf(n) === "held" && ownerOf(n) === "owner 1")
        )
        assert.deepEqual(
          yield* page({ owner: ["owner 1", "owner 2"], status: ["open", "held"] }),
          where((n) => /[12]$/.test(ownerOf(n) ?? "") && statusOf(n) !== "closed")
        )
        assert.deepEqual(yield* page({ status: "held", owner: "nobody" }), [])
        assert.deepEqual(yield* page({ status: [], owner: "owner 1" }), [])
      })
    )
  ),
  rule(
    "a row whose value is null is in no list that filters on this field",
    withThirty(
      Effect.fnUntraced(function* (storage: StorageService) {
        const owners = ["owner 0", "owner 1", "owner 2", "owner 3", "null", ""]
        assert.deepEqual(
          yield* idsOfPage(storage, here, Accounts, { where: { owner: owners } }),
          where((n) => ownerOf(n) !== null)
        )
      })
    )
  ),
  rule(
    "an updated row moves from one list to the other, and a deleted row leaves all lists",
    withThirty(
      Effect.fnUntraced(function* (storage: StorageService) {
        const moving = yield* rowOf(storage, here, Accounts, accountId(1))
        const leaving = yield* rowOf(storage, here, Accounts, accountId(4))
        yield* storage.commit([
          update(Accounts, moving, { ...moving.row, status: "closed", owner: null }),
          remove(Accounts, leaving)
        ])
        const page = (filter: Record<string, string>) =>
          idsOfPage(storage, here, Accounts, { where: filter })
        const stays = (n: number) => n !== 1 && n !== 4
        assert.deepEqual(
          yield* page({ status: "held" }),
          where((n) => statusOf(n) === "held" && stays(n))
        )
        assert.deepEqual(
          yield* page({ status: "closed" }),
          where((n) => statusOf(n) === "closed" || n === 1)
        )
        assert.deepEqual(
          yield* page({ owner: "owner 1" }),
          where((n) => ownerOf(n) === "owner 1" && stays(n))
        )
      })
    )
  ),
  rule(
    "a filter on an undeclared index is a defect",
    withThirty(
      Effect.fnUntraced(function* (storage: StorageService) {
        yield* expectDefect(
          storage.page(here, Accounts, { where: { note: "" }, order: "asc", limit: 1 })
        )
      })
    )
  ),
  rule(
    "getMany returns the rows that exist, in the order of the given ids",
    withThirty(
      Effect.fnUntraced(function* (storage: StorageService) {
        const asked = [accountId(9), "nowhere", accountId(3), accountId(101), accountId(9)]
        const found = yield* storage.getMany(here, Accounts, asked)
        assert.deepEqual(ids(found), numbered([9, 3, 9]))
        assert.deepEqual(found[1], yield* rowOf(storage, here, Accounts, accountId(3)))
        assert.deepEqual(yield* storage.getMany(here, Accounts, []), [])
      })
    )
  )
]

/** The rules of lists: keyset pages and filters. */
export const pageRules = [...walkRules, ...filterRules]
