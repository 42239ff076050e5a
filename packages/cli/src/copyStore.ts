import { cellTables } from "@payloom/cells"
import {
  type AnyCollection,
  type Deployment,
  DeploymentCollection,
  deploymentScope,
  EventCollection,
  insert,
  insertCopy,
  type Module,
  remove,
  type Storage,
  type StoragePort,
  type StorageUnavailable,
  type Stored
} from "@payloom/core"
import { Effect, type Layer, Option } from "effect"
import { type CopyProgress, progressOf } from "./copy/CopyProgress.ts"
import { CopyRefused } from "./copy/CopyRefused.ts"
import { openSource } from "./copy/CopySource.ts"
import { openTarget, tenantsIn } from "./copy/CopyTarget.ts"
import { copyRows, type Stores } from "./copy/copyRows.ts"
import { allParts, copiedCollections } from "./copy/iterateStore.ts"
import { type Proof, prove } from "./copy/prove.ts"

/** The options of {@link copyStore}. */
export interface CopyOptions<E> {
  /**
   * The store to copy, or a storage that `cells` made. Stop all engines on it first. It is only
   * read. The tenants of all cells are copied, and what the directory has of the deployment.
   */
  readonly from: Layer.Layer<Storage, E>
  /**
   * An empty storage, or one that contains an unfinished copy of the same store. If it is made by
   * `cells`, the tenants are spread over the cells: by its `placeTenant`, or so that each cell gets
   * about as many events.
   */
  readonly to: Layer.Layer<Storage, E>
  /** If true, copies nothing and proves an earlier copy. */
  readonly verifyOnly?: boolean
  /** The modules of the engines on the store. Their tables are copied too. */
  readonly modules?: ReadonlyArray<Pick<Module, "collections">>
  readonly onProgress?: (progress: CopyProgress) => void
}

/** The result of a copy that was proven. */
export interface Copied extends Proof {
  /** The number of rows of the store, over all collections. */
  readonly rows: number
  /** The number of tenants in each cell by its name. Absent if the target is one store. */
  readonly tenants?: Readonly<Record<string, number>>
}

/**
 * Copies a store: every row of all tenants unchanged, with its version and its place in its feed.
 * So consumers continue with their next event, and idempotency keys answer as before. Then reads
 * both stores and proves that they are equal.
 *
 * Until the proof, no engine starts on the target (`StorageIncomplete`). If the copy fails or is
 * killed, call it again: it copies the rows that are missing. Rows are copied in pages, so memory
 * doesn't grow with the store. Fails with `CopyRefused`, and with the errors of both storages.
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
  modules = [],
  onProgress = () => undefined
}: CopyOptions<E>): Effect.Effect<Copied, CopyRefused | StorageUnavailable | E> =>
  Effect.scoped(
    Effect.gen(function* () {
      const source = yield* openSource(from, modules)
      yield* source.settled
      const target = yield* openTarget(to)
      const stores: Stores = { ...source, to: target.to, cells: target.cells }
      const own = yield* sourceOf(stores.from)
      const copied = copiedCollections(modules)
      yield* requireModules(stores.from, copied)
      const state = yield* targetState(stores, own)
      if (verifyOnly && state === "empty") {
        return yield* refused("not_equal", "There is nothing in the target yet")
      }
      const ends = yield* endsOf(stores.from)
      if (state !== "finished" && !verifyOnly) {
        yield* target.place(stores.from)
        yield* copyAll(stores, { own, state, copied }, onProgress)
      }
      const proof = yield* prove(stores, copied, progressOf("proof", copied.length, onProgress))
      if (yield* hasGoneOn(stores.from, ends)) {
        const detail = "An engine used the source during the copy: stop the engine, and copy again"
        return yield* refused("source_changed", detail)
      }
      yield* source.settled
      if (!proof.isEqual) return yield* unequal(proof, state)
      if (state !== "finished" && !verifyOnly) yield* finish(stores.to, own)
      const rows = proof.collections.reduce((sum, each) => sum + each.rows, 0)
      if (stores.cells.size === 0) return { ...proof, rows } satisfies Copied
      const tenants = countByCell(stores.cells, yield* tenantsIn(stores.cells))
      return { ...proof, rows, tenants } satisfies Copied
    })
  )

const countByCell = (
  cells: Stores["cells"],
  placed: ReadonlyMap<string, string>
): Readonly<Record<string, number>> => {
  const counts = new Map([...cells.keys()].map((name) => [name, 0]))
  for (const cell of placed.values()) counts.set(cell, (counts.get(cell) ?? 0) + 1)
  return Object.fromEntries(counts)
}

const refused = (reason: CopyRefused["reason"], detail: string) =>
  Effect.fail(new CopyRefused({ reason, detail }))

const deploymentOf = (storage: StoragePort) =>
  Effect.map(
    storage.get(deploymentScope, DeploymentCollection, "deployment"),
    (found): Stored<Deployment> | null => Option.getOrNull(found)
  )

/** Returns the deployment's row, which identifies the store. */
const sourceOf = Effect.fnUntraced(function* (from: StoragePort) {
  const own = yield* deploymentOf(from)
  if (own === null)
    return yield* refused("no_store", "The source contains no store: no engine has used it")
  if (own.row.copyOf !== undefined) {
    const detail = "The source is itself a copy that was not finished: finish that copy first"
    return yield* refused("source_incomplete", detail)
  }
  return own
})

