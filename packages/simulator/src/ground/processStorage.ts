import {
  type Change,
  CommitConflict,
  JobCollection,
  type Storage,
  StorageUnavailable
} from "@payloom/core"
import { storageBy, takingRealTime } from "@payloom/testkit"
import { Effect } from "effect"
import type { CommitFault } from "../history/History.ts"
import { type CommitPlace, type StorageFaults, storageFaults } from "./StorageFaults.ts"

type Port = Storage["Service"]

/** The connection of one process to the store. The store outlives it. */
export interface ProcessStorage {
  readonly storage: Port
  /** Kills the process: from now on its calls to the store are never answered. */
  readonly die: () => void
  readonly isDead: () => boolean
  /** Rejects when the process dies. */
  readonly death: Promise<never>
  /** Names the operation whose commits follow. */
  readonly begin: (operation: string) => void
}

/** The error of a promise whose process died. */
export class ProcessDied extends Error {
  override readonly name = "ProcessDied"
}

/** The surroundings of a connection. */
export interface Surroundings {
  readonly store: Port
  readonly faults: StorageFaults
  /** Returns the number of turns that a read or a commit waits for other processes. */
  readonly turns: () => number
  /** Called for each commit that is tried, with its fault. */
  readonly onCommit: (
    place: CommitPlace,
    fault: CommitFault | undefined,
    changes: ReadonlyArray<Change>
  ) => void
}

/** The surroundings of a process that meets no faults. */
export const calmSurroundings = (store: Port): Surroundings => ({
  store,
  faults: storageFaults(),
  turns: () => 0,
  onCommit: () => undefined
})

const unanswered = Effect.fail(new StorageUnavailable({ cause: "the connection broke" }))

/** A process starts without faults, because a new one would take its place anyway. */
const starting = "start"

/** Names commits by the operation that runs, or by the job that they belong to. */
class Places {
  #operation = starting
  readonly #kinds = new Map<string, string>()
  readonly #commits = new Map<string, number>()

  get isStarting(): boolean {
    return this.#operation === starting
  }

  begin(operation: string): void {
    this.#operation = operation
    this.#commits.clear()
  }

  claimed(job: { readonly id: string; readonly kind: string }): void {
    // A queue for each endpoint is of the same kind.
    this.#kinds.set(job.id, job.kind.split("/")[0] ?? job.kind)
    this.#commits.delete(job.id)
  }

  next(changes: ReadonlyArray<Change>): CommitPlace {
    const ids = changes.flatMap((change) =>
      change.collection.name === JobCollection.name ? [idOf(change)] : []
    )
    const job = ids.find((id) => this.#kinds.has(id))
    const operation = job === undefined ? this.#operation : `job ${this.#kinds.get(job)}`
    const counted = job ?? operation
    const commit = (this.#commits.get(counted) ?? 0) + 1
    this.#commits.set(counted, commit)
    return { operation, commit }
  }
}

const idOf = (change: Change): string => ("row" in change ? change.row.id : change.id)

/** Connects a process to the store. */
export const processStorage = (surroundings: Surroundings): ProcessStorage => {
  const { store, faults, turns, onCommit } = surroundings
  const places = new Places()
  const end = Promise.withResolvers<never>()
  // The rejection is meant for callers that wait for it.
  end.promise.catch(() => undefined)
  let isDead = false
  const die = () => {
    isDead = true
    end.reject(new ProcessDied())
  }
  const living = <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.suspend(() => (isDead ? Effect.never : effect))
  const inTurn = <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    living(
      Effect.suspend(() => {
        const count = turns()
        return count === 0 ? effect : Effect.andThen(waiting(count), living(effect))
      })
    )
  const read = <A, E>(effect: Effect.Effect<A, E>) =>
    inTurn(
      Effect.suspend(
        (): Effect.Effect<A, E | StorageUnavailable> =>
          !places.isStarting && faults.ofRead() ? unanswered : effect
      )
    )
  const dying = Effect.suspend(() => {
    die()
    return Effect.never
  })
  const commit: Port["commit"] = (changes) =>
    inTurn(
      Effect.suspend(() => {
        const place = places.next(changes)
        const stale = changes.find(({ _tag }) => _tag !== "Insert")
        const fault = places.isStarting ? undefined : faults.ofCommit(place, stale !== undefined)
        onCommit(place, fault, changes)
        return metBy(fault, store.commit(changes), conflict(stale), dying)
      })
    )
  const storage: Port = {
    ...storageBy((question) => read(question(store))),
    commit,
    claimDue: (query) =>
      Effect.tap(read(store.claimDue(query)), (jobs) =>
        Effect.sync(() => {
          for (const { row } of jobs) places.claimed(row)
        })
      ),
    nextDue: (kinds) => living(store.nextDue(kinds))
  }
  return {
    storage,
    die,
    isDead: () => isDead,
    death: end.promise,
    begin: (operation) => places.begin(operation)
  }
}

type Commit = ReturnType<Port["commit"]>

const metBy = (
  fault: CommitFault | undefined,
  made: Commit,
  refused: Commit,
  dying: Effect.Effect<never>
): Commit => {
  switch (fault) {
    case undefined:
      return made
    case "conflicts":
      return refused
    case "unavailable_before":
      return unanswered
    case "unavailable_after":
      return Effect.andThen(made, unanswered)
    case "dies_before":
      return dying
    case "dies_after":
      return Effect.andThen(made, dying)
  }
}

const conflict = (change: Change | undefined) =>
  Effect.fail(
    new CommitConflict({
      reason: "stale",
      collection: change?.collection.name ?? "",
      key: change === undefined ? "" : idOf(change)
    })
  )

/** Lets other work of the program run this many times. No time of the clock passes meanwhile. */
const waiting = (turns: number): Effect.Effect<void> =>
  takingRealTime(
    Effect.promise(async () => {
      for (let turn = 0; turn < turns; turn++) await Promise.resolve()
    })
  )
