import { Effect, Layer } from "effect"
import { alertHook, type OnAlert } from "../events/alertHook.ts"
import { EventCollection, type EventRecord, eventSubject } from "../events/EventRecord.ts"
import type { Change } from "../storage/Change.ts"
import { feedPart } from "../storage/feed.ts"
import { type Job, JobCollection } from "../storage/Job.ts"
import { Storage } from "../storage/Storage.ts"
import { withCommit } from "../storage/withCommit.ts"
import { laneOf, WorkSignal } from "./WorkSignal.ts"

/**
 * Wraps the embedder's storage. Commits with due jobs wake the workers, also those of other
 * processes if the storage can do that. Alerts in commits reach the embedder's hook. Both happen
 * only once the commit is durable, and both are rows, so they survive a crash.
 */
export const observedStorage = <E, R>(
  storage: Layer.Layer<Storage, E, R>,
  { hasWorkers, onAlert }: Observing
) =>
  Layer.effect(
    Storage,
    Effect.gen(function* () {
      const inner = yield* Storage
      const signal = yield* WorkSignal
      const { wakeUps } = inner
      const callHook = alertHook(onAlert)
      if (wakeUps !== undefined && hasWorkers) {
        yield* Effect.acquireRelease(
          Effect.sync(() => wakeUps.hear(signal.wake)),
          (stop) => Effect.sync(stop)
        )
      }
      const observe = (changes: ReadonlyArray<Change>) =>
        Effect.clockWith((clock) => {
          const now = clock.currentTimeMillisUnsafe()
          const kinds = new Set<string>()
          const alerts: Array<EventInsert> = []
          for (const change of changes) {
            if (isJob(change)) {
              if (isDue(change.row, now)) kinds.add(change.row.kind)
            } else if (isEvent(change)) {
              kinds.add(eventKind(feedPart(eventSubject(change.row))))
              if (isAlert(change)) alerts.push(change)
            }
          }
          for (const kind of kinds) signal.wake(kind)
          if (kinds.size > 0) wakeUps?.tell(kindsForOthers(kinds))
          return alerts.length === 0
            ? Effect.void
            : Effect.forEach(alerts, callHook, { discard: true })
        })
      return withCommit(
        inner,
        ({ commit }) =>
          (changes) =>
            changes.some(isWatched)
              ? Effect.flatMap(commit(changes), () => observe(changes))
              : commit(changes)
      )
    })
  ).pipe(Layer.provide(storage))

interface Observing {
  /** True if this process handles the work of other processes' notifications. */
  readonly hasWorkers: boolean
  readonly onAlert: OnAlert
}

type JobWritten = Change & { readonly row: Job }

const isJob = (change: Change): change is JobWritten =>
  "row" in change && change.collection.name === JobCollection.name

const isWatched = (change: Change): boolean => isJob(change) || isEvent(change)

const isDue = ({ dueAt, leasedUntil }: Job, now: number): boolean =>
  dueAt <= now && (leasedUntil ?? now) <= now

type EventInsert = Change & { readonly row: EventRecord }

const isEvent = (change: Change): change is EventInsert =>
  change._tag === "Insert" && change.collection.name === EventCollection.name

const isAlert = ({ row }: EventInsert): boolean => row.type.startsWith("alert.")

/** Other processes get the lanes of jobs, because a commit may have jobs of many endpoints. */
const kindsForOthers = (kinds: ReadonlySet<string>): ReadonlyArray<string> => [
  ...new Set([...kinds].map((kind) => (kind.startsWith(eventPrefix) ? kind : laneOf(kind))))
]

const eventPrefix = "events/"

/** Returns the kind that wakes the readers of a part of the events. */
export const eventKind = (part: number): string => `${eventPrefix}${part}`
