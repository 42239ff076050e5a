import { NewerDocument, StorageUnavailable } from "@payloom/core"
import { Effect } from "effect"
import { DriverFailed } from "./DriverFailed.ts"

/**
 * What a caller gets for something thrown while the database was asked: `StorageUnavailable` for
 * whatever the driver failed with and for a row of a newer release, a defect for everything else.
 */
export const failureOf = (cause: unknown): Effect.Effect<never, StorageUnavailable> => {
  if (cause instanceof DriverFailed) {
    return Effect.fail(new StorageUnavailable({ cause: cause.cause }))
  }
  return cause instanceof NewerDocument
    ? Effect.fail(new StorageUnavailable({ cause }))
    : Effect.die(cause)
}

/** Asks the database when the effect is run. */
export const asking = <A>(ask: () => Promise<A>): Effect.Effect<A, StorageUnavailable> =>
  Effect.suspend(() =>
    Effect.catchDefect(
      Effect.promise(async () => ask()),
      failureOf
    )
  )
