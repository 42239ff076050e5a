import {
  type ClaimQuery,
  type Collection,
  type Job,
  JobCollection,
  NewerDocument,
  type Row,
  type Scope,
  type ScopeQuery,
  Storage,
  StorageUnavailable,
  type Stored,
  severalTenants
} from "@payloom/core"
import { Effect, Layer, Option } from "effect"
import { contentOf, type Entry, readAs } from "./Entry.ts"
import { getOrMake } from "./getOrMake.ts"
import { MemoryCommit } from "./MemoryCommit.ts"
import { MemoryTable } from "./MemoryTable.ts"
import { ScopeMap } from "./ScopeMap.ts"
import { compareTexts } from "./SortedIds.ts"

/** The options of a storage in memory. */
export interface MemoryOptions {
  /**
   * If true, every written row is checked against its collection's schema and copied, as a file
   * would. A row that doesn't conform is a defect. If false, rows are stored as they are given,
   * and a long simulation saves a fifth of its time. Default: true.
   */
  readonly checkRows?: boolean | undefined
}

/**
 * Creates a storage in the memory of this process, for tests, simulations and first experiments.
 * Each call creates one store. Engines with the same value share its rows, so a second engine sees
 * what a restarted process would see. Every written row is checked against its schema, and a row
 * that doesn't conform is a defect.
 *
 * @example
 * ```ts
 * const storage = memory()
 * const payloom = await Payloom.make({ ...setup, storage })
 * const restarted = await Payloom.make({ ...setup, storage })
 * ```
 */
export const memory = (options?: MemoryOptions): Layer.Layer<Storage> =>
  Layer.succeed(Storage, memoryStorage(options))

/** Creates the same storage without a layer. */
export const memoryStorage = ({ checkRows = true }: MemoryOptions = {}): Storage["Service"] => {
  const tables = new Map<string, MemoryTable>()
  /** The scopes in which rows were written. */
  const written = new ScopeMap<Scope>()
  const tableOf = (of: Collection<Row>) => getOrMake(tables, of.name, () => new MemoryTable())
  const ownScope = (scope: Scope): Scope =>
    written.get(scope) ?? Object.freeze({ tenant: scope.tenant, mode: scope.mode })
  return Storage.of({
    commit: (changes) =>
      Effect.suspend(() => {
        const refusal = severalTenants(changes)
        if (refusal !== null) return Effect.die(new Error(refusal))
        const commit = new MemoryCommit({ tableOf, ownScope, checkRows })
        try {
          for (const change of changes) {
            const conflict = commit.make(change)
            if (conflict === undefined) continue
            commit.takeBack()
            return Effect.fail(conflict)
          }
        } catch (defect) {
          commit.takeBack()
          return Effect.die(defect)
        }
        for (const scope of commit.scopes()) written.getOrMake(scope, () => scope)
        return Effect.void
      }),
    get: (scope, of, id) =>
      reading(() => Option.map(Option.fromUndefinedOr(tableOf(of).get(scope, id)), read(of))),
    getMany: (scope, of, ids) =>
      reading(() => ids.flatMap((id) => tableOf(of).get(scope, id) ?? []).map(read(of))),
    findUnique: (scope, of, key, value) =>
      reading(() =>
        Option.map(Option.fromUndefinedOr(tableOf(of).holder(of, key, scope, value)), read(of))
      ),
    page: (scope, of, query) => reading(() => tableOf(of).page(of, scope, query).map(read(of))),
    feed: (of, { part, after, limit }) =>
      reading(() => {
        if (of.feed === null) throw new Error(`${of.name} has no feed`)
        const from = after === null ? 0 : Number(after)
        const table = tableOf(of)
        const rows = table.feed(part, from, limit).map((entry) => readAs(of, entry))
        const end = from + rows.length
        return { rows, position: `${end}`, isEnd: end === table.feedLength(part) }
      }),
    feedEnd: (of, part) =>
      reading(() => {
        const length = tableOf(of).feedLength(part)
        return length === 0 ? Option.none() : Option.some(`${length}`)
      }),
    sums: (scope, of, name, query) => reading(() => tableOf(of).sums(of, scope, name, query)),
    claimDue: (query) => reading(() => claim(tableOf(JobCollection), query)),
    nextDue: (kinds) => reading(() => nextDue(tableOf(JobCollection), kinds)),
    dueJobs: (scope, dueBefore, limit) =>
      reading(() => dueJobs(tableOf(JobCollection), scope, dueBefore, limit)),
    jobKinds: (prefix) => reading(() => tableOf(JobCollection).jobs.kinds(prefix)),
    scopes: (query) => reading(() => scopePage(written.values(), query)),
    sweep: (of, idBefore, limit) =>
      Effect.sync(() => {
        if (!of.sweepable) throw new Error(`${of.name} may not be swept`)
        return sweep(tableOf(of), idBefore, limit)
      })
  })
}

const read =
  <R extends Row>(of: Collection<R>) =>
  (entry: Entry): Stored<R> =>
    readAs(of, entry)

/** Reads when the effect runs. Fails if the row is of a newer release. */
const reading = <A>(read: () => A): Effect.Effect<A, StorageUnavailable> =>
  Effect.suspend(() => {
    try {
      return Effect.succeed(read())
    } catch (cause) {
      return cause instanceof NewerDocument
        ? Effect.fail(new StorageUnavailable({ cause }))
        : Effect.die(cause)
    }
  })

const claim = (table: MemoryTable, query: ClaimQuery): ReadonlyArray<Stored<Job>> =>
  table.jobs.claimable(query).flatMap(({ scope, id }) => {
    const entry = table.get(scope, id)
    if (entry === undefined) return []
    const { row, version } = readAs(JobCollection, entry)
    const leased: Job = { ...row, leasedUntil: query.leaseUntil }
    table.replace(entry, contentOf(JobCollection, scope, leased, version + 1, entry))
    return [readAs(JobCollection, entry)]
  })

const nextDue = (table: MemoryTable, kinds?: ReadonlyArray<string>): Option.Option<number> => {
  const earliest = table.jobs.nextDue(kinds)
  return earliest === Number.POSITIVE_INFINITY ? Option.none() : Option.some(earliest)
}

const dueJobs = (
  table: MemoryTable,
  scope: Scope,
  dueBefore: number,
  limit: number
): ReadonlyArray<Stored<Job>> =>
  table
    .page(JobCollection, scope, { order: "asc", limit: Number.POSITIVE_INFINITY })
    .map(read(JobCollection))
    .filter(({ row }) => row.dueAt < dueBefore)
    .sort(({ row: one }, { row: other }) => one.dueAt - other.dueAt)
    .slice(0, Math.max(limit, 0))

const scopePage = (scopes: Iterable<Scope>, { after, limit }: ScopeQuery): ReadonlyArray<Scope> =>
  [...scopes]
    .sort(compareScopes)
    .filter((scope) => after === undefined || compareScopes(scope, after) > 0)
    .slice(0, Math.max(limit, 0))

const compareScopes = (left: Scope, right: Scope): number =>
  compareTexts(left.tenant, right.tenant) || compareTexts(left.mode, right.mode)

const sweep = (table: MemoryTable, idBefore: string, limit: number): number => {
  const old = table.oldest(idBefore, Math.max(limit, 0))
  for (const entry of old) table.remove(entry)
  return old.length
}
