import assert from "node:assert/strict"
import { insert, remove, storedRow, update } from "@payloom/core"
import { Effect, Option } from "effect"
import { Accounts, account, accountId, here, hereInTest, there, upTo } from "./contractRows.ts"
import { expectDefect, expectRefusal, rowOf } from "./expectations.ts"
import { rule, type StorageService } from "./StorageRule.ts"

/** The rules of unique keys, in a scope and across scopes. */
export const uniqueKeyRules = [
  rule(
    "a conflict names the unique key that was taken, whichever of several keys it is",
    Effect.fnUntraced(function* (storage: StorageService) {
      yield* storage.commit([
        insert(here, Accounts, account(1, { email: "e", slot: "s", handle: "h" })),
        insert(here, Accounts, account(2))
      ])
      const second = yield* rowOf(storage, here, Accounts, accountId(2))
      for (const [key, value] of [
        ["email", "e"],
        ["slot", "s"],
        ["handle", "h"]
      ] as const) {
        const expected = ["key_taken", Accounts, key] as const
        const taking = { ...second.row, [key]: value }
        yield* expectRefusal(
          storage,
          [insert(here, Accounts, account(3, { [key]: value }))],
          expected
        )
        yield* expectRefusal(storage, [update(Accounts, second, taking)], expected)
      }
      assert.deepEqual(yield* rowOf(storage, here, Accounts, accountId(2)), second)
    })
  ),
  rule(
    "a conflict names a taken id before taken keys, and keys in the order of their declaration",
    Effect.fnUntraced(function* (storage: StorageService) {
      const all = { email: "e", slot: "s", handle: "h" }
      yield* storage.commit([
        insert(here, Accounts, account(1, all)),
        insert(here, Accounts, account(2))
      ])
      yield* expectRefusal(
        storage,
        [insert(here, Accounts, account(2, all))],
        ["id_taken", Accounts, accountId(2)]
      )
      yield* expectRefusal(
        storage,
        [insert(here, Accounts, account(3, { ...all, email: null }))],
        ["key_taken", Accounts, "slot"]
      )
      const second = yield* rowOf(storage, here, Accounts, accountId(2))
      yield* expectRefusal(
        storage,
        [update(Accounts, second, { ...second.row, ...all })],
        ["key_taken", Accounts, "email"]
      )
      const stale = storedRow(here, second.row, 7)
      yield* expectRefusal(
        storage,
        [update(Accounts, stale, { ...second.row, ...all })],
        ["stale", Accounts, accountId(2)]
      )
    })
  ),
  rule(
    "a row does not conflict with its own keys, only with those of other rows",
    Effect.fnUntraced(function* (storage: StorageService) {
      yield* storage.commit([
        insert(here, Accounts, account(1, { email: "e", slot: "s", handle: "h" })),
        insert(here, Accounts, account(2, { handle: "taken" }))
      ])
      const first = yield* rowOf(storage, here, Accounts, accountId(1))
      yield* expectRefusal(
        storage,
        [update(Accounts, first, { ...first.row, handle: "taken" })],
        ["key_taken", Accounts, "handle"]
      )
      yield* storage.commit([update(Accounts, first, { ...first.row, note: "kept" })])
    })
  ),
  rule(
    "any number of rows may have null for a unique key",
    Effect.fnUntraced(function* (storage: StorageService) {
      yield* storage.commit(upTo(20).map((n) => insert(here, Accounts, account(n))))
      assert.equal((yield* storage.page(here, Accounts, { order: "asc", limit: 50 })).length, 20)
    })
  ),
  rule(
    "a key that isn't global may be taken once in every scope",
    Effect.fnUntraced(function* (storage: StorageService) {
      for (const scope of [here, hereInTest, there]) {
        yield* storage.commit([insert(scope, Accounts, account(1, { email: "same" }))])
      }
      for (const scope of [here, hereInTest, there]) {
        const found = yield* storage.findUnique(scope, Accounts, "email", "same")
        assert.deepEqual(
          Option.map(found, (stored) => stored.scope),
          Option.some(scope)
        )
        yield* expectRefusal(
          storage,
          [insert(scope, Accounts, account(2, { email: "same" }))],
          ["key_taken", Accounts, "email"]
        )
      }
    })
  ),
  rule(
    "a global key is taken in all scopes, and found from any scope",
    Effect.fnUntraced(function* (storage: StorageService) {
      yield* storage.commit([insert(here, Accounts, account(1, { handle: "only" }))])
      for (const scope of [here, hereInTest, there]) {
        yield* expectRefusal(
          storage,
          [insert(scope, Accounts, account(2, { handle: "only" }))],
          ["key_taken", Accounts, "handle"]
        )
      }
      const holder = yield* rowOf(storage, here, Accounts, accountId(1))
      const find = (scope: typeof here | "any", value: string) =>
        storage.findUnique(scope, Accounts, "handle", value)
      assert.deepEqual(yield* find("any", "only"), Option.some(holder))
      assert.deepEqual(yield* find(here, "only"), Option.some(holder))
      assert.deepEqual(yield* find(there, "only"), Option.none())
      assert.deepEqual(yield* find("any", "other"), Option.none())
    })
  ),
  rule(
    "looking up a key across scopes is a defect if the key isn't global or isn't declared",
    Effect.fnUntraced(function* (storage: StorageService) {
      yield* storage.commit([insert(here, Accounts, account(1, { email: "e" }))])
      yield* expectDefect(storage.findUnique("any", Accounts, "email", "e"))
      yield* expectDefect(storage.findUnique(here, Accounts, "undeclared", "e"))
    })
  ),
  rule(
    "a delete frees its keys and its id for a later insert in the same commit",
    Effect.fnUntraced(function* (storage: StorageService) {
      const keys = { email: "e", slot: "s", handle: "h" }
      yield* storage.commit([insert(here, Accounts, account(1, keys))])
      const first = yield* rowOf(storage, here, Accounts, accountId(1))
      yield* storage.commit([
        remove(Accounts, first),
        insert(here, Accounts, account(1)),
        insert(hereInTest, Accounts, account(2, keys))
      ])
      const found = yield* storage.findUnique("any", Accounts, "handle", "h")
      assert.deepEqual(
        Option.map(found, ({ row }) => row.id),
        Option.some(accountId(2))
      )
      assert.equal((yield* rowOf(storage, here, Accounts, accountId(1))).version, 1)
    })
  ),
  rule(
    "an update to null frees its key for a later insert in the same commit",
    Effect.fnUntraced(function* (storage: StorageService) {
      yield* storage.commit([insert(here, Accounts, account(1, { email: "e" }))])
      const first = yield* rowOf(storage, here, Accounts, accountId(1))
      yield* storage.commit([
        update(Accounts, first, { ...first.row, email: null }),
        insert(here, Accounts, account(2, { email: "e" }))
      ])
      const found = yield* storage.findUnique(here, Accounts, "email", "e")
      assert.deepEqual(
        Option.map(found, ({ row }) => row.id),
        Option.some(accountId(2))
      )
    })
  ),
  rule(
    "changes are checked in their order: a key is taken until a change frees it",
    Effect.fnUntraced(function* (storage: StorageService) {
      yield* storage.commit([
        insert(here, Accounts, account(1, { email: "one" })),
        insert(here, Accounts, account(2, { email: "two" }))
      ])
      const first = yield* rowOf(storage, here, Accounts, accountId(1))
      const second = yield* rowOf(storage, here, Accounts, accountId(2))
      const taken = ["key_taken", Accounts, "email"] as const
      yield* expectRefusal(
        storage,
        [insert(here, Accounts, account(3, { email: "one" })), remove(Accounts, first)],
        taken
      )
      yield* expectRefusal(
        storage,
        [
          update(Accounts, first, { ...first.row, email: "two" }),
          update(Accounts, second, { ...second.row, email: "one" })
        ],
        taken
      )
    })
  ),
  rule(
    "an update keeps the keys it doesn't change, and moves those it does",
    Effect.fnUntraced(function* (storage: StorageService) {
      yield* storage.commit([insert(here, Accounts, account(1, { email: "e", handle: "h" }))])
      const first = yield* rowOf(storage, here, Accounts, accountId(1))
      yield* storage.commit([update(Accounts, first, { ...first.row, email: "f", note: "x" })])
      const find = (key: string, value: string) => storage.findUnique(here, Accounts, key, value)
      assert.ok(Option.isNone(yield* find("email", "e")))
      assert.ok(Option.isSome(yield* find("email", "f")))
      assert.ok(Option.isSome(yield* find("handle", "h")))
    })
  ),
  rule(
    "keys are compared exactly: case, spaces, accents and Unicode composition all count",
    Effect.fnUntraced(function* (storage: StorageService) {
      const spellings = [
        "é",
        "e\u0301",
        "e",
        "E",
        "e ",
        " e",
        "",
        "%",
        "_",
        "1",
        "01",
        "1.0",
        "null"
      ]
      yield* storage.commit(
        spellings.map((email, at) => insert(here, Accounts, account(at, { email })))
      )
      for (const [at, email] of spellings.entries()) {
        const found = yield* storage.findUnique(here, Accounts, "email", email)
        assert.deepEqual(
          Option.map(found, ({ row }) => row),
          Option.some(account(at, { email }))
        )
      }
    })
  )
]
