import assert from "node:assert/strict"
import {
  type ClaimQuery,
  insert,
  type Job,
  JobCollection,
  postponeJob,
  remove,
  type Scope,
  update
} from "@payloom/core"
import { Effect, Option } from "effect"
import { Accounts, account, accountId, here, hereInTest, job, there, upTo } from "./contractRows.ts"
import { expectNoRow, expectRefusal, ids, rowOf } from "./expectations.ts"
import { rule, type StorageService } from "./StorageRule.ts"

const claim = (storage: StorageService, query: Partial<ClaimQuery> = {}) =>
  storage.claimDue({ now: 1_000, leaseUntil: 2_000, limit: 100, perTenant: 100, ...query })

const add = (storage: StorageService, scope: Scope, ...jobs: ReadonlyArray<Job>) =>
  storage.commit(jobs.map((row) => insert(scope, JobCollection, row)))

const jobId = (n: number): string => job(n).id

const claimRules = [
  rule(
    "jobs are claimed in the order of due time and id across scopes, and only if they are due",
    Effect.fnUntraced(function* (storage: StorageService) {
      yield* add(storage, here, job(5, { dueAt: 500 }), job(2, { dueAt: 700 }))
      yield* add(storage, there, job(1, { dueAt: 700 }), job(4, { dueAt: 1_000 }))
      yield* add(storage, hereInTest, job(3, { dueAt: 1_001 }), job(6, { dueAt: -5 }))
      const claimed = yield* claim(storage)
      assert.deepEqual(ids(claimed), [6, 5, 1, 2, 4].map(jobId))
      assert.deepEqual(
        claimed.map(({ scope }) => scope),
        [hereInTest, here, there, here, there]
      )
    })
  ),
  rule(
    "a claim takes at most its limit, and the next claim continues after it",
    Effect.fnUntraced(function* (storage: StorageService) {
      yield* add(storage, here, ...upTo(5).map((n) => job(n)))
      assert.deepEqual(ids(yield* claim(storage, { limit: 2 })), [1, 2].map(jobId))
      assert.deepEqual(ids(yield* claim(storage, { limit: 2 })), [3, 4].map(jobId))
      assert.deepEqual(ids(yield* claim(storage, { limit: 0 })), [])
      assert.deepEqual(ids(yield* claim(storage, { limit: 2 })), [5].map(jobId))
      assert.deepEqual(ids(yield* claim(storage, { limit: 2 })), [])
    })
  ),
  rule(
    "a claim sets the lease of a job and raises its version, and changes nothing else",
    Effect.fnUntraced(function* (storage: StorageService) {
      yield* add(storage, here, job(1))
      const [claimed] = yield* claim(storage)
      assert.deepEqual(claimed, {
        scope: here,
        row: job(1, { leasedUntil: 2_000 }),
        version: 2
      })
      assert.deepEqual(yield* rowOf(storage, here, JobCollection, jobId(1)), claimed)
    })
  ),
  rule(
    "a leased job is claimed again only after its lease has ended",
    Effect.fnUntraced(function* (storage: StorageService) {
      yield* add(storage, here, job(1))
      assert.equal((yield* claim(storage)).length, 1)
      assert.equal((yield* claim(storage, { now: 1_999, leaseUntil: 3_000 })).length, 0)
      const [again] = yield* claim(storage, { now: 2_000, leaseUntil: 3_000 })
      assert.deepEqual([again?.version, again?.row], [3, job(1, { leasedUntil: 3_000 })])
    })
  ),
  rule(
    "a job whose lease ends before it is due is claimed once it is due",
    Effect.fnUntraced(function* (storage: StorageService) {
      yield* add(storage, here, job(1, { dueAt: 5_000, leasedUntil: 2_000 }))
      assert.deepEqual(yield* storage.nextDue(), Option.some(5_000))
      assert.deepEqual(ids(yield* claim(storage, { now: 4_999, leaseUntil: 9_000 })), [])
      assert.deepEqual(ids(yield* claim(storage, { now: 5_000, leaseUntil: 9_000 })), [jobId(1)])
    })
  ),
  rule(
    "a tenant gets at most its share of a claim, with both modes counted together",
    Effect.fnUntraced(function* (storage: StorageService) {
      yield* add(storage, here, ...upTo(40).map((n) => job(n, { dueAt: 1 })))
      yield* add(storage, hereInTest, ...upTo(40).map((n) => job(100 + n, { dueAt: 2 })))
      yield* add(storage, there, ...upTo(4).map((n) => job(200 + n, { dueAt: 3 })))
      const share = { limit: 10, perTenant: 3 }
      const first = ids(yield* claim(storage, share))
      assert.deepEqual(first, [1, 2, 3, 201, 202, 203].map(jobId))
      const second = ids(yield* claim(storage, share))
      assert.deepEqual(second, [4, 5, 6, 204].map(jobId))
      assert.deepEqual(ids(yield* claim(storage, { limit: 2, perTenant: 3 })), [7, 8].map(jobId))
      assert.deepEqual(ids(yield* claim(storage, { limit: 2, perTenant: 0 })), [])
    })
  ),
  rule(
    "jobs of other tenants are claimed within a few claims, although one tenant has thousands",
    Effect.fnUntraced(function* (storage: StorageService) {
      for (let thousand = 0; thousand < 5; thousand++) {
        const first = thousand * 1000
        yield* add(storage, here, ...upTo(1000).map((n) => job(first + n, { dueAt: 1 })))
      }
      yield* add(storage, there, job(9001, { dueAt: 2 }), job(9002, { dueAt: 3 }))
      const claims: Array<ReadonlyArray<string>> = []
      while (!claims.flat().includes(jobId(9002)) && claims.length < 10) {
        claims.push(ids(yield* claim(storage, { limit: 4, perTenant: 2 })))
      }
      assert.deepEqual(claims.at(-1)?.slice(-2), [9001, 9002].map(jobId))
      const ofHere = claims.flatMap((each) => each.filter((id) => id < jobId(9001)))
      assert.deepEqual(ofHere, upTo(2 * claims.length).map(jobId))
    })
  ),
  rule(
    "a claim takes at most its limit of each kind, ordered by due time across kinds",
    Effect.fnUntraced(function* (storage: StorageService) {
      const kinds = ["expire_authorization", "expire_payment", "recover_attempt"] as const
      const jobs = upTo(30).map((n) => job(n, { dueAt: n, kind: kinds[n % 3] ?? kinds[0] }))
      yield* add(storage, here, ...jobs.filter((_, at) => at % 2 === 0))
      yield* add(storage, hereInTest, ...jobs.filter((_, at) => at % 2 === 1))
      const perKind = { expire_payment: 2, recover_attempt: 0 }
      const first = ids(yield* claim(storage, { kinds, perKind, limit: 5 }))
      assert.deepEqual(first, [1, 3, 4, 6, 9].map(jobId))
      const second = ids(yield* claim(storage, { kinds, perKind: { ...perKind, none: 7 } }))
      assert.deepEqual(second, [7, 10, 12, 15, 18, 21, 24, 27, 30].map(jobId))
    })
  ),
  rule(
    "a claim of some kinds leaves jobs of other kinds",
    Effect.fnUntraced(function* (storage: StorageService) {
      yield* add(
        storage,
        here,
        job(1),
        job(2, { kind: "expire_authorization" }),
        job(3, { kind: "expire_payment" }),
        job(4, { kind: "expire_authorization" })
      )
      assert.deepEqual(ids(yield* claim(storage, { kinds: [] })), [])
      assert.deepEqual(
        ids(yield* claim(storage, { kinds: ["expire_authorization"] })),
        [2, 4].map(jobId)
      )
      const rest = yield* claim(storage, { kinds: ["expire_payment", "recover_attempt"] })
      assert.deepEqual(ids(rest), [1, 3].map(jobId))
    })
  ),
  rule(
    "concurrent claims take each job exactly once",
    Effect.fnUntraced(function* (storage: StorageService) {
      yield* add(storage, here, ...upTo(40).map((n) => job(n)))
      const claims = yield* Effect.forEach(
        upTo(10),
        () => Effect.andThen(Effect.yieldNow, claim(storage, { limit: 5 })),
        { concurrency: "unbounded" }
      )
      assert.deepEqual(claims.flatMap(ids).toSorted(), upTo(40).map(jobId))
    })
  )
]

