import { Context, Effect, Layer } from "effect"
import { Entropy } from "../../kernel/ids/Entropy.ts"
import type { Change } from "./Change.ts"
import { CommitConflict, Storage } from "./Storage.ts"
import { type Places, inTurn as takeTurn } from "./turns.ts"
import { withCommit } from "./withCommit.ts"

/** The queue of the decisions of this process that lost a commit on one row. */
export interface RowQueue {
  /** The number of commits of this process that have changed the row since the queue exists. */
  readonly changes: number
}

interface Queue {
  changes: number
  readonly places: Places
}

/**
 * Queues of decisions that lost a commit, one queue for each lost row. The first decision in a
 * queue reads and decides again while the others wait, so they don't repeatedly lose to each other.
 * A later decision waits behind them: its commit is refused while the row has a queue. A queue
 * exists while it has a place.
 *
 * Queues belong to one process and prevent races within it. Correctness depends on the row's
 * version alone, because other processes don't see the queues.
 */
export class RowQueues extends Context.Service<
  RowQueues,
  {
    /** Runs a decision for the first time, without a queue. */
    readonly inFront: <A, E, R>(decide: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /**
     * Waits for a turn in a row's queue and then runs the work. Runs `late` if the turn has not
     * come within so many milliseconds. A fiber that has a turn gets no second one, because it
     * would wait for a row while others wait for its row.
     */
    readonly inTurn: <A, E, R, E2>(
      row: string,
      patienceMs: number,
      work: (queue: RowQueue) => Effect.Effect<A, E, R>,
      late: Effect.Effect<never, E2>
    ) => Effect.Effect<A, E | E2, R>
    /** Returns the conflict of a commit that would overtake a queue, or null if there is none. */
    readonly overtaken: (changes: ReadonlyArray<Change>) => CommitConflict | null
    /** Counts the changes of a commit of this process. */
    readonly count: (changes: ReadonlyArray<Change>) => void
    /** Returns a random number from 0 up to 1, for the back-off after losses to other processes. */
    readonly chance: () => number
    /** Returns the number of rows that have a queue. */
    readonly size: () => number
  }
>()("@payloom/core/platform/storage/RowQueues") {
  static readonly layer = Layer.effect(
    RowQueues,
    Effect.map(Entropy, ({ fraction }) => makeQueues(fraction))
  )
}

/**
 * The position of a fiber. `in_front` and `has_turn` are decisions that are repeated after a
 * conflict. Work that runs `outside` of such a decision never waits and is never refused.
 */
const Standing = Context.Reference<"outside" | "in_front" | "has_turn">(
  "@payloom/core/platform/storage/RowQueues/Standing",
  { defaultValue: () => "outside" }
)

const makeQueues = (chance: () => number): RowQueues["Service"] => {
  const queues = new Map<string, Queue>()
  const inTurn: RowQueues["Service"]["inTurn"] = (row, patienceMs, work, late) =>
    Effect.flatMap(Standing, (standing) => {
      if (standing === "has_turn") return work({ changes: 0 })
      const queue = queues.get(row) ?? { changes: 0, places: [] }
      queues.set(row, queue)
      const own = Effect.suspend(() => work(queue)).pipe(
        Effect.provideService(Standing, "has_turn")
      )
      const emptied = () => queues.delete(row)
      return takeTurn(queue.places, { work: own, patienceMs, late, emptied })
    })
  return {
    inFront: (decide) =>
      Effect.withFiber((fiber) =>
        fiber.getRef(Standing) === "has_turn"
          ? decide
          : Effect.provideService(decide, Standing, "in_front")
      ),
    inTurn,
    overtaken: (changes) => {
      for (const { collection, id } of changed(changes)) {
        if (!queues.has(rowKey(collection, id))) continue
        return new CommitConflict({ reason: "stale", collection, key: id })
      }
      return null
    },
    count: (changes) => {
      if (queues.size === 0) return
      for (const { collection, id } of changed(changes)) {
        const queue = queues.get(rowKey(collection, id))
        if (queue !== undefined) queue.changes += 1
      }
    },
    chance,
    size: () => queues.size
  }
}

/** Returns the rows that a commit changes, without those that it only checks. */
const changed = (changes: ReadonlyArray<Change>) =>
  changes.flatMap((change) =>
    change._tag === "Check"
      ? []
      : [{ collection: change.collection.name, id: "row" in change ? change.row.id : change.id }]
  )

/**
 * Returns the key of a row without its scope, because ids are unique in all scopes. Only the
 * account's settings have the same id in test and live, so these share a queue.
 */
const rowKey = (collection: string, id: string): string => `${collection} ${id}`

/**
 * Returns the row that a commit lost. Null if it lost a unique key, which the next read will find.
 */
export const lostRow = ({ reason, collection, key }: CommitConflict): string | null =>
  reason === "key_taken" ? null : rowKey(collection, key)

/** Wraps a storage so that commits respect the queues of the rows that they change. */
export const rowQueueStorage = <E, R>(storage: Layer.Layer<Storage, E, R>) =>
  Layer.effect(
    Storage,
    Effect.gen(function* () {
      const inner = yield* Storage
      const queues = yield* RowQueues
      return withCommit(inner, ({ commit }) => (changes) => {
        const committed = Effect.map(commit(changes), () => queues.count(changes))
        if (queues.size() === 0) return committed
        return Effect.flatMap(Standing, (standing) => {
          const conflict = standing === "in_front" ? queues.overtaken(changes) : null
          return conflict === null ? committed : Effect.fail(conflict)
        })
      })
    })
  ).pipe(Layer.provide(storage))
