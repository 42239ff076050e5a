import { NewerDocument, StorageUnavailable } from "@payloom/core"
import { Effect } from "effect"
import { DriverFailed } from "./DriverFailed.ts"

/** The SQLSTATE of a write for which the server's disk has no space. */
const diskFull = "53100"

/** Returns true if the server refused a write because its disk has no space left. */
export const isOfFullDisk = (cause: unknown): boolean =>
  cause instanceof DriverFailed && cause.sqlState === diskFull

/**
 * Returns the failure for an error of a database call. The driver's errors and rows of a newer
 * release are `StorageUnavailable`. Everything else is a defect.
 */
export const failureOf = (cause: unknown): Effect.Effect<never, StorageUnavailable> => {
  if (cause instanceof DriverFailed) {
    const isFull = isOfFullDisk(cause)
    return Effect.fail(
      new StorageUnavailable({ cause: cause.cause, ...(isFull ? { isFull } : {}) })
    )
  }
  return cause instanceof NewerDocument
    ? Effect.fail(new StorageUnavailable({ cause }))
    : Effect.die(cause)
}

/** Returns an effect that runs a database call. */
export const asking = <A>(ask: () => Promise<A>): Effect.Effect<A, StorageUnavailable> =>
  Effect.suspend(() =>
    Effect.catchDefect(
      Effect.promise(async () => ask()),
      failureOf
    )
  )
