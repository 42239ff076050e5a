import assert from "node:assert/strict"
import { insert, remove, update } from "@payloom/core"
import { Effect } from "effect"
import {
  Accounts,
  account,
  accountId,
  Entries,
  here,
  illFormed,
  line,
  upTo
} from "./contractRows.ts"
import { expectDefect, expectNoRow, expectRefusal, idsOfPage, rowOf } from "./expectations.ts"
import { rule, type StorageService } from "./StorageRule.ts"

/** The rules of atomicity: a commit is written as a whole or not at all. */
export const atomicityRules = [
  rule(
    "a commit writes all of its changes, to several collections",
    Effect.fnUntraced(function* (storage: StorageService) {
      yield* storage.commit([
        insert(here, Accounts, account(1, { note: "one" })),
        insert(here, Entries, line(1)),
        insert(here, Accounts, account(2, { note: "two" }))
      ])
      assert.equal((yield* rowOf(storage, here, Accounts, accountId(1))).row.note, "one")
      assert.equal((yield* rowOf(storage, here, Accounts, accountId(2))).row.note, "two")
      assert.deepEqual((yield* rowOf(storage, here, Entries, line(1).id)).row, line(1))
    })
  ),
  rule(
    "a commit whose last change conflicts writes nothing",
    Effect.fnUntraced(function* (storage: StorageService) {
      yield* storage.commit(upTo(3).map((n) => insert(here, Accounts, account(n))))
      const first = yield* rowOf(storage, here, Accounts, accountId(1))
      const second = yield* rowOf(storage, here, Accounts, accountId(2))
      const moved = { ...first.row, status: "moved", email: "kept@example.com", balance: 7n }
      yield* expectRefusal(
        storage,
        [
          insert(here, Accounts, account(9, { email: "taken@example.com", handle: "nine" })),
          insert(here, Entries, line(9)),
          update(Accounts, first, moved),
          remove(Accounts, second),
          insert(here, Accounts, account(3))
        ],
        ["id_taken", Accounts, accountId(3)]
      )
      assert.deepEqual(yield* rowOf(storage, here, Accounts, accountId(1)), first)
      assert.deepEqual(yield* rowOf(storage, here, Accounts, accountId(2)), second)
      yield* expectNoRow(storage, here, Accounts, accountId(9))
      yield* expectNoRow(storage, here, Entries, line(9).id)
      assert.deepEqual(yield* idsOfPage(storage, here, Accounts, {}), upTo(3).map(accountId))
      assert.deepEqual(
        yield* idsOfPage(storage, here, Accounts, { where: { status: "moved" } }),
        []
      )
    })
  ),
  rule(
    "a commit with a conflict frees every unique key it took, and restores those it freed",
    Effect.fnUntraced(function* (storage: StorageService) {
      yield* storage.commit([
        insert(here, Accounts, account(1, { email: "one", handle: "one" })),
        insert(here, Accounts, account(2))
      ])
      const first = yield* rowOf(storage, here, Accounts, accountId(1))
      yield* expectRefusal(
        storage,
        [
          remove(Accounts, first),
          insert(here, Accounts, account(3, { email: "one", handle: "three" })),
          insert(here, Accounts, account(2))
        ],
        ["id_taken", Accounts, accountId(2)]
      )
      yield* expectRefusal(
        storage,
        [insert(here, Accounts, account(4, { email: "one" }))],
        ["key_taken", Accounts, "email"]
      )
      yield* storage.commit([insert(here, Accounts, account(5, { handle: "three" }))])
    })
  ),
  rule(
    "a row that can't be encoded is a defect of its commit, which writes nothing",
    Effect.fnUntraced(function* (storage: StorageService) {
      yield* expectDefect(
        storage.commit([
          insert(here, Accounts, account(1)),
          { _tag: "Insert", scope: here, collection: Accounts, row: illFormed(accountId(2)) }
        ])
      )
      yield* expectNoRow(storage, here, Accounts, accountId(1))
      yield* expectNoRow(storage, here, Accounts, accountId(2))
    })
  ),
  rule(
    "concurrent commits that fail leave the others unaffected",
    Effect.fnUntraced(function* (storage: StorageService) {
      yield* storage.commit([insert(here, Accounts, account(1000))])
      const exits = yield* Effect.forEach(
        upTo(30),
        (n) =>
          Effect.exit(
            storage.commit([
              insert(here, Accounts, account(n)),
              n % 3 === 0
                ? { _tag: "Insert", scope: here, collection: Accounts, row: illFormed("x") }
                : insert(here, Accounts, account(n % 3 === 1 ? 1000 : 100 + n))
            ])
          ),
        { concurrency: "unbounded" }
      )
      const succeeded = upTo(30).filter((n) => n % 3 === 2)
      assert.deepEqual(
        upTo(30).filter((n) => exits[n - 1]?._tag === "Success"),
        succeeded
      )
      assert.deepEqual(
        yield* idsOfPage(storage, here, Accounts, {}),
        [...succeeded, ...succeeded.map((n) => 100 + n), 1000].map(accountId)
      )
    })
  ),
  rule(
    "a commit without changes succeeds",
    Effect.fnUntraced(function* (storage: StorageService) {
      yield* storage.commit([])
    })
  ),
  rule(
    "changes to a row object after a read or write don't reach the store",
    Effect.fnUntraced(function* (storage: StorageService) {
      const mutable = { ...account(1, { note: "before" }) }
      yield* storage.commit([insert(here, Accounts, mutable)])
      mutable.note = "after"
      const read = yield* rowOf(storage, here, Accounts, accountId(1))
      assert.equal(read.row.note, "before")
      Reflect.set(read.row, "note", "after")
      assert.equal((yield* rowOf(storage, here, Accounts, accountId(1))).row.note, "before")
    })
  )
]
