import type { StorageUnavailable } from "@payloom/core"
import { Effect } from "effect"
import type { Connection } from "./Connection.ts"
import { asking } from "./failureOf.ts"
import type { KeptSums } from "./KeptSums.ts"
import { isLocked } from "./lockWaits.ts"

/** So few rows are read for each question: it takes less than to write. */
const fewRows = 16

/** More than these take too long to be read for a question, so they are waited for. */
const manyRows = 500

const rowsAtOnce = 250

/**
 * Has all rows but a few in the sums. Where they are many, as after an upgrade, others have their
 * turn in between, and the lock is waited for; where they are not, one that another connection has
 * is in nobody's way. Who dies half-way has added what it committed.
 */
export const summedUp = (
  connection: Connection,
  sums: KeptSums
): Effect.Effect<void, StorageUnavailable> =>
  Effect.flatMap(
    asking(connection, () => sums.rest()),
    (rest) => {
      if (rest <= fewRows) return Effect.void
      if (rest <= manyRows) return asking(connection, () => addUnlessLocked(sums))
      const adding = asking(connection, () => sums.add(rowsAtOnce))
      return adding.pipe(
        Effect.andThen(Effect.yieldNow),
        Effect.andThen(Effect.suspend(() => summedUp(connection, sums)))
      )
    }
  )

const addUnlessLocked = (sums: KeptSums): void => {
  try {
    sums.add(manyRows)
  } catch (cause) {
    if (!isLocked(cause)) throw cause
  }
}
