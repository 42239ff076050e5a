import { type CommitConflict, Storage, StorageUnavailable, TaggedError } from "@payloom/core"
import { Effect, Layer } from "effect"
import { storageBy } from "../storage/storageBy.ts"
import { type MeetNth, nthMet } from "./nthMet.ts"

/** All faults of a commit. */
export const commitFaults = [
  /** Nothing is written, and the commit fails with an unknown outcome. */
  "unavailable_before",
  /** The commit is written, and fails with an unknown outcome. */
  "unavailable_after",
  /** The process dies before the commit is written. */
  "dies_before",
  /** The commit is written, and the process dies before it gets the answer. */
  "dies_after"
] as const
/** A fault of a commit. */
export type CommitFault = (typeof commitFaults)[number]

/**
 * The error of a promise that waits for a process to die. A dead process gets no answer from its
 * storage.
 */
export class ProcessDied extends TaggedError("ProcessDied") {
  override get message(): string {
    return "The process died: make another engine on the same storage, as a restart would."
  }
}

/** A storage whose processes can be killed between two commits. */
export interface MortalStorage<E = never, R = never> {
  /** The storage for engines. Each engine is a process of its own. */
  readonly layer: Layer.Layer<Storage, E, R>
  /** Adds a decision about all later commits, of any process. Earlier decisions still apply. */
  readonly meet: (faultOf: MeetNth<CommitFault>) => void
  /** Kills the running processes. Their calls to the storage are never answered. */
  readonly kill: () => void
  /** Returns true if the process that started last is dead. */
  readonly isDead: () => boolean
  /** Rejects with `ProcessDied` as soon as the process that started last is dead. */
  readonly death: () => Promise<never>
}

const unavailable = Effect.fail(new StorageUnavailable({ cause: "the line to the store broke" }))

/** A process until its death. */
class Process {
  isDead = false
  readonly #end = Promise.withResolvers<never>()

  constructor() {
    // The rejection is meant for those who wait for it. Without them it is no error.
    this.#end.promise.catch(() => undefined)
  }

  get end(): Promise<never> {
    return this.#end.promise
  }

  die(): void {
    this.isDead = true
    this.#end.reject(new ProcessDied())
  }
}

/**
 * Wraps a storage so that its processes can die. Committed data survives. Make another engine on
 * the storage to simulate a restart.
 *
 * @example The process dies after the first commit, before the provider is called
 * ```ts
 * const storage = mortalStorage(memory())
 * const payloom = await Payloom.make({ ...box.setup, storage: storage.layer })
 * storage.meet((commit) => (commit === 1 ? "dies_after" : undefined))
 * const restarted = await Payloom.make({ ...box.setup, storage: storage.layer })
 * ```
 */
export const mortalStorage = <E, R>(beneath: Layer.Layer<Storage, E, R>): MortalStorage<E, R> => {
  const { meet, next } = nthMet<CommitFault>()
  const processes: Array<Process> = []
  const last = () => processes.at(-1)
  const started = Effect.map(Storage, (inner) => {
    const process = new Process()
    processes.push(process)
    return lineOf(inner, process, next)
  })
  return {
    layer: Layer.provide(Layer.effect(Storage, started), beneath),
    meet,
    kill: () => {
      for (const process of processes) process.die()
    },
    isDead: () => last()?.isDead ?? false,
    death: () => last()?.end ?? new Promise(() => undefined)
  }
}

/** Returns the storage of one process. */
const lineOf = (
  inner: Storage["Service"],
  process: Process,
  nextFault: () => CommitFault | undefined
): Storage["Service"] => {
  const die = Effect.suspend(() => {
    process.die()
    return Effect.never
  })
  const living = <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.suspend(() => (process.isDead ? Effect.never : effect))

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

  return {
    ...storageBy((question) => living(question(inner))),
    commit: (changes) => living(Effect.suspend(() => metBy(nextFault(), inner.commit(changes))))
  }
}
