import assert from "node:assert/strict"
import { insert, JobCollection, remove, storedRow, update } from "@payloom/core"
import { Effect, Option } from "effect"
import {
  Accounts,
  account,
  accountId,
  Entries,
  here,
  hereInTest,
  job,
  line,
  there,
  upTo
} from "./contractRows.ts"
import { expectNoRow, expectRefusal, ids, idsOfPage, rowOf } from "./expectations.ts"
import { durableRule, type StorageService } from "./StorageRule.ts"

/** The rules for storages whose data outlives the process. */
export const durabilityRules = [
  durableRule(
    "rows, versions and indexes are kept after opening again",
    Effect.fnUntraced(function* (storage: StorageService) {
      yield* storage.commit([
        insert(
          here,
          Accounts,
          account(1, { email: "e", handle: "h", note: "👋", balance: 2n ** 63n })
        ),
        insert(here, Accounts, account(2)),
        insert(hereInTest, Entries, line(1))
      ])
      yield* storage.commit([insert(there, Accounts, account(1, { status: "held", owner: "o" }))])
      const first = yield* rowOf(storage, here, Accounts, accountId(1))
      const second = yield* rowOf(storage, here, Accounts, accountId(2))
      yield* storage.commit([
        update(Accounts, first, { ...first.row, status: "closed" }),
        remove(Accounts, second)
      ])
    }),
    Effect.fnUntraced(function* (storage: StorageService) {
      const first = yield* rowOf(storage, here, Accounts, accountId(1))
      const fields = { email: "e", handle: "h", note: "👋", balance: 2n ** 63n, status: "closed" }
      assert.deepEqual(first, { scope: here, row: account(1, fields), version: 2 })
      yield* expectNoRow(storage, here, Accounts, accountId(2))
      assert.deepEqual(
        yield* idsOfPage(storage, there, Accounts, { where: { status: "held", owner: "o" } }),
        [accountId(1)]
      )
      assert.deepEqual(
        yield* storage.findUnique("any", Accounts, "handle", "h"),
        Option.some(first)
      )
      assert.deepEqual((yield* rowOf(storage, hereInTest, Entries, line(1).id)).row, line(1))
    })
  ),
  durableRule(
    "ids and unique keys stay taken after opening again",
    Effect.fnUntraced(function* (storage: StorageService) {
      yield* storage.commit([insert(here, Accounts, account(1, { email: "e", handle: "h" }))])
    }),
    Effect.fnUntraced(function* (storage: StorageService) {
      yield* expectRefusal(
        storage,
        [insert(here, Accounts, account(1))],
        ["id_taken", Accounts, accountId(1)]
      )
      yield* expectRefusal(
        storage,
        [insert(here, Accounts, account(2, { email: "e" }))],
        ["key_taken", Accounts, "email"]
      )
      yield* expectRefusal(
        storage,
        [insert(there, Accounts, account(2, { handle: "h" }))],
        ["key_taken", Accounts, "handle"]
      )
    })
  ),
  durableRule(
    "leases outlive the process that took them, and still fence its commits",
    Effect.fnUntraced(function* (storage: StorageService) {
      yield* storage.commit([
        insert(here, JobCollection, job(1)),
        insert(here, JobCollection, job(2))
      ])
      const query = { now: 1_000, leaseUntil: 2_000, limit: 1, perTenant: 1 }
      assert.equal((yield* storage.claimDue(query)).length, 1)
    }),
    Effect.fnUntraced(function* (storage: StorageService) {
      assert.deepEqual(yield* storage.nextDue(), Option.some(1_000))
      const query = { now: 1_500, leaseUntil: 2_500, limit: 10, perTenant: 10 }
      assert.deepEqual(ids(yield* storage.claimDue(query)), [job(2).id])
      const leased = yield* rowOf(storage, here, JobCollection, job(1).id)
      assert.deepEqual([leased.version, leased.row.leasedUntil], [2, 2_000])
      yield* expectRefusal(
        storage,
        [remove(JobCollection, storedRow(here, leased.row, 1))],
        ["stale", JobCollection, job(1).id]
      )
    })
  ),
  durableRule(
    "many concurrent commits are all kept after opening again",
    (storage: StorageService) =>
      Effect.forEach(
        upTo(500),
        (n) => storage.commit([insert(here, Accounts, account(n, { email: `${n}` }))]),
        { concurrency: "unbounded", discard: true }
      ),
    Effect.fnUntraced(function* (storage: StorageService) {
      assert.deepEqual(
        yield* idsOfPage(storage, here, Accounts, { limit: 1_000 }),
        upTo(500).map(accountId)
      )
    })
  )
]
