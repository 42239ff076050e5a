import { type CommitConflict, Storage, StorageUnavailable } from "@payloom/core"
import { Effect } from "effect"

/** What a commit meets on its way. */
export type CommitFault =
  /** The process is gone before it is written. */
  | "dies_before"
  /** It is written, and the process is gone before it hears so. */
  | "dies_after"
  /** Nothing is written, and the store can't say so. */
  | "unavailable_before"
  /** It is written, and the store can't say so. */
  | "unavailable_after"

/** A storage as one process has it: with it the process can be killed between two commits. */
export interface MortalStorage {
  readonly storage: Storage["Service"]
  /** Decides what every commit from now on meets, counted from 1; undefined lets it through. */
  readonly meet: (faultOf: (commit: number) => CommitFault | undefined) => void
  /** The process is gone now: whatever it asks of the storage never answers. */
  readonly kill: () => void
  readonly isDead: () => boolean
}

const unavailable = Effect.fail(new StorageUnavailable({ cause: "the line to the store broke" }))

/**
 * Puts a process that can die between an engine and its storage. What survives is what was
 * committed; start another engine on the storage beneath, as a restarted process would.
 *
 * @example The process dies after the first commit, before the provider is called
 * ```ts
 * const mortal = mortalStorage(storage)
 * mortal.meet((commit) => (commit === 1 ? "dies_after" : undefined))
 * ```
 */
export const mortalStorage = (inner: Storage["Service"]): MortalStorage => {
  let faultOf: (commit: number) => CommitFault | undefined = () => undefined
  let commits = 0
  let dead = false

  const die = Effect.suspend(() => {
    dead = true
    return Effect.never
  })
  const living = <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.suspend(() => (dead ? Effect.never : effect))

  type Commit = Effect.Effect<void, CommitConflict | StorageUnavailable>
  const metBy = (fault: CommitFault | undefined, commit: Commit): Commit => {
    switch (fault) {
      case "dies_before":
        return die
      case "dies_after":
        return Effect.andThen(commit, die)
      case "unavailable_before":
        return unavailable
      case "unavailable_after":
        return Effect.andThen(commit, unavailable)
      case undefined:
        return commit
    }
  }

  const storage = Storage.of({
    commit: (changes) =>
      living(
        Effect.suspend(() => {
          commits += 1
          return metBy(faultOf(commits), inner.commit(changes))
        })
      ),
    get: (scope, of, id) => living(inner.get(scope, of, id)),
    getMany: (scope, of, ids) => living(inner.getMany(scope, of, ids)),
    findUnique: (scope, of, key, value) => living(inner.findUnique(scope, of, key, value)),
    page: (scope, of, query) => living(inner.page(scope, of, query)),
    claimDue: (query) => living(inner.claimDue(query)),
    nextDue: (kinds) => living(inner.nextDue(kinds)),
    scopes: (query) => living(inner.scopes(query)),
    sweep: (of, idBefore, limit) => living(inner.sweep(of, idBefore, limit))
  })
  return {
    storage,
    meet: (decide) => {
      commits = 0
      faultOf = decide
    },
    kill: () => {
      dead = true
    },
    isDead: () => dead
  }
}
