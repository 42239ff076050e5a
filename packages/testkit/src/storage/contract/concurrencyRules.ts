import assert from "node:assert/strict"
import { check, insert, type Scope, update } from "@payloom/core"
import { Effect } from "effect"
import { Accounts, account, accountId, here, upTo } from "./contractRows.ts"
import { endOf, idsOfPage, type Refusal, rowOf } from "./expectations.ts"
import { long, rule, type StorageService } from "./StorageRule.ts"

const callers = 40

/** Adds one to an account. If another commit came first, reads the account again and retries. */
export const increment = Effect.fnUntraced(function* (
  storage: StorageService,
  scope: Scope,
  id: string
) {
  for (let conflicts = 0; ; conflicts++) {
    const read = yield* rowOf(storage, scope, Accounts, id)
    // Lets other callers read the same version first.
    yield* Effect.yieldNow
    const end = yield* endOf(storage, [
      update(Accounts, read, { ...read.row, balance: read.row.balance + 1n })
    ])
    if (end === "committed") return conflicts
    assert.equal(end.reason, "stale")
  }
})

const isRefused = (end: Refusal | "committed"): end is Refusal => end !== "committed"

/** The rules for any number of concurrent callers. */
export const concurrencyRules = [
  rule(
    "1,000 concurrent increments of one row add up to exactly 1,000",
    Effect.fnUntraced(function* (storage: StorageService) {
      yield* storage.commit([insert(here, Accounts, account(1))])
      const conflicts = yield* Effect.forEach(
        upTo(1_000),
        () => increment(storage, here, accountId(1)),
        { concurrency: callers }
      )
      const last = yield* rowOf(storage, here, Accounts, accountId(1))
      assert.deepEqual([last.row.balance, last.version], [1_000n, 1_001])
      assert.ok(
        conflicts.some((count) => count > 0),
        "No other commit came in between, so the rule tested nothing."
      )
    }),
    long
  ),
  rule(
    "of 1,000 concurrent updates of one version, exactly one succeeds and the others are stale",
    Effect.fnUntraced(function* (storage: StorageService) {
      yield* storage.commit([insert(here, Accounts, account(1))])
      for (const round of upTo(2)) {
        const read = yield* rowOf(storage, here, Accounts, accountId(1))
        const ends = yield* Effect.forEach(
          upTo(1_000),
          (n) => endOf(storage, [update(Accounts, read, { ...read.row, balance: BigInt(n) })]),
          { concurrency: "unbounded" }
        )
        const refusals = ends.filter(isRefused)
        assert.equal(refusals.length, 999)
        assert.ok(refusals.every(({ reason }) => reason === "stale"))
        const winner = ends.indexOf("committed") + 1
        const last = yield* rowOf(storage, here, Accounts, accountId(1))
        assert.deepEqual([last.row.balance, last.version], [BigInt(winner), round + 1])
      }
    }),
    long
  ),
  rule(
    "of 100 concurrent inserts with one unique key, exactly one succeeds",
    Effect.fnUntraced(function* (storage: StorageService) {
      const ends = yield* Effect.forEach(
        upTo(100),
        (n) => endOf(storage, [insert(here, Accounts, account(n, { email: "one" }))]),
        { concurrency: "unbounded" }
      )
      assert.equal(ends.filter(isRefused).length, 99)
      assert.deepEqual(yield* idsOfPage(storage, here, Accounts, {}), [
        accountId(ends.indexOf("committed") + 1)
      ])
    })
  ),
  rule(
    "two commits that each check a row that the other one writes can't both succeed",
    Effect.fnUntraced(function* (storage: StorageService) {
      for (const pair of upTo(20)) {
        const [left, right] = [2 * pair, 2 * pair + 1]
        yield* storage.commit([
          insert(here, Accounts, account(left)),
          insert(here, Accounts, account(right))
        ])
        const one = yield* rowOf(storage, here, Accounts, accountId(left))
        const other = yield* rowOf(storage, here, Accounts, accountId(right))
        const ends = yield* Effect.forEach(
          [
            [check(Accounts, one), update(Accounts, other, other.row)],
            [check(Accounts, other), update(Accounts, one, one.row)]
          ],
          (changes) => endOf(storage, changes),
          { concurrency: "unbounded" }
        )
        assert.equal(ends.filter(isRefused).length, 1)
      }
    })
  ),
  rule(
    "1,000 concurrent inserts are all stored",
    Effect.fnUntraced(function* (storage: StorageService) {
      yield* Effect.forEach(
        upTo(1_000),
        (n) => storage.commit([insert(here, Accounts, account(n, { email: `${n}` }))]),
        { concurrency: "unbounded", discard: true }
      )
      assert.deepEqual(
        yield* idsOfPage(storage, here, Accounts, { limit: 2_000 }),
        upTo(1_000).map(accountId)
      )
    })
  )
]