/** Refuses to leave out tables of modules. */
const requireModules = Effect.fnUntraced(function* (
  from: StoragePort,
  copied: ReadonlyArray<AnyCollection>
) {
  const own = [DeploymentCollection.name, ...cellTables]
  const known = new Set([...own, ...copied.map(({ name }) => name)])
  const stored = yield* from.storedCollections ?? Effect.succeed([])
  const others = stored.filter((name) => !known.has(name))
  if (others.length === 0) return
  const detail =
    `The source has tables of modules (${others.join(", ")}): copy it with copyStore of ` +
    "@payloom/cli, and name the modules in modules"
  return yield* refused("modules_missing", detail)
})

type TargetState = "empty" | "begun" | "finished"

const targetState = Effect.fnUntraced(function* (
  { to, cells }: Stores,
  { row }: Stored<Deployment>
) {
  const there = yield* deploymentOf(to)
  if (there === null) {
    const scopes = yield* to.scopes({ limit: 2 })
    // New cells have rows of the deployment: their identities.
    const own = scopes.filter(({ tenant }) => cells.size === 0 || tenant !== deploymentScope.tenant)
    if (own.length === 0) return "empty" as TargetState
  } else if ((there.row.copyOf ?? there.row.secretCheck) === row.secretCheck) {
    return (there.row.copyOf === undefined ? "finished" : "begun") as TargetState
  }
  const detail = "The target contains another store: copy to an empty one"
  return yield* refused("target_taken", detail)
})

/** A copy to make or to complete. */
interface Copying {
  readonly own: Stored<Deployment>
  readonly state: TargetState
  readonly copied: ReadonlyArray<AnyCollection>
}

const copyAll = Effect.fnUntraced(function* (
  stores: Stores,
  { own: { row }, state, copied }: Copying,
  onProgress: (progress: CopyProgress) => void
) {
  const progress = progressOf("copy", copied.length, onProgress)
  const mark = insert(deploymentScope, DeploymentCollection, {
    ...row,
    secretCheck: "",
    copyOf: row.secretCheck
  })
  const copying = Effect.gen(function* () {
    if (state === "empty") yield* stores.to.commit([mark])
    for (const of of copied) yield* copyRows(stores, of, progress)
  })
  yield* Effect.catchTag(copying, "CommitConflict", (conflict) =>
    refused("target_taken", `Something else writes to the target: ${conflict.message}`)
  )
})

/** Lets engines start on the target. */
const finish = Effect.fnUntraced(function* (to: StoragePort, own: Stored<Deployment>) {
  const mark = yield* deploymentOf(to)
  const gone = mark === null ? [] : [remove(DeploymentCollection, mark)]
  yield* Effect.catchTag(
    to.commit([...gone, insertCopy(DeploymentCollection, own)]),
    "CommitConflict",
    () => refused("target_taken", "Another process finished the copy at the same time")
  )
})

/** Returns the positions at the end of the events' feed, by part. */
const endsOf = Effect.fnUntraced(function* (storage: StoragePort) {
  const ends: Array<string | null> = []
  for (const part of allParts) {
    ends.push(Option.getOrNull(yield* storage.feedEnd(EventCollection, part)))
  }
  return ends
})

/** Returns true if there are events after these positions, so an engine uses the store. */
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
    ? refused(
        "target_used",
        `The copy was finished before, and a store was used since: see ${where}`
      )
    : refused("not_equal", `The stores are not equal in ${where}: copy again`)
}
