import { Clock, Effect, Option, Schema } from "effect"
import { inputChecker } from "../../kernel/input/decodeInput.ts"
import { ResourceNotFound } from "../../kernel/input/ResourceNotFound.ts"
import { list } from "../../platform/pagination/List.ts"
import {
  type BothWaysCursor,
  cursorFields,
  type PageLimit
} from "../../platform/pagination/ListQuery.ts"
import { signedPage } from "../../platform/pagination/signedPage.ts"
import { update, updated } from "../../platform/storage/Change.ts"
import { retryConflicts } from "../../platform/storage/retryConflicts.ts"
import { deploymentScope } from "../../platform/storage/Scope.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import { ParkedCollection, type ParkedRecord, ParkedStatus } from "./ConsumerRows.ts"
import { ConsumerName } from "./consume.ts"
import { toParkedEvent } from "./ParkedEvent.ts"

/** The query of a page of parked events. The default limit is 20. */
export interface ListParkedEvents extends PageLimit, BothWaysCursor {
  /** Only events of this consumer. */
  readonly consumer?: string
  /** Only events in this status. */
  readonly status?: ParkedStatus
}
const ListParkedEvents = Schema.Struct({
  ...cursorFields,
  consumer: Schema.optionalKey(ConsumerName),
  status: Schema.optionalKey(ParkedStatus)
})

const checkInput = inputChecker(ListParkedEvents)

/**
 * Returns a page of the events that consumers could not handle, in the order in which they were
 * parked.
 */
export const listParkedEvents = Effect.fnUntraced(function* (query: ListParkedEvents = {}) {
  const { consumer, status, ...cursor } = yield* Effect.fromResult(checkInput(query))
  const { rows, nextCursor } = yield* signedPage({
    of: ParkedCollection,
    binding: {
      scope: deploymentScope,
      list: "parked_events",
      filters: [consumer ?? null, status ?? null]
    },
    where: {
      ...(consumer === undefined ? {} : { consumer }),
      ...(status === undefined ? {} : { status })
    },
    order: "asc",
    defaultLimit: 20,
    ...cursor
  })
  return list(
    rows.map(({ row }) => toParkedEvent(row)),
    nextCursor
  )
})

/**
 * Delivers a parked event to its consumer again, now and with all retries. Returns its new state.
 */
export const replayParkedEvent = Effect.fnUntraced(function* (consumer: string, event: string) {
  return yield* retryConflicts(replayOnce(consumer, event))
})

const replayOnce = Effect.fnUntraced(function* (consumer: string, event: string) {
  const storage = yield* Storage
  const key = `${consumer}/${event}`
  const found = yield* storage.findUnique(deploymentScope, ParkedCollection, "event", key)
  if (Option.isNone(found)) {
    return yield* new ResourceNotFound({ object: "parked_event", id: event })
  }
  const now = yield* Clock.currentTimeMillis
  const row: ParkedRecord = { ...found.value.row, status: "failing", tries: 0, dueAt: now }
  yield* storage.commit([update(ParkedCollection, found.value, row)])
  return toParkedEvent(updated(found.value, row).row)
})
