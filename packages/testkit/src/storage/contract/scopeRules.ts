import assert from "node:assert/strict"
import { insert, remove, type Scope, storedRow, update } from "@payloom/core"
import { Effect, Option } from "effect"
import {
  Accounts,
  account,
  accountId,
  here,
  hereInTest,
  line,
  Marks,
  there,
  upTo
} from "./contractRows.ts"
import { expectNoRow, expectRefusal, ids, idsOfPage, rowOf } from "./expectations.ts"
import { rule, type StorageService } from "./StorageRule.ts"

const scopes = [here, hereInTest, there]

/** The rules of scopes, and of the sweep, which goes through all scopes. */
export const scopeRules = [
  rule(
    "the same id may exist in every scope, as separate rows",
    Effect.fnUntraced(function* (storage: StorageService) {
      for (const [at, scope] of scopes.entries()) {
        yield* storage.commit([insert(scope, Accounts, account(1, { note: `note ${at}` }))])
      }
      const first = yield* rowOf(storage, here, Accounts, accountId(1))
      yield* storage.commit([update(Accounts, first, { ...first.row, note: "changed" })])
      const last = yield* rowOf(storage, there, Accounts, accountId(1))
      yield* storage.commit([remove(Accounts, last)])
      assert.equal((yield* rowOf(storage, here, Accounts, accountId(1))).row.note, "changed")
      const untouched = yield* rowOf(storage, hereInTest, Accounts, accountId(1))
      assert.deepEqual([untouched.row.note, untouched.version], ["note 1", 1])
      yield* expectNoRow(storage, there, Accounts, accountId(1))
    })
  ),
  rule(
    "no read sees the rows of another tenant or of the other mode",
    Effect.fnUntraced(function* (storage: StorageService) {
      const row = account(1, { email: "e", handle: "h", owner: "o" })
      yield* storage.commit([insert(here, Accounts, row)])
      for (const scope of [hereInTest, there]) {
        yield* expectNoRow(storage, scope, Accounts, row.id)
        assert.deepEqual(yield* storage.getMany(scope, Accounts, [row.id]), [])
        assert.deepEqual(yield* storage.findUnique(scope, Accounts, "email", "e"), Option.none())
        assert.deepEqual(yield* storage.findUnique(scope, Accounts, "handle", "h"), Option.none())
        assert.deepEqual(yield* idsOfPage(storage, scope, Accounts, {}), [])
        assert.deepEqual(yield* idsOfPage(storage, scope, Accounts, { where: { owner: "o" } }), [])
      }
    })
  ),
  rule(
    "no change reaches a row of another scope",
    Effect.fnUntraced(function* (storage: StorageService) {
      yield* storage.commit([
        insert(here, Accounts, account(1)),
        insert(there, Accounts, account(2))
      ])
      const stored = yield* rowOf(storage, here, Accounts, accountId(1))
      const elsewhere = storedRow(there, stored.row, stored.version)
      const missing = ["missing", Accounts, accountId(1)] as const
      yield* expectRefusal(storage, [update(Accounts, elsewhere, stored.row)], missing)
      yield* expectRefusal(storage, [remove(Accounts, elsewhere)], missing)
      assert.deepEqual(yield* rowOf(storage, here, Accounts, accountId(1)), stored)
    })
  ),
  rule(
    "one commit can write to several scopes",
    Effect.fnUntraced(function* (storage: StorageService) {
      yield* storage.commit(scopes.map((scope, at) => insert(scope, Accounts, account(at))))
      for (const [at, scope] of scopes.entries()) {
        assert.deepEqual(yield* idsOfPage(storage, scope, Accounts, {}), [accountId(at)])
      }
    })
  ),
  rule(
    "scopes whose joined names are equal stay separate",
    Effect.fnUntraced(function* (storage: StorageService) {
      const alike = ["a", "A", "a/test", "a ", "", "a'b", 'a"b', "ä", "a\u0308"].flatMap(
        (tenant) => [
          { tenant, mode: "test" as const },
          { tenant, mode: "live" as const }
        ]
      )
      for (const [at, scope] of alike.entries()) {
        yield* storage.commit([insert(scope, Accounts, account(1, { note: `${at}` }))])
      }
      for (const [at, scope] of alike.entries()) {
        const stored = yield* rowOf(storage, scope, Accounts, accountId(1))
        assert.deepEqual([stored.row.note, stored.scope], [`${at}`, scope])
      }
    })
  ),
  rule(
    "every scope that was written to is listed once, by tenant and mode, in pages",
    Effect.fnUntraced(function* (storage: StorageService) {
      assert.deepEqual(yield* storage.scopes({ limit: 10 }), [])
      const tenants = ["b", "a", "B", "a/test", "ä", ""]
      const written = tenants.flatMap((tenant) =>
        (["test", "live"] as const).map((mode): Scope => ({ tenant, mode }))
      )
      for (const scope of written) {
        yield* storage.commit([insert(scope, Accounts, account(1)), insert(scope, Marks, line(1))])
      }
      const taken = [insert(here, Marks, line(2)), insert(here, Marks, line(2))]
      yield* expectRefusal(storage, taken, ["id_taken", Marks, line(2).id])
      const found: Array<Scope> = []
      for (;;) {
        const after = found.at(-1)
        const page = yield* storage.scopes({ limit: 5, ...(after === undefined ? {} : { after }) })
        found.push(...page.filter(({ tenant }) => tenant !== here.tenant))
        if (page.length < 5) break
      }
      const inOrder = ["", "B", "a", "a/test", "b", "ä"].flatMap((tenant) =>
        (["live", "test"] as const).map((mode) => ({ tenant, mode }))
      )
      assert.deepEqual(found, inOrder)
      assert.deepEqual(yield* storage.scopes({ limit: 0 }), [])
    })
  ),
  rule(
    "a sweep deletes rows below an id in all scopes, oldest first, up to its limit",
    Effect.fnUntraced(function* (storage: StorageService) {
      yield* storage.commit(
        upTo(12).map((n) => insert(scopes[n % 3] ?? here, Marks, line(n, `mark ${n}`)))
      )
      const left = Effect.fnUntraced(function* () {
        const pages = yield* Effect.forEach(scopes, (scope) =>
          storage.page(scope, Marks, { order: "asc", limit: 100 })
        )
        return pages.flatMap(ids).toSorted()
      })
      const from = (first: number) =>
        upTo(12)
          .slice(first - 1)
          .map((n) => line(n).id)
      assert.equal(yield* storage.sweep(Marks, line(9).id, 5), 5)
      assert.deepEqual(yield* left(), from(6))
      assert.equal(yield* storage.sweep(Marks, line(9).id, 5), 3)
      assert.deepEqual(yield* left(), from(9))
      assert.equal(yield* storage.sweep(Marks, line(9).id, 5), 0)
      assert.equal(yield* storage.sweep(Marks, line(12).id, 0), 0)
      assert.deepEqual(yield* left(), from(9))
      yield* storage.commit([insert(hereInTest, Marks, line(1, "mark 1"))])
    })
  ),
  rule(
    "a row that was swept is missing to an update or a check that read it earlier",
    Effect.fnUntraced(function* (storage: StorageService) {
      yield* storage.commit([insert(here, Marks, line(1))])
      const swept = yield* rowOf(storage, here, Marks, line(1).id)
      assert.equal(yield* storage.sweep(Marks, line(2).id, 10), 1)
      yield* expectRefusal(
        storage,
        [update(Marks, swept, swept.row)],
        ["missing", Marks, line(1).id]
      )
    })
  ),
  rule(
    "sweeping a collection that doesn't allow it is a defect",
    Effect.fnUntraced(function* (storage: StorageService) {
      yield* storage.commit([insert(here, Accounts, account(1))])
      const exit = yield* Effect.exit(storage.sweep(Accounts, "z", 10))
      assert.equal(exit._tag, "Failure")
      yield* rowOf(storage, here, Accounts, accountId(1))
    })
  )
]
