import assert from "node:assert/strict"
import {
  check,
  insert,
  insertCopy,
  inserted,
  remove,
  storedRow,
  update,
  updated
} from "@payloom/core"
import { Effect } from "effect"
import {
  Accounts,
  account,
  accountId,
  Entries,
  ErasableEntries,
  here,
  hereInTest,
  line
} from "./contractRows.ts"
import { expectDefect, expectNoRow, expectRefusal, rowOf } from "./expectations.ts"
import { rule, type StorageService } from "./StorageRule.ts"

/** The rules of versions, which are the optimistic lock. */
export const versionRules = [
  rule(
    "an inserted row has version 1, and every update raises it by one",
    Effect.fnUntraced(function* (storage: StorageService) {
      yield* storage.commit([insert(here, Accounts, account(1))])
      for (const version of [1, 2, 3]) {
        const stored = yield* rowOf(storage, here, Accounts, accountId(1))
        assert.equal(stored.version, version)
        yield* storage.commit([update(Accounts, stored, { ...stored.row, note: `${version}` })])
      }
      const last = yield* rowOf(storage, here, Accounts, accountId(1))
      assert.deepEqual(last, { scope: here, row: account(1, { note: "3" }), version: 4 })
    })
  ),
  rule(
    "a row that is inserted as a copy keeps its version, and updates raise it from there",
    Effect.fnUntraced(function* (storage: StorageService) {
      const copied = storedRow(here, account(1), 7)
      yield* storage.commit([insertCopy(Accounts, copied)])
      assert.equal((yield* rowOf(storage, here, Accounts, accountId(1))).version, 7)
      yield* storage.commit([update(Accounts, copied, account(1, { note: "8" }))])
      assert.equal((yield* rowOf(storage, here, Accounts, accountId(1))).version, 8)
      const again = [insertCopy(Accounts, copied)]
      yield* expectRefusal(storage, again, ["id_taken", Accounts, accountId(1)])
    })
  ),
  rule(
    "an update that changes nothing still raises the version",
    Effect.fnUntraced(function* (storage: StorageService) {
      yield* storage.commit([insert(here, Accounts, account(1))])
      const stored = yield* rowOf(storage, here, Accounts, accountId(1))
      yield* storage.commit([update(Accounts, stored, stored.row)])
      assert.equal((yield* rowOf(storage, here, Accounts, accountId(1))).version, 2)
    })
  ),
  rule(
    "a row can be updated twice in one commit if each update names the version before it",
    Effect.fnUntraced(function* (storage: StorageService) {
      yield* storage.commit([insert(here, Accounts, account(1))])
      const stored = yield* rowOf(storage, here, Accounts, accountId(1))
      const once = { ...stored.row, note: "once" }
      yield* storage.commit([
        update(Accounts, stored, once),
        update(Accounts, updated(stored, once), { ...once, note: "twice" })
      ])
      const last = yield* rowOf(storage, here, Accounts, accountId(1))
      assert.deepEqual([last.row.note, last.version], ["twice", 3])
    })
  ),
  rule(
    "a row can be inserted and updated in one commit if the update names version 1",
    Effect.fnUntraced(function* (storage: StorageService) {
      const first = account(1, { email: "first" })
      yield* storage.commit([
        insert(here, Accounts, first),
        update(Accounts, inserted(here, first), { ...first, email: "second" }),
        insert(here, Accounts, account(2, { email: "first" }))
      ])
      const last = yield* rowOf(storage, here, Accounts, accountId(1))
      assert.deepEqual([last.row.email, last.version], ["second", 2])
    })
  ),
  rule(
    "an update, delete or check of a row with a newer version is stale",
    Effect.fnUntraced(function* (storage: StorageService) {
      yield* storage.commit([insert(here, Accounts, account(1))])
      const old = yield* rowOf(storage, here, Accounts, accountId(1))
      yield* storage.commit([update(Accounts, old, { ...old.row, note: "newer" })])
      const ahead = storedRow(here, old.row, 3)
      for (const stale of [old, ahead]) {
        const expected = ["stale", Accounts, accountId(1)] as const
        yield* expectRefusal(storage, [update(Accounts, stale, stale.row)], expected)
        yield* expectRefusal(storage, [remove(Accounts, stale)], expected)
        yield* expectRefusal(storage, [check(Accounts, stale)], expected)
      }
      const last = yield* rowOf(storage, here, Accounts, accountId(1))
      assert.deepEqual([last.row.note, last.version], ["newer", 2])
    })
  ),
  rule(
    "an update, delete or check of a row that doesn't exist finds it missing",
    Effect.fnUntraced(function* (storage: StorageService) {
      yield* storage.commit([insert(here, Accounts, account(1))])
      const gone = yield* rowOf(storage, here, Accounts, accountId(1))
      yield* storage.commit([remove(Accounts, gone)])
      yield* expectNoRow(storage, here, Accounts, accountId(1))
      const nowhere = storedRow({ tenant: "tenant_unknown", mode: "test" }, gone.row, gone.version)
      for (const missing of [gone, nowhere]) {
        const expected = ["missing", Accounts, accountId(1)] as const
        yield* expectRefusal(storage, [update(Accounts, missing, missing.row)], expected)
        yield* expectRefusal(storage, [remove(Accounts, missing)], expected)
        yield* expectRefusal(storage, [check(Accounts, missing)], expected)
      }
      yield* expectNoRow(storage, here, Accounts, accountId(1))
    })
  ),
  rule(
    "a check writes nothing, and its commit fails if the version has changed",
    Effect.fnUntraced(function* (storage: StorageService) {
      yield* storage.commit([insert(here, Accounts, account(1))])
      const read = yield* rowOf(storage, here, Accounts, accountId(1))
      yield* storage.commit([check(Accounts, read), insert(here, Accounts, account(2))])
      assert.deepEqual(yield* rowOf(storage, here, Accounts, accountId(1)), read)
      yield* storage.commit([update(Accounts, read, read.row)])
      yield* expectRefusal(
        storage,
        [insert(here, Accounts, account(3)), check(Accounts, read)],
        ["stale", Accounts, accountId(1)]
      )
      yield* expectNoRow(storage, here, Accounts, accountId(3))
    })
  ),
  rule(
    "an insert whose id is taken conflicts and names the id",
    Effect.fnUntraced(function* (storage: StorageService) {
      yield* storage.commit([insert(here, Accounts, account(1, { note: "first" }))])
      yield* expectRefusal(
        storage,
        [insert(here, Accounts, account(1, { note: "second" }))],
        ["id_taken", Accounts, accountId(1)]
      )
      yield* expectRefusal(
        storage,
        [insert(here, Accounts, account(2)), insert(here, Accounts, account(2))],
        ["id_taken", Accounts, accountId(2)]
      )
      assert.equal((yield* rowOf(storage, here, Accounts, accountId(1))).row.note, "first")
    })
  ),
  rule(
    "append-only rows take ids and keys like others",
    Effect.fnUntraced(function* (storage: StorageService) {
      yield* storage.commit([insert(here, Entries, line(1, "only one"))])
      yield* expectRefusal(
        storage,
        [insert(here, Entries, line(2)), insert(here, Entries, line(1))],
        ["id_taken", Entries, line(1).id]
      )
      yield* expectRefusal(
        storage,
        [insert(here, Entries, line(2, "only one"))],
        ["key_taken", Entries, "only"]
      )
      yield* storage.commit([
        insert(hereInTest, Entries, line(1, "only one")),
        insert(here, Entries, line(2, "only two"))
      ])
      assert.equal((yield* rowOf(storage, here, Entries, line(1).id)).row.text, "only one")
    })
  ),
  rule(
    "an append-only row can be checked, but updating or deleting it is a defect",
    Effect.fnUntraced(function* (storage: StorageService) {
      yield* storage.commit([insert(here, Entries, line(1))])
      const entry = yield* rowOf(storage, here, Entries, line(1).id)
      yield* storage.commit([check(Entries, entry)])
      yield* expectDefect(storage.commit([update(Entries, entry, { ...entry.row, text: "new" })]))
      yield* expectDefect(storage.commit([remove(Entries, entry)]))
      yield* expectDefect(storage.sweep(Entries, "z", 10))
      assert.deepEqual(yield* rowOf(storage, here, Entries, line(1).id), entry)
    })
  ),
  rule(
    "an append-only row lets texts of its erasable fields be erased, and nothing else be changed",
    Effect.fnUntraced(function* (storage: StorageService) {
      const notes = { by: "Ann", of: ["me", { at: 1, is: true, was: null }], in: { a: "b" } }
      yield* storage.commit([insert(here, ErasableEntries, { ...line(1), own_notes: notes })])
      const entry = yield* rowOf(storage, here, ErasableEntries, line(1).id)
      const others: ReadonlyArray<object> = [
        { text: "new" },
        { text: "[erased]" },
        { own_notes: { ...notes, by: "Bob" } },
        { own_notes: { ...notes, by: null } },
        { own_notes: { ...notes, by: ["[erased]"] } },
        { own_notes: { ...notes, of: ["me", { at: 2, is: true, was: null }] } },
        { own_notes: { ...notes, more: "" } },
        { own_notes: { ...notes, more: {} } },
        { own_notes: "Ann" }
      ]
      for (const other of others) {
        const changed = { ...entry.row, ...other }
        yield* expectDefect(storage.commit([update(ErasableEntries, entry, changed)]))
      }
      yield* expectDefect(storage.commit([remove(ErasableEntries, entry)]))
      const erased = { by: "[erased]", of: ["[erased]", notes.of[1]], in: {} }
      const row = { ...entry.row, own_notes: erased as typeof notes }
      yield* storage.commit([update(ErasableEntries, entry, row)])
      const after = yield* rowOf(storage, here, ErasableEntries, line(1).id)
      assert.deepEqual(after, updated(entry, row))
      yield* expectRefusal(
        storage,
        [update(ErasableEntries, entry, row)],
        ["stale", ErasableEntries, line(1).id]
      )
      yield* storage.commit([update(ErasableEntries, after, { ...row, own_notes: {} })])
    })
  )
]
