import { Clock, Effect, Option, type Semaphore } from "effect"
import type { Millis } from "../../kernel/primitives/Timestamp.ts"
import { AlertCollection } from "../../platform/events/AlertRecord.ts"
import { EventCollection } from "../../platform/events/EventRecord.ts"
import { remove, update, updated } from "../../platform/storage/Change.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import { deploymentScope } from "../../platform/storage/Scope.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import { currentCommitContext } from "../../platform/tenants/accountSettings.ts"
import { consumedEvent } from "./ConsumedEvent.ts"
import { type Consumer, mostParked, mostTries, waitAfter } from "./Consumer.ts"
import { type ConsumerPart, ParkedCollection, type ParkedRecord } from "./ConsumerRows.ts"
import { type Deadline, withDeadline } from "./deadline.ts"
import { deliverBatch, type Settle } from "./deliverBatch.ts"
import type { HeldPart } from "./HeldPart.ts"
import { recordSetAside } from "./ParkedEvent.ts"

/**
 * Reads the parked events of a part that are still to be tried, in the order in which they were
 * parked. A part that never parked an event is not queried. Its row counts them in the commit that
 * parks.
 */
const parkedOf = (storage: Storage["Service"], { id, parked }: ConsumerPart) =>
  parked === 0
    ? Effect.succeed<ReadonlyArray<Stored<ParkedRecord>>>([])
    : storage.page(deploymentScope, ParkedCollection, {
        where: { queue: id },
        order: "asc",
        // One batch may exceed the limit before it is checked.
        limit: 2 * mostParked
      })

/** Tries the due events of a part. Events that wait behind an event follow after it succeeded. */
export const retryParked = Effect.fnUntraced(function* (
  consumer: Consumer,
  places: Semaphore.Semaphore,
  held: HeldPart
) {
  const storage = yield* Storage
  const now = yield* Clock.currentTimeMillis
  const parked = yield* parkedOf(storage, held.row())
  const due = queuesOf(parked).filter(([head]) => head !== undefined && dueAt(head.row) <= now)
  const tried =
    due.length === 0
      ? []
      : yield* withDeadline(consumer.timeoutMs, (deadline) =>
          Effect.forEach(due, (queue) => tryQueue({ consumer, places, held, deadline }, queue), {
            concurrency: "unbounded"
          })
        )
  const handled = tried.reduce((sum, count) => sum + count, 0)
  const left = handled === 0 ? parked : yield* parkedOf(storage, held.row())
  // An event waits for the head of its queue, even if its own due time has come, for example by a
  // replay.
  const next = Math.min(...queuesOf(left).flatMap(([head]) => head?.row.dueAt ?? []))
  return {
    handled,
    left: left.length,
    /** The objects of the parked events. Later events of these objects wait behind them. */
    subjects: new Set(left.map(({ row }) => row.subject)),
    nextDue: next === Number.POSITIVE_INFINITY ? null : next
  }
})

/** Returns the events of each object, in order. */
const queuesOf = (parked: ReadonlyArray<Stored<ParkedRecord>>) => [
  ...Map.groupBy(parked, ({ row }) => row.subject).values()
]

/** A head of a queue without a due time is due now. */
const dueAt = ({ dueAt }: ParkedRecord): Millis => dueAt ?? 0

interface Trying {
  readonly consumer: Consumer
  readonly places: Semaphore.Semaphore
  readonly held: HeldPart
  readonly deadline: Deadline
}

/** Tries the events of one object in order. Returns the number of tried events. */
const tryQueue = Effect.fnUntraced(function* (
  trying: Trying,
  queue: ReadonlyArray<Stored<ParkedRecord>>
) {
  for (const [at, parked] of queue.entries()) {
    const isThrough = yield* trying.places.withPermit(tryOne(trying, parked))
    if (!isThrough) return at + 1
  }
  return queue.length
})

/** Returns true if the events behind it may follow. */
const tryOne = Effect.fnUntraced(function* (
  { consumer, held, deadline }: Trying,
  parked: Stored<ParkedRecord>
) {
  const storage = yield* Storage
  const { scope, event: id } = parked.row
  const event = yield* storage.get(scope, EventCollection, id)
  const settle: Settle = (commit) => held.move({}, [remove(ParkedCollection, parked)], commit)
  const error = Option.isNone(event)
    ? yield* Effect.as(settle(), null)
    : yield* deliverBatch(consumer, deadline, consumedEvent(scope, event.value.row), settle)
  if (error === null) return true
  const now = yield* Clock.currentTimeMillis
  const tries = parked.row.tries + 1
  const isOver = tries >= mostTries
  const row: ParkedRecord = {
    ...parked.row,
    status: isOver ? "set_aside" : "failing",
    tries,
    dueAt: isOver ? null : now + waitAfter(tries),
    error
  }
  if (isOver) yield* raiseAlert(held, updated(parked, row), parked.row.dueAt ?? 0)
  yield* held.move({}, [update(ParkedCollection, parked, row)])
  return isOver
})

/**
 * Raises the alert of an event that is about to be set aside, in a commit of the event's tenant. A
 * process that dies before the event's own commit leaves the alert, and the next process finds it.
 * Every earlier alert of the event is older than the due time of its last try. A failed alert
 * raises no other alert, because that would never end.
 */
const raiseAlert = Effect.fnUntraced(function* (
  held: HeldPart,
  parked: Stored<ParkedRecord>,
  dueAt: Millis
) {
  const { id, scope, type } = parked.row
  if (type.startsWith("alert.")) return
  const storage = yield* Storage
  // A process that lost the part's lease fails here, and raises no alert.
  yield* held.move({})
  const [last] = yield* storage.page(scope, AlertCollection, {
    where: { subject: id },
    order: "desc",
    limit: 1
  })
  if (last !== undefined && last.row.created >= dueAt) return
  yield* storage.commit(recordSetAside(yield* currentCommitContext(scope), parked))
})
