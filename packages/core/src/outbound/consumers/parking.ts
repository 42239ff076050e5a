import { Clock, Effect, Option } from "effect"
import type { Millis } from "../../kernel/primitives/Timestamp.ts"
import { type EventRecord, eventSubject } from "../../platform/events/EventRecord.ts"
import { type Change, insert } from "../../platform/storage/Change.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import { deploymentScope } from "../../platform/storage/Scope.ts"
import { CommitConflict, Storage } from "../../platform/storage/Storage.ts"
import { type Consumer, waitAfter } from "./Consumer.ts"
import { ParkedCollection, type ParkedRecord } from "./ConsumerRows.ts"
import type { HeldPart } from "./HeldPart.ts"

/** An event that was not handled. `error` is null if it waits behind an event that failed. */
export interface Failure {
  readonly entry: Stored<EventRecord>
  readonly error: string | null
}

/**
 * Parks events, and moves the part past them. An event that is parked already keeps its row. It may
 * come again after its tenant has moved to another database.
 */
export const park = Effect.fnUntraced(function* (
  { name }: Consumer,
  held: HeldPart,
  position: string | null,
  failures: ReadonlyArray<Failure>
) {
  const now = yield* Clock.currentTimeMillis
  const { parked, id } = held.row()
  const parkAll = (own: ReadonlyArray<Failure>) =>
    held.move(
      { position, parked: parked + own.length },
      own.map((failure, nth): Change => {
        const row = rowOf(name, id, parked + nth, failure, now)
        return insert(deploymentScope, ParkedCollection, row)
      })
    )
  yield* Effect.catchIf(parkAll(failures), isParkedAlready, () =>
    Effect.flatMap(newOnes(name, failures), parkAll)
  )
})

const isParkedAlready = (error: unknown): error is CommitConflict =>
  error instanceof CommitConflict && error.collection === ParkedCollection.name

const newOnes = Effect.fnUntraced(function* (name: string, failures: ReadonlyArray<Failure>) {
  const storage = yield* Storage
  return yield* Effect.filter(failures, ({ entry: { row } }) =>
    Effect.map(
      storage.findUnique(deploymentScope, ParkedCollection, "event", `${name}/${row.id}`),
      Option.isNone
    )
  )
})

/** Returns the row of an event that is parked as the `nth` of its part. */
const rowOf = (
  consumer: string,
  part: string,
  nth: number,
  { entry: stored, error }: Failure,
  now: Millis
): ParkedRecord => ({
  id: `${part}/${nth.toString().padStart(15, "0")}`,
  consumer,
  part,
  subject: eventSubject(stored.row),
  scope: stored.scope,
  event: stored.row.id,
  type: stored.row.type,
  status: error === null ? "waiting" : "failing",
  tries: error === null ? 0 : 1,
  dueAt: error === null ? null : now + waitAfter(1),
  error,
  parkedAt: now
})
