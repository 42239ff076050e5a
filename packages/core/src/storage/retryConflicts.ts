import { Effect } from "effect"
import { TaggedError } from "../values/TaggedError.ts"
import { CommitConflict } from "./Storage.ts"

/** One row was fought over and this side lost about ten times: nothing was written. */
export class StorageContention extends TaggedError("StorageContention")<{
  /** The name of the collection that the row is of. */
  readonly collection: string
}> {
  override get message(): string {
    return `A row of ${this.collection} was fought over too often: nothing was written, try again.`
  }
}

const maxTries = 10

/**
 * Reads and decides again when the world moved between reading and writing: as before, or `again`
 * where the first decision was made on rows at hand.
 */
export const retryConflicts = <A, E, R>(
  decide: Effect.Effect<A, E | CommitConflict, R>,
  again: Effect.Effect<A, E | CommitConflict, R> = decide
): Effect.Effect<A, Exclude<E, CommitConflict> | StorageContention, R> => {
  const from = (
    attempt: number
  ): Effect.Effect<A, Exclude<E, CommitConflict> | StorageContention, R> =>
    Effect.catch(attempt === 1 ? decide : again, (error) => {
      if (!(error instanceof CommitConflict)) {
        return Effect.fail(error as Exclude<E, CommitConflict>)
      }
      return attempt === maxTries
        ? Effect.fail(new StorageContention({ collection: error.collection }))
        : Effect.andThen(Effect.yieldNow, from(attempt + 1))
    })
  return from(1)
}

/** For a commit of nothing but new rows with new ids: a conflict there is a defect. */
export const withoutConflict = <A, E, R>(
  commit: Effect.Effect<A, E | CommitConflict, R>
): Effect.Effect<A, Exclude<E, CommitConflict>, R> =>
  Effect.catch(commit, (error) =>
    error instanceof CommitConflict
      ? Effect.die(error)
      : Effect.fail(error as Exclude<E, CommitConflict>)
  )
