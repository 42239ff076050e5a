import { Effect, Exit, Layer } from "effect"
import { currentTime, errorTypeOf, nothingMore, ownSpanOf } from "../../kernel/telemetry/inSpan.ts"
import { seriesOf } from "../../kernel/telemetry/seriesOf.ts"
import type { TelemetryPort } from "../../kernel/telemetry/TelemetryPort.ts"
import type { Change } from "../storage/Change.ts"
import { CommitConflict, Storage, type StoragePort } from "../storage/Storage.ts"
import { withCommit } from "../storage/withCommit.ts"
import { traceRows } from "./traceRows.ts"

/** Measures the changes of a commit that succeeded. */
export type MeasureCommit = (changes: ReadonlyArray<Change>) => void

/**
 * Wraps a storage so that each commit is an event of the span of its work, and commits, claims and
 * reads are measured. Commits are no spans, because a span costs several times as much and would
 * say the same. Reads show in no trace, because there are several in each operation.
 */
export const tracedStorage = <E, R>(
  storage: Layer.Layer<Storage, E, R>,
  port: TelemetryPort,
  measures: ReadonlyArray<MeasureCommit>
): Layer.Layer<Storage, E, R> =>
  Layer.effect(
    Storage,
    Effect.map(Storage, (inner) =>
      Storage.of({
        ...withCommit(inner, ({ commit }) => tracedCommit(commit, inner.system, port, measures)),
        ...measuredReads(inner, port),
        claimDue: measuredClaim(inner, port)
      })
    )
  ).pipe(Layer.provide(storage))

const tracedCommit = (
  commit: StoragePort["commit"],
  system: string | undefined,
  port: TelemetryPort,
  measures: ReadonlyArray<MeasureCommit>
): StoragePort["commit"] => {
  const database = system ?? "other_sql"
  const durations = seriesOf(port, "db.client.operation.duration")
  const committed = durations(database, "commit", null)
  const conflicts = seriesOf(port, "payloom.commit.conflicts")
  const measureFailure = (exit: Exit.Failure<void, unknown>, took: number) => {
    const errorType = errorTypeOf(exit)
    durations(database, "commit", errorType)(took)
    const conflict = conflictOf(exit)
    if (conflict === null) return { "error.type": errorType }
    const { collection, reason } = conflict
    conflicts(collection, reason)(1)
    return { "error.type": errorType, "db.collection.name": collection }
  }
  return (changes) =>
    Effect.withFiber((fiber) => {
      const current = fiber.cache.span
      const span = current?.sampled === true ? current : null
      const began = port.seconds()
      const committing = commit(span === null ? changes : traceRows(changes, span))
      return Effect.onExitPrimitive(committing, (exit) => {
        const took = port.seconds() - began
        const failure = Exit.isSuccess(exit) ? null : measureFailure(exit, took)
        if (failure === null) {
          committed(took)
          for (const measure of measures) measure(changes)
          if (span === null) return nothingMore
        }
        const duration = { "payloom.duration": took }
        const seen = failure === null ? duration : { ...duration, ...failure }
        ownSpanOf(span)?.event("commit", currentTime, seen)
        return nothingMore
      })
    })
}

const conflictOf = (exit: Exit.Failure<unknown, unknown>): CommitConflict | null => {
  for (const reason of exit.cause.reasons) {
    if (reason._tag === "Fail" && reason.error instanceof CommitConflict) return reason.error
  }
  return null
}

const measuredClaim = (inner: StoragePort, port: TelemetryPort): StoragePort["claimDue"] => {
  const durations = seriesOf(port, "db.client.operation.duration")
  const claimed = durations(inner.system ?? "other_sql", "claim", null)
  return (query) =>
    Effect.suspend(() => {
      const began = port.seconds()
      return Effect.map(inner.claimDue(query), (jobs) => {
        claimed(port.seconds() - began)
        return jobs
      })
    })
}

/** The share of reads whose time is measured, because measuring each costs more than the read. */
const readsPerMeasured = 16

/** Counts all reads, and measures the time of one in sixteen. */
const measuredReads = (inner: StoragePort, port: TelemetryPort): Partial<StoragePort> => {
  const database = inner.system ?? "other_sql"
  const reads = seriesOf(port, "payloom.storage.reads")
  const durations = seriesOf(port, "db.client.operation.duration")
  let untilMeasured = readsPerMeasured
  const measured = (name: string) => {
    const count = reads(name)
    const record = durations(database, name, null)
    return <A, E, R>(reading: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
      count(1)
      untilMeasured -= 1
      if (untilMeasured > 0) return reading
      untilMeasured = readsPerMeasured
      return Effect.suspend(() => {
        const began = port.seconds()
        return Effect.map(reading, (found) => {
          record(port.seconds() - began)
          return found
        })
      })
    }
  }
  const get = measured("get")
  const getMany = measured("get_many")
  const find = measured("find")
  const page = measured("page")
  const feed = measured("feed")
  const sums = measured("sums")
  return {
    get: (scope, of, id) => get(inner.get(scope, of, id)),
    getMany: (scope, of, ids) => getMany(inner.getMany(scope, of, ids)),
    findUnique: (scope, of, key, value) => find(inner.findUnique(scope, of, key, value)),
    page: (scope, of, query) => page(inner.page(scope, of, query)),
    feed: (of, query) => feed(inner.feed(of, query)),
    sums: (scope, of, name, query) => sums(inner.sums(scope, of, name, query))
  }
}