const fenceRules = [
  rule(
    "a worker that still holds its lease finishes its job in the commit of the effect",
    Effect.fnUntraced(function* (storage: StorageService) {
      yield* add(storage, here, job(1), job(2))
      const [first, second] = yield* claim(storage)
      assert.ok(first !== undefined && second !== undefined)
      yield* storage.commit([insert(here, Accounts, account(1)), remove(JobCollection, first)])
      yield* storage.commit([postponeJob(second, 5_000)])
      yield* expectNoRow(storage, here, JobCollection, jobId(1))
      assert.deepEqual(ids(yield* claim(storage, { now: 4_999, leaseUntil: 9_000 })), [])
      assert.deepEqual(ids(yield* claim(storage, { now: 5_000, leaseUntil: 9_000 })), [jobId(2)])
    })
  ),
  rule(
    "a worker that lost its lease changes nothing: its whole commit is stale",
    Effect.fnUntraced(function* (storage: StorageService) {
      yield* add(storage, here, job(1))
      const [slow] = yield* claim(storage)
      const [quick] = yield* claim(storage, { now: 2_500, leaseUntil: 3_500 })
      assert.ok(slow !== undefined && quick !== undefined)
      const stale = ["stale", JobCollection, jobId(1)] as const
      const effect = insert(here, Accounts, account(1))
      yield* expectRefusal(storage, [effect, remove(JobCollection, slow)], stale)
      yield* expectRefusal(storage, [effect, postponeJob(slow, 9_000)], stale)
      yield* expectNoRow(storage, here, Accounts, accountId(1))
      yield* storage.commit([effect, remove(JobCollection, quick)])
      yield* expectRefusal(
        storage,
        [remove(JobCollection, slow)],
        ["missing", JobCollection, jobId(1)]
      )
    })
  ),
  rule(
    "a job that is changed before it is claimed is claimed with its changes",
    Effect.fnUntraced(function* (storage: StorageService) {
      yield* add(storage, here, job(1, { dueAt: 9_000 }))
      const stored = yield* rowOf(storage, here, JobCollection, jobId(1))
      yield* storage.commit([
        update(JobCollection, stored, { ...stored.row, dueAt: 10, kind: "expire_authorization" })
      ])
      const [claimed] = yield* claim(storage, { kinds: ["expire_authorization"] })
      assert.deepEqual(
        [claimed?.row.kind, claimed?.row.dueAt, claimed?.version],
        ["expire_authorization", 10, 3]
      )
    })
  ),
  rule(
    "nextDue is the earliest time at which a job can be claimed: due and without a lease",
    Effect.fnUntraced(function* (storage: StorageService) {
      const expectNext = Effect.fnUntraced(function* (expected: number | null) {
        assert.deepEqual(yield* storage.nextDue(), Option.fromNullOr(expected))
      })
      yield* expectNext(null)
      yield* add(storage, here, job(1, { dueAt: 900 }))
      yield* add(storage, there, job(2, { dueAt: 3_000 }))
      yield* expectNext(900)
      const [first] = yield* claim(storage)
      assert.ok(first !== undefined)
      yield* expectNext(2_000)
      assert.deepEqual(ids(yield* claim(storage, { now: 1_999, leaseUntil: 2_999 })), [])
      const [again] = yield* claim(storage, { now: 2_000, leaseUntil: 3_500 })
      assert.ok(again !== undefined)
      yield* expectNext(3_000)
      yield* storage.commit([remove(JobCollection, again)])
      yield* expectNext(3_000)
      const last = yield* rowOf(storage, there, JobCollection, jobId(2))
      yield* storage.commit([remove(JobCollection, last)])
      yield* expectNext(null)
    })
  ),
  rule(
    "dueJobs are the jobs of a scope that are due before a time, leased or not, in order",
    Effect.fnUntraced(function* (storage: StorageService) {
      yield* add(
        storage,
        here,
        job(1, { dueAt: 900 }),
        job(2, { dueAt: 800, kind: "expire_payment" }),
        job(3, { dueAt: 1_000 }),
        job(4, { dueAt: 900 })
      )
      yield* add(storage, there, job(5, { dueAt: 700 }))
      const due = (dueBefore: number, limit: number) =>
        Effect.map(storage.dueJobs(here, dueBefore, limit), ids)
      assert.deepEqual(yield* due(1_000, 9), [2, 1, 4].map(jobId))
      assert.deepEqual(yield* due(1_000, 2), [2, 1].map(jobId))
      assert.deepEqual(yield* due(800, 9), [])
      assert.deepEqual(yield* due(1_000, 0), [])
      yield* claim(storage)
      assert.deepEqual(yield* due(1_000, 9), [2, 1, 4].map(jobId))
    })
  ),
  rule(
    "nextDue of some kinds regards only jobs of these kinds, leased or not",
    Effect.fnUntraced(function* (storage: StorageService) {
      yield* add(storage, here, job(1, { dueAt: 900 }), job(2, { kind: "expire_payment" }))
      const other = ["expire_payment", "expire_session"]
      assert.deepEqual(yield* storage.nextDue(["recover_attempt"]), Option.some(900))
      assert.deepEqual(yield* storage.nextDue(other), Option.some(job(2).dueAt))
      assert.deepEqual(yield* storage.nextDue(["expire_session"]), Option.none())
      assert.deepEqual(yield* storage.nextDue([]), Option.none())
      assert.equal((yield* claim(storage, { kinds: other })).length, 1)
      assert.deepEqual(yield* storage.nextDue(other), Option.some(2_000))
      assert.deepEqual(yield* storage.nextDue(["recover_attempt"]), Option.some(900))
    })
  )
]

/** The rules of jobs: claims, leases and fences. */
export const jobRules = [...claimRules, ...fenceRules]
