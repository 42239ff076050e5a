import assert from "node:assert/strict"
import { check, insert, JobCollection, remove, storedRow, update } from "@payloom/core"
import { Effect, Option } from "effect"
import { increment } from "./concurrencyRules.ts"
import { Accounts, account, accountId, here, job, there, upTo } from "./contractRows.ts"
import { endOf, expectNoRow, expectRefusal, ids, idsOfPage, rowOf } from "./expectations.ts"
import { long, type StorageService, sharedRule } from "./StorageRule.ts"

/** The rules for storages that several processes can use at once. */
export const sharingRules = [
  sharedRule(
    "one connection reads at once what the other committed",
    Effect.fnUntraced(function* (one: StorageService, other: StorageService) {
      yield* expectNoRow(other, here, Accounts, accountId(1))
      yield* one.commit([insert(here, Accounts, account(1, { email: "e", status: "held" }))])
      const seen = yield* rowOf(other, here, Accounts, accountId(1))
      assert.deepEqual(yield* other.findUnique(here, Accounts, "email", "e"), Option.some(seen))
      yield* other.commit([update(Accounts, seen, { ...seen.row, status: "open" })])
      assert.deepEqual(yield* idsOfPage(one, here, Accounts, { where: { status: "held" } }), [])
      yield* one.commit([remove(Accounts, yield* rowOf(one, here, Accounts, accountId(1)))])
      yield* expectNoRow(other, here, Accounts, accountId(1))
    })
  ),
  sharedRule(
    "each conflict is reported alike, whichever connection took or changed the row",
    Effect.fnUntraced(function* (one: StorageService, other: StorageService) {
      yield* one.commit([insert(here, Accounts, account(1, { email: "e", handle: "h" }))])
      yield* expectRefusal(
        other,
        [insert(here, Accounts, account(1))],
        ["id_taken", Accounts, accountId(1)]
      )
      yield* expectRefusal(
        other,
        [insert(here, Accounts, account(2, { email: "e" }))],
        ["key_taken", Accounts, "email"]
      )
      yield* expectRefusal(
        other,
        [insert(there, Accounts, account(2, { handle: "h" }))],
        ["key_taken", Accounts, "handle"]
      )
      const read = yield* rowOf(other, here, Accounts, accountId(1))
      yield* one.commit([update(Accounts, read, read.row)])
      yield* expectRefusal(other, [check(Accounts, read)], ["stale", Accounts, accountId(1)])
      yield* one.commit([remove(Accounts, storedRow(here, read.row, 2))])
      yield* expectRefusal(
        other,
        [update(Accounts, read, read.row)],
        ["missing", Accounts, accountId(1)]
      )
    })
  ),
  sharedRule(
    "concurrent increments over both connections add up",
    Effect.fnUntraced(function* (one: StorageService, other: StorageService) {
      yield* one.commit([insert(here, Accounts, account(1))])
      yield* Effect.forEach(
        upTo(300),
        (n) => increment(n % 2 === 0 ? one : other, here, accountId(1)),
        { concurrency: 20, discard: true }
      )
      const last = yield* rowOf(one, here, Accounts, accountId(1))
      assert.deepEqual([last.row.balance, last.version], [300n, 301])
    }),
    long
  ),
  sharedRule(
    "of two commits that take one unique key over two connections, exactly one succeeds",
    Effect.fnUntraced(function* (one: StorageService, other: StorageService) {
      for (const round of upTo(30)) {
        const take = (storage: StorageService, n: number) =>
          endOf(storage, [insert(here, Accounts, account(n, { handle: `${round}` }))])
        const ends = yield* Effect.all([take(one, 2 * round), take(other, 2 * round + 1)], {
          concurrency: "unbounded"
        })
        assert.equal(ends.filter((end) => end === "committed").length, 1)
      }
    })
  ),
  sharedRule(
    "a new scope that both connections write to first is one scope",
    Effect.fnUntraced(function* (one: StorageService, other: StorageService) {
      for (const round of upTo(20)) {
        const scope = { tenant: `tenant ${round}`, mode: "live" as const }
        yield* Effect.all(
          [
            one.commit([insert(scope, Accounts, account(1))]),
            other.commit([insert(scope, Accounts, account(2))])
          ],
          { concurrency: "unbounded" }
        )
        for (const storage of [one, other]) {
          assert.deepEqual(yield* idsOfPage(storage, scope, Accounts, {}), [1, 2].map(accountId))
        }
      }
    })
  ),
  sharedRule(
    "a job is leased to one connection only",
    Effect.fnUntraced(function* (one: StorageService, other: StorageService) {
      yield* one.commit(upTo(40).map((n) => insert(here, JobCollection, job(n))))
      const query = { now: 1_000, leaseUntil: 2_000, limit: 3, perTenant: 100 }
      const claims = yield* Effect.forEach(
        upTo(14),
        (n) => Effect.andThen(Effect.yieldNow, (n % 2 === 0 ? one : other).claimDue(query)),
        { concurrency: "unbounded" }
      )
      assert.deepEqual(
        claims.flatMap(ids).toSorted(),
        upTo(40).map((n) => job(n).id)
      )
    })
  )
]
