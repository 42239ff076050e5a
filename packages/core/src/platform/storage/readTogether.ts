import { Effect, type Result } from "effect"

/** Reads that don't depend on each other. */
type Reads = ReadonlyArray<Effect.Effect<unknown, unknown, unknown>>

/** The results of reads, in their order. */
type Found<R extends Reads> = { -readonly [K in keyof R]: Effect.Success<R[K]> }

/**
 * Reads at once, which is one round trip on a database that is reached over a network. Fails with
 * the failure of the first read in the list that failed.
 */
export const readTogether = <const R extends Reads>(
  ...reads: R
): Effect.Effect<Found<R>, Effect.Error<R[number]>, Effect.Services<R[number]>> =>
  Effect.flatMap(
    Effect.all(reads.map(Effect.result), { concurrency: "unbounded" }),
    (results: ReadonlyArray<Result.Result<unknown, unknown>>) =>
      Effect.all(results.map(Effect.fromResult))
  ) as Effect.Effect<Found<R>, Effect.Error<R[number]>, Effect.Services<R[number]>>
