import { Effect } from "effect"
import { elapsedMs } from "../../kernel/primitives/elapsedMs.ts"
import { TaggedError } from "../../kernel/primitives/TaggedError.ts"
import { lostRow, type RowLine, RowQueues } from "./RowQueues.ts"
import { CommitConflict } from "./Storage.ts"

/** This side lost every commit on one row for twenty seconds: nothing was written. */
export class StorageContention extends TaggedError("StorageContention")<{
  /** The name of the collection that the row is of. */
  readonly collection: string
}> {
  override get message(): string {
    const { collection } = this
    return `A row of ${collection} was fought over for too long: nothing was written, try again.`
  }
}

/** How long a decision is taken again after its first commit was lost, in milliseconds. */
export const contentionPatienceMs = 20_000

/**
 * Reads and decides again if the rows changed between reading and writing: as before, or by `again`
 * if the first decision was made on rows at hand.
 *
 * Within the process, those who lost the same row wait in a line, first come, first served. That
 * takes no time of the clock. The first in the line tries again until it wins. If it loses to
 * another process, it backs off for a random time. Fails with `StorageContention` when all of that
 * has taken `contentionPatienceMs`.
 */
export const retryConflicts = <A, E, R>(
  decide: Effect.Effect<A, E | CommitConflict, R>,
  again: Effect.Effect<A, E | CommitConflict, R> = decide
): Effect.Effect<A, Exclude<E, CommitConflict> | StorageContention, R | RowQueues> =>
  Effect.flatMap(RowQueues, (lines) =>
    Effect.catch(lines.inFront(decide), (error) =>
      error instanceof CommitConflict
        ? decideAgain(lines, again, error)
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

/** Goes from line to line, as long as the row that is lost is another one each time. */
const decideAgain = Effect.fnUntraced(function* <A, E, R>(
  lines: RowQueues["Service"],
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
    const work = (line: RowLine) => tryInTurn(trying, row, line, giveUpAt)
    const tried: Tried<A> = yield* row === null
      ? work({ changes: 0 })
      : lines.inTurn(row, patienceMs, work, late)
    if ("won" in tried) return tried.won
    lost = tried.lost
  }
})

/** Tries until it wins, or loses another row. */
const tryInTurn = Effect.fnUntraced(function* <A, E, R>(
  trying: Effect.Effect<Tried<A>, E, R>,
  row: string | null,
  line: RowLine,
  giveUpAt: number
) {
  const clock = yield* Effect.clockWith(Effect.succeed)
  let lostElsewhere = 0
  for (;;) {
    yield* backOff(lostElsewhere)
    const { changes } = line
    const tried = yield* trying
    const isOver = elapsedMs(clock) >= giveUpAt
    if ("won" in tried || lostRow(tried.lost) !== row || isOver) return tried
    // To whoever came meanwhile and is done by now; others are in other processes.
    lostElsewhere = line.changes > changes ? 0 : lostElsewhere + 1
  }
})

const triesAtOnce = 3
const shortestWaitMs = 2
const longestWaitMs = 100

/** Waits for a random time below a bound that doubles with each loss after the first few. */
const backOff = (losses: number) =>
  losses <= triesAtOnce
    ? Effect.yieldNow
    : Effect.flatMap(RowQueues, ({ chance }) => {
        const bound = Math.min(shortestWaitMs * 2 ** (losses - triesAtOnce), longestWaitMs)
        return Effect.sleep(Math.ceil(bound * chance()))
      })

/** For a commit of nothing but new rows with new ids: a conflict there is a defect. */
export const withoutConflict = <A, E, R>(
  commit: Effect.Effect<A, E | CommitConflict, R>
): Effect.Effect<A, Exclude<E, CommitConflict>, R> =>
  Effect.catch(commit, (error) =>
    error instanceof CommitConflict
      ? Effect.die(error)
      : Effect.fail(error as Exclude<E, CommitConflict>)
  )
