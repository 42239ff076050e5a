import { Effect } from "effect"
import { elapsedMs } from "../../kernel/primitives/elapsedMs.ts"
import { TaggedError } from "../../kernel/primitives/TaggedError.ts"
import { decideAnew } from "./decideAnew.ts"
import { lostRow, type RowQueue, RowQueues } from "./RowQueues.ts"
import { CommitConflict } from "./Storage.ts"

/** The commits on one row lost to others for twenty seconds, so nothing was written. */
export class StorageContention extends TaggedError("StorageContention")<{
  /** The name of the row's collection. */
  readonly collection: string
}> {
  override get message(): string {
    const { collection } = this
    return `Other writers kept changing a row of ${collection}: nothing was written, try again.`
  }
}

/** The time for which a decision is repeated after its first lost commit, in milliseconds. */
export const contentionPatienceMs = 20_000

/**
 * Reads and decides again if rows changed between reading and writing. It repeats `decide`, or runs
 * `again` if the first decision was based on rows at hand.
 *
 * Within the process, the decisions that lost the same row wait in a queue, first come, first
 * served. That takes no time of the clock. The first in the queue retries until it wins. After a
 * loss to another process it backs off for a random time. Fails with `StorageContention` when all
 * of that has taken `contentionPatienceMs`.
 */
export const retryConflicts = <A, E, R>(
  decide: Effect.Effect<A, E | CommitConflict, R>,
  again: Effect.Effect<A, E | CommitConflict, R> = decide
): Effect.Effect<A, Exclude<E, CommitConflict> | StorageContention, R | RowQueues> =>
  Effect.flatMap(RowQueues, (queues) =>
    Effect.catch(queues.inFront(decideAnew(decide, again)), (error) =>
      error instanceof CommitConflict
        ? decideAgain(queues, decideAnew(again), error)
        : Effect.fail(error as Exclude<E, CommitConflict>)
    )
  )

type Tried<A> = { readonly won: A } | { readonly lost: CommitConflict }

const tryOnce = <A, E, R>(
  decide: Effect.Effect<A, E | CommitConflict, R>
): Effect.Effect<Tried<A>, Exclude<E, CommitConflict>, R> =>
  Effect.catch(
    Effect.map(decide, (won): Tried<A> => ({ won })),
    (error) =>
      error instanceof CommitConflict
        ? Effect.succeed({ lost: error })
        : Effect.fail(error as Exclude<E, CommitConflict>)
  )

/** Moves from queue to queue as long as each loss is on another row. */
const decideAgain = Effect.fnUntraced(function* <A, E, R>(
  queues: RowQueues["Service"],
  again: Effect.Effect<A, E | CommitConflict, R>,
  first: CommitConflict
) {
  const clock = yield* Effect.clockWith(Effect.succeed)
  const giveUpAt = elapsedMs(clock) + contentionPatienceMs
  const trying = tryOnce(again)
  let lost = first
  for (;;) {
    const row = lostRow(lost)
    const { collection } = lost
    const late = Effect.failSync(() => new StorageContention({ collection }))
    const patienceMs = giveUpAt - elapsedMs(clock)
    if (patienceMs <= 0) return yield* late
    const work = (queue: RowQueue) => tryInTurn(trying, row, queue, giveUpAt)
    const tried: Tried<A> = yield* row === null
      ? work({ changes: 0 })
      : queues.inTurn(row, patienceMs, work, late)
    if ("won" in tried) return tried.won
    lost = tried.lost
  }
})

/** Retries until it wins, or loses another row. */
const tryInTurn = Effect.fnUntraced(function* <A, E, R>(
  trying: Effect.Effect<Tried<A>, E, R>,
  row: string | null,
  queue: RowQueue,
  giveUpAt: number
) {
  const clock = yield* Effect.clockWith(Effect.succeed)
  let lostToOthers = 0
  for (;;) {
    yield* backOff(lostToOthers)
    const { changes } = queue
    const tried = yield* trying
    const isOver = elapsedMs(clock) >= giveUpAt
    if ("won" in tried || lostRow(tried.lost) !== row || isOver) return tried
    // A decision of this process may have won meanwhile. Any other loss is to another process.
    lostToOthers = queue.changes > changes ? 0 : lostToOthers + 1
  }
})

const triesAtOnce = 3
const shortestWaitMs = 2
const longestWaitMs = 100

/** Waits for a random time. Its bound doubles with each loss after the first few. */
const backOff = (losses: number) =>
  losses <= triesAtOnce
    ? Effect.yieldNow
    : Effect.flatMap(RowQueues, ({ chance }) => {
        const bound = Math.min(shortestWaitMs * 2 ** (losses - triesAtOnce), longestWaitMs)
        return Effect.sleep(Math.ceil(bound * chance()))
      })

/** Turns a conflict into a defect, for a commit that only inserts rows with new ids. */
export const withoutConflict = <A, E, R>(
  commit: Effect.Effect<A, E | CommitConflict, R>
): Effect.Effect<A, Exclude<E, CommitConflict>, R> =>
  Effect.catch(commit, (error) =>
    error instanceof CommitConflict
      ? Effect.die(error)
      : Effect.fail(error as Exclude<E, CommitConflict>)
  )
