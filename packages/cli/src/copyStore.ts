import {
  type Deployment,
  DeploymentCollection,
  deploymentScope,
  EventCollection,
  insert,
  insertCopy,
  remove,
  Storage,
  type StoragePort,
  type StorageUnavailable,
  type Stored
} from "@payloom/core"
import { Context, Effect, Layer, Option } from "effect"
import { type CopyProgress, progressOf } from "./copy/CopyProgress.ts"
import { CopyRefused } from "./copy/CopyRefused.ts"
import { fill, type Stores } from "./copy/fill.ts"
import { type Proof, prove } from "./copy/prove.ts"
import { allParts, copiedCollections } from "./copy/walks.ts"

/** From where to where. */
export interface CopyOptions<E> {
  /** The store to copy, which no engine may be working on. It is read only. */
  readonly from: Layer.Layer<Storage, E>
  /** An empty one, or one that a copy of the same store was begun in. */
  readonly to: Layer.Layer<Storage, E>
  /** Copies nothing: only proves what was copied before. */
  readonly verifyOnly?: boolean
  readonly onProgress?: (progress: CopyProgress) => void
}

/** What came of it. */
export interface Copied extends Proof {
  /** How many rows the store has, all collections together. */
  readonly rows: number
}

/**
 * Copies a store: every row of all tenants as it is, with its version and in its place of what is
 * followed, so that consumers go on with the event that is next for them, and keys answer as
 * before. Then it reads both and proves that they are equal.
 *
 * Until then no engine starts on the target (`StorageIncomplete`). Where it fails or is killed, it
 * goes on at the next call with what is missing. Rows go in pages, so that memory doesn't grow with
 * the store. Fails with `CopyRefused`, and with what the storages fail with.
 *
 * ```ts
 * const to = postgres({ connection: "postgres://localhost/shop" })
 * await Effect.runPromise(copyStore({ from: sqlite("payloom.db"), to }))
 * ```
 */
export const copyStore = <E>({
  from,
  to,
  verifyOnly = false,
  onProgress = () => undefined
}: CopyOptions<E>): Effect.Effect<Copied, CopyRefused | StorageUnavailable | E> =>
  Effect.scoped(
    Effect.gen(function* () {
      const stores = { from: yield* opened(from), to: yield* opened(to) }
      const own = yield* sourceOf(stores.from)
      const state = yield* targetState(stores.to, own)
      if (verifyOnly && state === "empty") {
        return yield* refused("not_equal", "There is nothing in the target yet")
      }
      const ends = yield* endsOf(stores.from)
      if (state !== "finished" && !verifyOnly) yield* copyAll(stores, own, state, onProgress)
      const proof = yield* prove(stores, progressOf("proof", copiedCollections.length, onProgress))
      if (yield* hasGoneOn(stores.from, ends)) {
        const detail = "An engine has worked on the source meanwhile: stop it, and copy again"
        return yield* refused("source_changed", detail)
      }
      if (!proof.isEqual) return yield* unequal(proof, state)
      if (state !== "finished" && !verifyOnly) yield* finish(stores.to, own)
      const rows = proof.collections.reduce((sum, each) => sum + each.rows, 0)
      return { ...proof, rows } satisfies Copied
    })
  )

const opened = <E>(layer: Layer.Layer<Storage, E>) =>
  Effect.map(Layer.build(layer), (context): StoragePort => Context.get(context, Storage))

const refused = (reason: CopyRefused["reason"], detail: string) =>
  Effect.fail(new CopyRefused({ reason, detail }))

const deploymentOf = (storage: StoragePort) =>
  Effect.map(
    storage.get(deploymentScope, DeploymentCollection, "deployment"),
    (found): Stored<Deployment> | null => Option.getOrNull(found)
  )

/** What says whose the source is. */
const sourceOf = Effect.fnUntraced(function* (from: StoragePort) {
  const own = yield* deploymentOf(from)
  if (own === null)
    return yield* refused("no_store", "The source holds no store: no engine used it")
  if (own.row.copyOf !== undefined) {
    const detail = "The source is itself a copy that was not finished: finish it first"
    return yield* refused("source_incomplete", detail)
  }
  return own
})

type TargetState = "empty" | "begun" | "finished"

const targetState = Effect.fnUntraced(function* (to: StoragePort, own: Stored<Deployment>) {
  const there = yield* deploymentOf(to)
  if (there === null) {
    const scopes = yield* to.scopes({ limit: 1 })
    if (scopes.length === 0) return "empty" as TargetState
  } else if ((there.row.copyOf ?? there.row.secretCheck) === own.row.secretCheck) {
    return (there.row.copyOf === undefined ? "finished" : "begun") as TargetState
  }
  const detail = "The target holds another store: copy to an empty one"
  return yield* refused("target_taken", detail)
})

const copyAll = Effect.fnUntraced(function* (
  stores: Stores,
  { row }: Stored<Deployment>,
  state: TargetState,
  onProgress: (progress: CopyProgress) => void
) {
  const progress = progressOf("copy", copiedCollections.length, onProgress)
  const mark = insert(deploymentScope, DeploymentCollection, {
    ...row,
    secretCheck: "",
    copyOf: row.secretCheck
  })
  const copying = Effect.gen(function* () {
    if (state === "empty") yield* stores.to.commit([mark])
    for (const of of copiedCollections) yield* fill(stores, of, progress)
  })
  yield* Effect.catchTag(copying, "CommitConflict", (conflict) =>
    refused("target_taken", `Somebody else writes to the target: ${conflict.message}`)
  )
})

/** From now on engines may start on it. */
const finish = Effect.fnUntraced(function* (to: StoragePort, own: Stored<Deployment>) {
  const mark = yield* deploymentOf(to)
  const gone = mark === null ? [] : [remove(DeploymentCollection, mark)]
  yield* Effect.catchTag(
    to.commit([...gone, insertCopy(DeploymentCollection, own)]),
    "CommitConflict",
    () => refused("target_taken", "Somebody else has finished the copy meanwhile")
  )
})

/** The ends of what happened. */
const endsOf = Effect.fnUntraced(function* (storage: StoragePort) {
  const ends: Array<string | null> = []
  for (const part of allParts) {
    ends.push(Option.getOrNull(yield* storage.feedEnd(EventCollection, part)))
  }
  return ends
})

/** Whether anything has happened behind them: an engine works there. */
const hasGoneOn = Effect.fnUntraced(function* (
  storage: StoragePort,
  ends: ReadonlyArray<string | null>
) {
  for (const part of allParts) {
    const after = ends[part] ?? null
    const { rows } = yield* storage.feed(EventCollection, { part, after, limit: 1 })
    if (rows.length > 0) return true
  }
  return false
})

const unequal = ({ collections }: Proof, state: TargetState) => {
  const names = collections.flatMap(({ collection, isEqual }) => (isEqual ? [] : [collection]))
  const where = names.length === 0 ? "the balances" : names.join(", ")
  return state === "finished"
    ? refused("target_used", `The copy was finished before, and one was used since: see ${where}`)
    : refused("not_equal", `The stores are not equal in ${where}: copy again`)
}
