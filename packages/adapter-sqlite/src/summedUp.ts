import type { StorageUnavailable } from "@payloom/core"
import { Effect } from "effect"
import type { Connection } from "./Connection.ts"
import { asking } from "./failureOf.ts"
import type { KeptSums } from "./KeptSums.ts"
import { isLocked } from "./lockWaits.ts"

/** So few rows are added for each read, because that takes less time than storing them. */
const fewRows = 16

/** More rows than these take too long for a read, so it waits until they are added. */
const manyRows = 500

const rowsAtOnce = 250

/**
 * Adds all rows but a few to the sums. If there are many, as after an upgrade, other code runs in
 * between, and it waits for the lock. If there are few, a lock of another connection delays nobody.
 * If the process dies halfway, the rows that it committed stay added.
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
