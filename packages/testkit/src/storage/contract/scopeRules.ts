import assert from "node:assert/strict"
import {
  check,
  deploymentScope,
  insert,
  remove,
  type Scope,
  storedRow,
  update
} from "@payloom/core"
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
import { expectDefect, expectNoRow, expectRefusal, ids, idsOfPage, rowOf } from "./expectations.ts"
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
      yield* storage.commit([insert(here, Accounts, account(1))])
      yield* storage.commit([insert(there, Accounts, account(2))])
      const stored = yield* rowOf(storage, here, Accounts, accountId(1))
      const elsewhere = storedRow(there, stored.row, stored.version)
      const missing = ["missing", Accounts, accountId(1)] as const
      yield* expectRefusal(storage, [update(Accounts, elsewhere, stored.row)], missing)
      yield* expectRefusal(storage, [remove(Accounts, elsewhere)], missing)
      assert.deepEqual(yield* rowOf(storage, here, Accounts, accountId(1)), stored)
    })
  ),
  rule(
    "one commit can write to both modes of a tenant",
    Effect.fnUntraced(function* (storage: StorageService) {
      const modes = [here, hereInTest]
      yield* storage.commit(modes.map((scope, at) => insert(scope, Accounts, account(at))))
      for (const [at, scope] of modes.entries()) {
        assert.deepEqual(yield* idsOfPage(storage, scope, Accounts, {}), [accountId(at)])
      }
    })
  ),
  rule(
    "a commit of two tenants, or of a tenant and the deployment, is a defect and writes nothing",
    Effect.fnUntraced(function* (storage: StorageService) {
      yield* storage.commit([insert(there, Accounts, account(1))])
      const stored = yield* rowOf(storage, there, Accounts, accountId(1))
      for (const other of [
        insert(there, Accounts, account(2)),
        update(Accounts, stored, { ...stored.row, note: "changed" }),
        remove(Accounts, stored),
        check(Accounts, stored),
        insert(deploymentScope, Accounts, account(2))
      ]) {
        yield* expectDefect(storage.commit([insert(here, Accounts, account(3)), other]))
        yield* expectDefect(storage.commit([other, insert(here, Accounts, account(3))]))
      }
      yield* expectNoRow(storage, here, Accounts, accountId(3))
      assert.deepEqual(yield* storage.page(there, Accounts, { order: "asc", limit: 9 }), [stored])
    })
  ),
  rule(
    "rows of the deployment are rows of no tenant",
    Effect.fnUntraced(function* (storage: StorageService) {
      yield* storage.commit([insert(deploymentScope, Accounts, account(1, { note: "one" }))])
      const first = yield* rowOf(storage, deploymentScope, Accounts, accountId(1))
      yield* storage.commit([update(Accounts, first, { ...first.row, note: "two" })])
      const stored = yield* rowOf(storage, deploymentScope, Accounts, accountId(1))
      assert.deepEqual([stored.row.note, stored.version], ["two", 2])
      assert.deepEqual(yield* idsOfPage(storage, here, Accounts, {}), [])
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
      // A storage may have rows of its own in the deployment's scope.
      const isOfTenant = ({ tenant }: Scope) => tenant !== deploymentScope.tenant
      assert.deepEqual((yield* storage.scopes({ limit: 10 })).filter(isOfTenant), [])
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
      assert.deepEqual(found.filter(isOfTenant), inOrder)
      assert.deepEqual(yield* storage.scopes({ limit: 0 }), [])
    })
  ),
  rule(
    "a sweep deletes rows below an id in all scopes, each tenant's oldest first, up to its limit",
    Effect.fnUntraced(function* (storage: StorageService) {
      for (const n of upTo(12)) {
        yield* storage.commit([insert(scopes[n % 3] ?? here, Marks, line(n, `mark ${n}`))])
      }
      const all = upTo(12).map((n) => line(n).id)
      const isOfThere = (_: string, at: number) => scopes[(at + 1) % 3] === there
      const leftIn = Effect.fnUntraced(function* (swept: ReadonlyArray<Scope>) {
        const pages = yield* Effect.forEach(swept, (scope) =>
          storage.page(scope, Marks, { order: "asc", limit: 100 })
        )
        return pages.flatMap(ids).toSorted()
      })
      const left = leftIn(scopes)
      assert.equal(yield* storage.sweep(Marks, line(9).id, 5), 5)
      assert.equal((yield* left).length, 7)
      const ofThere = yield* leftIn([there])
      assert.deepEqual(ofThere, all.filter(isOfThere).slice(-ofThere.length))
      const ofHere = yield* leftIn([here, hereInTest])
      assert.deepEqual(ofHere, all.filter((id, at) => !isOfThere(id, at)).slice(-ofHere.length))
      assert.equal(yield* storage.sweep(Marks, line(9).id, 5), 3)
      assert.deepEqual(yield* left, all.slice(8))
      assert.equal(yield* storage.sweep(Marks, line(9).id, 5), 0)
      assert.equal(yield* storage.sweep(Marks, line(12).id, 0), 0)
      assert.deepEqual(yield* left, all.slice(8))
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
