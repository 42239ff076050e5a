import { Cause, Clock, Effect, Layer, Option } from "effect"
import { announceExpiries } from "../cards/announceExpiries.ts"
import { expireSession } from "../checkout/endSession.ts"
import { expireAuthentication } from "../checkout/expireAuthentication.ts"
import { EngineConfig } from "../EngineOptions.ts"
import { IdempotencyRecordCollection, keyRetentionMs } from "../idempotency/IdempotencyRecord.ts"
import { idBounds } from "../ids/Moment.ts"
import { recoverAttempt } from "../payments/attempts/recoverAttempt.ts"
import { expirePayment } from "../payments/cancelPayment.ts"
import {
  alertAuthorization,
  expireAuthorization
} from "../payments/modifications/authorizationJobs.ts"
import { carryOutModification } from "../payments/modifications/carryOutModification.ts"
import { NotificationCollection } from "../providers/receiveNotification.ts"
import { Underway } from "../providers/Underway.ts"
import type { Stored } from "../storage/Collection.ts"
import { CommitConflict, Storage } from "../storage/Storage.ts"
import { hourMs } from "../values/durations.ts"
import { heldBack, type Job, type JobKind, waitBeforeAskingAgain } from "./Job.ts"
import { keepingLease, leaseMs } from "./keepingLease.ts"
import { WorkSignal } from "./WorkSignal.ts"

/** What each kind of job does. It commits the job's end, or its next time, with its effect. */
const handlers = {
  recover_attempt: recoverAttempt,
  carry_out_modification: carryOutModification,
  alert_authorization: alertAuthorization,
  expire_authorization: expireAuthorization,
  expire_payment: expirePayment,
  announce_expiries: announceExpiries,
  expire_authentication: expireAuthentication,
  expire_session: expireSession
} satisfies Record<JobKind, (job: Stored<Job>) => Effect.Effect<unknown, unknown, unknown>>

/** Leases up to so many jobs that are due, at most half of them for one tenant. */
const claim = Effect.fnUntraced(function* (limit: number) {
  const storage = yield* Storage
  const now = yield* Clock.currentTimeMillis
  return yield* storage.claimDue({
    now,
    leaseUntil: now + leaseMs,
    limit,
    perTenant: Math.ceil(limit / 2)
  })
})

/**
 * Claims and runs every job that is due, several at a time, until none is left; answers how many
 * ran. For tests, cron, and programs that run no workers.
 */
export const runDue = Effect.fnUntraced(function* () {
  const underway = yield* Underway
  const { workerConcurrency } = yield* EngineConfig
  let ran = 0
  for (;;) {
    const claimed = yield* claim(workerConcurrency)
    if (claimed.length === 0) break
    yield* underway.finish(
      Effect.forEach(claimed, runJob, { concurrency: "unbounded", discard: true })
    )
    ran += claimed.length
  }
  return ran
})

/** A job that fails is tried again later; one whose lease was lost belongs to someone else. */
const runJob = Effect.fnUntraced(function* (job: Stored<Job>) {
  const handler: (job: Stored<Job>) => ReturnType<(typeof handlers)[JobKind]> =
    handlers[job.row.kind]
  const { kind, subject } = job.row
  yield* keepingLease(
    job,
    Effect.catchCause(handler(job), (cause) => tryLater(job, cause))
  ).pipe(Effect.annotateLogs({ job: kind, subject }))
})

const tryLater = Effect.fnUntraced(function* (job: Stored<Job>, cause: Cause.Cause<unknown>) {
  const storage = yield* Storage
  const now = yield* Clock.currentTimeMillis
  const { tries } = job.row
  if (!lostRace(cause)) {
    yield* Effect.logWarning("A job failed and will be tried again.", cause)
  }
  yield* Effect.ignore(
    storage.commit([heldBack(job, now + waitBeforeAskingAgain(Math.max(tries - 1, 0)))])
  )
})

/** Someone else was faster, which is no failure: the next look finds what is left to do. */
const lostRace = (cause: Cause.Cause<unknown>): boolean =>
  Option.exists(Cause.findErrorOption(cause), (error) => error instanceof CommitConflict)

const sweepEveryMs = hourMs
const sweepBatch = 1000

/** Deletes idempotency records and notices that are two days old; they answer no one any more. */
export const sweepExpired = Effect.fnUntraced(function* () {
  const storage = yield* Storage
  const before = (yield* Clock.currentTimeMillis) - 2 * keyRetentionMs
  let swept = 0
  let batch: number
  do {
    batch = yield* storage.sweep(
      IdempotencyRecordCollection,
      idBounds("idem", before).first,
      sweepBatch
    )
    swept += batch
  } while (batch === sweepBatch)
  do {
    batch = yield* storage.sweep(
      NotificationCollection,
      idBounds("notice", before).first,
      sweepBatch
    )
    swept += batch
  } while (batch === sweepBatch)
  return swept
})

/**
 * Runs jobs until the scope closes: as they fall due, when this process makes one, and by a look
 * every `pollMs` for what other processes made. A slow job holds up none but itself, and those
 * under way are finished on closing.
 */
export const workers = Layer.effectDiscard(
  Effect.gen(function* () {
    const signal = yield* WorkSignal
    const underway = yield* Underway
    const { pollMs, workerConcurrency } = yield* EngineConfig
    // A single free place would always go to what is due longest: to the tenant with most to do.
    const fewest = Math.min(2, workerConcurrency)
    let free = workerConcurrency
    let nextSweep = 0
    const start = Effect.fnUntraced(function* (job: Stored<Job>) {
      free -= 1
      const done = Effect.sync(() => {
        free += 1
        signal.wake()
      })
      yield* Effect.forkDetach(Effect.ensuring(underway.finish(runJob(job)), done))
    })
    const round = Effect.gen(function* () {
      const claimed = free < fewest ? [] : yield* claim(free)
      yield* Effect.forEach(claimed, start, { discard: true })
      const now = yield* Clock.currentTimeMillis
      if (now >= nextSweep) {
        nextSweep = now + sweepEveryMs
        yield* sweepExpired()
      }
      if (claimed.length > 0) return
      yield* signal.wait(free < fewest ? pollMs : yield* untilNextJob(pollMs))
    })
    const patient = Effect.catchCause(round, (cause) =>
      Effect.andThen(Effect.logWarning("A worker's round failed.", cause), Effect.sleep(pollMs))
    )
    yield* Effect.forkScoped(Effect.forever(patient))
  })
)

const untilNextJob = Effect.fnUntraced(function* (atMostMs: number) {
  const storage = yield* Storage
  const due = yield* storage.nextDue()
  const now = yield* Clock.currentTimeMillis
  return Option.isNone(due) ? atMostMs : Math.min(Math.max(due.value - now, 0), atMostMs)
})
