import { Context, Effect, Layer } from "effect"
import { Entropy } from "../../kernel/ids/Entropy.ts"
import type { Change } from "./Change.ts"
import { CommitConflict, Storage } from "./Storage.ts"
import { type Places, inTurn as takeTurn } from "./turns.ts"
import { withCommit } from "./withCommit.ts"

/** The decisions of this process that lost a commit on one row. */
export interface RowLine {
  /** How many commits of this process have changed the row since the line exists. */
  readonly changes: number
}

interface Line {
  changes: number
  readonly places: Places
}

/**
 * Lines of decisions that lost a commit, one line for each row that was lost. The first in a line
 * reads and decides again while the others wait, so they don't lose to each other again and again.
 * A decision that comes later stands behind them: its commit is refused while the row has a line.
 * A line exists as long as it has a place.
 *
 * Lines are of one process and spare it races with itself. Correctness rests on the row's version
 * alone, because other processes don't see the lines.
 */
export class RowQueues extends Context.Service<
  RowQueues,
  {
    /** Decides for the first time, in front of all lines. */
    readonly inFront: <A, E, R>(decide: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /**
     * Waits for a turn in a row's line and works then. Runs `late` if the turn has not come in so
     * many milliseconds. A fiber that has a turn gets no second one: it would wait for a row while
     * others wait for the row that it has.
     */
    readonly inTurn: <A, E, R, E2>(
      row: string,
      patienceMs: number,
      work: (line: RowLine) => Effect.Effect<A, E, R>,
      late: Effect.Effect<never, E2>
    ) => Effect.Effect<A, E | E2, R>
    /** The conflict of a commit that would overtake a line; null if there is none. */
    readonly overtaken: (changes: ReadonlyArray<Change>) => CommitConflict | null
    /** Counts the changes of a commit of this process. */
    readonly count: (changes: ReadonlyArray<Change>) => void
    /** A random number from 0 up to 1, for the back-off of those who lost to other processes. */
    readonly chance: () => number
    /** How many rows have a line. */
    readonly size: () => number
  }
>()("@payloom/core/platform/storage/RowQueues") {
  static readonly layer = Layer.effect(
    RowQueues,
    Effect.map(Entropy, ({ fraction }) => makeLines(fraction))
  )
}

/**
 * Where a fiber stands. `in_front` and `has_turn` are decisions that are taken again after a
 * conflict. What runs `outside` of such a decision never waits and is never refused.
 */
const Standing = Context.Reference<"outside" | "in_front" | "has_turn">(
  "@payloom/core/platform/storage/RowQueues/Standing",
  { defaultValue: () => "outside" }
)

const makeLines = (chance: () => number): RowQueues["Service"] => {
  const lines = new Map<string, Line>()
  const inTurn: RowQueues["Service"]["inTurn"] = (row, patienceMs, work, late) =>
    Effect.flatMap(Standing, (standing) => {
      if (standing === "has_turn") return work({ changes: 0 })
      const line = lines.get(row) ?? { changes: 0, places: [] }
      lines.set(row, line)
      const own = Effect.suspend(() => work(line)).pipe(Effect.provideService(Standing, "has_turn"))
      const emptied = () => lines.delete(row)
      return takeTurn(line.places, { work: own, patienceMs, late, emptied })
    })
  return {
    inFront: (decide) =>
      Effect.flatMap(Standing, (standing) =>
        standing === "has_turn" ? decide : Effect.provideService(decide, Standing, "in_front")
      ),
    inTurn,
    overtaken: (changes) => {
      for (const { collection, id } of changed(changes)) {
        if (!lines.has(rowKey(collection, id))) continue
        return new CommitConflict({ reason: "stale", collection, key: id })
      }
      return null
    },
    count: (changes) => {
      if (lines.size === 0) return
      for (const { collection, id } of changed(changes)) {
        const line = lines.get(rowKey(collection, id))
        if (line !== undefined) line.changes += 1
      }
    },
    chance,
    size: () => lines.size
  }
}

/** The rows that a commit changes, apart from those that it only checks. */
const changed = (changes: ReadonlyArray<Change>) =>
  changes.flatMap((change) =>
    change._tag === "Check"
      ? []
      : [{ collection: change.collection.name, id: "row" in change ? change.row.id : change.id }]
  )

/**
 * Names a row without its scope, because ids are unique in all scopes. Only the account's settings
 * have the same id in test and live, which then share a line.
 */
const rowKey = (collection: string, id: string): string => `${collection} ${id}`

/** The row that a commit lost; null if it lost a unique key, which the next read will find. */
export const lostRow = ({ reason, collection, key }: CommitConflict): string | null =>
  reason === "key_taken" ? null : rowKey(collection, key)

/** A storage whose commits respect the lines of the rows that they change. */
export const rowQueueStorage = <E, R>(storage: Layer.Layer<Storage, E, R>) =>
  Layer.effect(
    Storage,
    Effect.gen(function* () {
      const inner = yield* Storage
      const lines = yield* RowQueues
      return withCommit(inner, ({ commit }) => (changes) => {
        const committed = Effect.map(commit(changes), () => lines.count(changes))
        if (lines.size() === 0) return committed
        return Effect.flatMap(Standing, (standing) => {
          const conflict = standing === "in_front" ? lines.overtaken(changes) : null
          return conflict === null ? committed : Effect.fail(conflict)
        })
      })
    })
  ).pipe(Layer.provide(storage))
