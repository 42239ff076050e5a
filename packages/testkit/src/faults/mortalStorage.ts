import { type CommitConflict, Storage, StorageUnavailable, TaggedError } from "@payloom/core"
import { Effect, Layer } from "effect"
import { type MeetNth, nthMet } from "./nthMet.ts"

/** Everything that a commit can meet. */
export const commitFaults = [
  /** Nothing is written, and the store can't say so. */
  "unavailable_before",
  /** It is written, and the store can't say so. */
  "unavailable_after",
  /** The process is gone before it is written. */
  "dies_before",
  /** It is written, and the process is gone before it hears so. */
  "dies_after"
] as const
/** What a commit meets on its way. */
export type CommitFault = (typeof commitFaults)[number]

/** The process is gone, and whatever it was asked for is never answered. */
export class ProcessDied extends TaggedError("ProcessDied") {
  override get message(): string {
    return "The process died: make another engine on the same storage, as a restart would."
  }
}

/** A storage as processes have it that can be killed between two commits. */
export interface MortalStorage<E = never, R = never> {
  /** What engines are made on: each that is made is a process of its own. */
  readonly layer: Layer.Layer<Storage, E, R>
  /** Decides what every commit from now on meets, whichever process makes it. */
  readonly meet: (faultOf: MeetNth<CommitFault>) => void
  /** The processes are gone now: whatever they ask of the storage never answers. */
  readonly kill: () => void
  /** Whether the process that was started last is gone. */
  readonly isDead: () => boolean
  /** Rejects with `ProcessDied` once the process that was started last is gone. */
  readonly death: () => Promise<never>
}

const unavailable = Effect.fail(new StorageUnavailable({ cause: "the line to the store broke" }))

/** A process, as long as it lives. */
class Process {
  isDead = false
  readonly #end = Promise.withResolvers<never>()

  constructor() {
    // Who waits for it hears of it; that nobody does is no mistake.
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
 * Puts processes that can die between engines and their storage. What survives is what was
 * committed; make another engine on it, as a restart would.
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

/** The storage as a process reaches it. */
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

  return Storage.of({
    commit: (changes) => living(Effect.suspend(() => metBy(nextFault(), inner.commit(changes)))),
    get: (scope, of, id) => living(inner.get(scope, of, id)),
    getMany: (scope, of, ids) => living(inner.getMany(scope, of, ids)),
    findUnique: (scope, of, key, value) => living(inner.findUnique(scope, of, key, value)),
    page: (scope, of, query) => living(inner.page(scope, of, query)),
    feed: (of, query) => living(inner.feed(of, query)),
    feedEnd: (of, part) => living(inner.feedEnd(of, part)),
    sums: (scope, of, name, query) => living(inner.sums(scope, of, name, query)),
    claimDue: (query) => living(inner.claimDue(query)),
    nextDue: (kinds) => living(inner.nextDue(kinds)),
    jobKinds: (prefix) => living(inner.jobKinds(prefix)),
    scopes: (query) => living(inner.scopes(query)),
    sweep: (of, idBefore, limit) => living(inner.sweep(of, idBefore, limit))
  })
}
