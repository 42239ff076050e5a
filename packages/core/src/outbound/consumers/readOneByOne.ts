import { Effect } from "effect"
import { EventCollection, eventSubject } from "../../platform/events/EventRecord.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import { consumedEvent } from "./ConsumedEvent.ts"
import type { Consumer } from "./Consumer.ts"
import { withDeadline } from "./deadline.ts"
import { deliverBatch } from "./deliverBatch.ts"
import type { HeldPart } from "./HeldPart.ts"
import type { Places } from "./Places.ts"
import { park } from "./parking.ts"

/** After this many events, parked events are tried. */
const inARow = 100

/**
 * Delivers the new events of a part one after another. Each is committed before the next. It is for
 * a consumer whose transaction also moves the position.
 */
export const readOneByOne = Effect.fnUntraced(function* (
  consumer: Consumer,
  places: Places,
  held: HeldPart,
  behind: ReadonlySet<string>
) {
  const storage = yield* Storage
  const { part } = held.row()
  for (let handled = 0; handled < inARow; handled++) {
    const after = held.position()
    const { rows, position, isEnd } = yield* places.inTurn(
      storage.feed(EventCollection, { part, after, limit: 1, onlyReachable: true })
    )
    const [entry] = rows
    if (entry === undefined) {
      held.pass(position)
      return { handled, isEnd }
    }
    const isBehind = behind.has(eventSubject(entry.row))
    const error = isBehind
      ? null
      : yield* withDeadline(consumer.timeoutMs, (deadline) =>
          places.handling.withPermit(
            deliverBatch(consumer, deadline, consumedEvent(entry.scope, entry.row), (commit) =>
              held.move({ position }, [], commit)
            )
          )
        )
    if (isBehind || error !== null) {
      yield* park(consumer, held, position, [{ entry, error }])
      // The parked event must be known before the next event is delivered.
      return { handled: handled + 1, isEnd: false }
    }
  }
  return { handled: inARow, isEnd: false }
})
