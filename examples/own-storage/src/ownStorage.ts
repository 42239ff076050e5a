import {
  type Collection,
  CommitConflict,
  EngineCollections,
  NewerDocument,
  type Row,
  Storage,
  StorageUnavailable,
  severalTenants
} from "@payloom/core"
import { Effect, Layer, Option } from "effect"
import { make } from "./commit.ts"
import { Database } from "./Database.ts"
import { claim, dueJobs, jobKinds, nextDue } from "./jobs.ts"
import { feed, feedEnd, findUnique, getMany, oldest, page, scopes, sums } from "./reads.ts"
import { prepare, refuseNewer, removeKeys, scopeIn } from "./rows.ts"

/**
 * Returns storage in a SQLite file by `node:sqlite`, for engines of one machine. Fails with
 * `StorageUnavailable` if the file can't be opened, or if a newer release has written it.
 */
export const ownStorage = (path: string): Layer.Layer<Storage, StorageUnavailable> =>
  Layer.effect(
    Storage,
    Effect.gen(function* () {
      const collections = yield* EngineCollections
      const db = yield* Effect.acquireRelease(
        calling(() => new Database(path)),
        (opened) => Effect.sync(() => opened.close())
      )
      yield* calling(() => {
        for (const of of collections) refuseNewer(db, of)
      })
      return storageOf(db)
    })
  )

/** Runs a call of the database. Its failures are `StorageUnavailable`, and all others defects. */
const calling = <A>(call: () => A): Effect.Effect<A, StorageUnavailable> =>
  Effect.suspend(() => {
    try {
      return Effect.succeed(call())
    } catch (cause) {
      return isOfDatabase(cause)
        ? Effect.fail(new StorageUnavailable({ cause, isFull: Object(cause).errcode === 13 }))
        : Effect.die(cause)
    }
  })

const isOfDatabase = (cause: unknown): boolean =>
  cause instanceof NewerDocument || Object(cause).code === "ERR_SQLITE_ERROR"

const storageOf = (db: Database): Storage["Service"] => {
  const prepared = new Map<string, number>()
  /** Prepares each collection on its first use, because modules have collections of their own. */
  const using = (of: Collection<Row>) => {
    if ((prepared.get(of.name) ?? 0) >= of.version) return
    prepare(db, of)
    prepared.set(of.name, of.version)
  }
  const reading = <A>(of: Collection<Row>, read: () => A) =>
    calling(() => {
      using(of)
      return read()
    })
  return Storage.of({
    system: "sqlite",
    commit: (changes) =>
      Effect.suspend(() => {
        const refusal = severalTenants(changes)
        if (refusal !== null) return Effect.die(new Error(refusal))
        return Effect.flatMap(
          calling(() => {
            for (const { collection } of changes) using(collection)
            return commitOrConflict(db, changes)
          }),
          (conflict) => (conflict === null ? Effect.void : Effect.fail(conflict))
        )
      }),
    get: (scope, of, id) =>
      reading(of, () => Option.fromUndefinedOr(getMany(db, scope, of, [id])[0])),
    getMany: (scope, of, ids) => reading(of, () => getMany(db, scope, of, ids)),
    findUnique: (scope, of, key, value) =>
      reading(of, () => Option.fromNullOr(findUnique(db, scope, of, key, value))),
    page: (scope, of, query) => reading(of, () => page(db, scope, of, query)),
    feed: (of, query) => reading(of, () => feed(db, of, query)),
    feedEnd: (of, part) => reading(of, () => Option.fromNullOr(feedEnd(db, of, part))),
    sums: (scope, of, name, query) => reading(of, () => sums(db, scope, of, name, query)),
    claimDue: (query) => calling(() => claim(db, query)),
    nextDue: (kinds) => calling(() => Option.fromNullOr(nextDue(db, kinds))),
    dueJobs: (scope, dueBefore, limit) => calling(() => dueJobs(db, scope, dueBefore, limit)),
    jobKinds: (prefix) => calling(() => jobKinds(db, prefix)),
    scopes: (query) => calling(() => scopes(db, query)),
    sweep: (of, idBefore, limit) =>
      reading(of, () => {
        if (!of.sweepable) throw new Error(`${of.name} may not be swept`)
        return sweep(db, of, idBefore, limit)
      })
  })
}

/** Commits all changes, or none if one of them has a conflict. */
const commitOrConflict = (
  db: Database,
  changes: Parameters<Storage["Service"]["commit"]>[0]
): CommitConflict | null => {
  try {
    db.transaction(() => {
      for (const change of changes) make(db, change)
    })
    return null
  } catch (thrown) {
    if (thrown instanceof CommitConflict) return thrown
    throw thrown
  }
}

const sweep = (db: Database, of: Collection<Row>, idBefore: string, limit: number): number =>
  db.transaction(() => {
    const old = oldest(db, of, idBefore, limit)
    for (const { tenant, mode, id } of old) {
      removeKeys(db, of, scopeIn(tenant, mode), String(id))
      db.run(
        "delete from documents where collection = ? and tenant = ? and mode = ? and id = ?",
        of.name,
        tenant ?? "",
        mode ?? "",
        id ?? ""
      )
    }
    return old.length
  })
