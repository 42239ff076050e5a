import {
  type Change,
  type ClaimQuery,
  type Collection,
  CommitConflict,
  type Job,
  JobCollection,
  NewerDocument,
  type Row,
  type Scope,
  type ScopeQuery,
  Storage,
  StorageUnavailable,
  type Stored,
  scopeKey,
  storedRow
} from "@payloom/core"
import { Effect, Layer, Option } from "effect"
import { type Entry, entryOf } from "./Entry.ts"
import { MemoryTable } from "./MemoryTable.ts"
import { compareTexts } from "./SortedIds.ts"

/**
 * Storage in this process's memory: for tests, simulations and a first try. One call is one store,
 * so engines made on the same value see the same rows, as a process does that was restarted. Holds
 * every row that is written against its schema, and dies on one that doesn't conform.
 *
 * @example
 * ```ts
 * const storage = memory()
 * const payloom = await Payloom.make({ ...setup, storage })
 * const restarted = await Payloom.make({ ...setup, storage })
 * ```
 */
export const memory = (): Layer.Layer<Storage> => Layer.succeed(Storage, memoryStorage())

/** The same without a layer around it. */
export const memoryStorage = (): Storage["Service"] => {
  const tables = new Map<string, MemoryTable>()
  const scopes = new Map<string, Scope>()
  const tableOf = (of: Collection<Row>): MemoryTable => {
    const table = tables.get(of.name) ?? new MemoryTable()
    tables.set(of.name, table)
    return table
  }
  return Storage.of({
    commit: (changes) =>
      Effect.suspend(() => {
        const conflict = applyAll(changes.map((change) => stepOf(tableOf, change)))
        if (conflict !== undefined) return Effect.fail(conflict)
        for (const { _tag, scope } of changes) {
          if (_tag === "Insert") scopes.set(scopeKey(scope), scope)
        }
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
    claimDue: (query) => reading(() => claim(tableOf(JobCollection), query)),
    nextDue: (kinds) => reading(() => nextDue(tableOf(JobCollection), kinds)),
    scopes: (query) => reading(() => scopePage(scopes.values(), query)),
    sweep: (of, idBefore, limit) =>
      Effect.sync(() => {
        if (!of.sweepable) throw new Error(`${of.name} may not be swept`)
        return sweep(tableOf(of), idBefore, limit)
      })
  })
}

const read =
  <R extends Row>(of: Collection<R>) =>
  ({ scope: { tenant, mode }, version, document }: Entry): Stored<R> =>
    storedRow({ tenant, mode }, of.decode(document), version)

/** Reads when the effect is run; a row of a newer release can't be. */
const reading = <A>(read: () => A): Effect.Effect<A, StorageUnavailable> =>
  Effect.catchDefect(Effect.sync(read), (cause) =>
    cause instanceof NewerDocument
      ? Effect.fail(new StorageUnavailable({ cause }))
      : Effect.die(cause)
  )

/** A change that can be tried: answers how to take it back, or the conflict it met. */
type Step = () => CommitConflict | (() => void)

const applyAll = (steps: ReadonlyArray<Step>): CommitConflict | undefined => {
  const takeBack: Array<() => void> = []
  for (const step of steps) {
    const outcome = step()
    if (outcome instanceof CommitConflict) {
      for (const undo of takeBack.reverse()) undo()
      return outcome
    }
    takeBack.push(outcome)
  }
  return undefined
}

/** Encodes a change's row at once: an ill-formed one must not stop a commit half-way. */
const stepOf = (tableOf: (of: Collection<Row>) => MemoryTable, change: Change): Step => {
  const { collection: of, scope } = change
  const table = tableOf(of)
  if (change._tag === "Insert") return insertStep(table, of, entryOf(of, scope, change.row, 1))
  if (change._tag !== "Check" && of.appendOnly) {
    throw new Error(`${of.name} is append-only: ${change._tag} refused`)
  }
  const after =
    change._tag === "Update" ? entryOf(of, scope, change.row, change.version + 1) : undefined
  const id = change._tag === "Update" ? change.row.id : change.id
  return () => {
    const before = table.get(scope, id)
    if (before === undefined) return conflict("missing", of, id)
    if (before.version !== change.version) return conflict("stale", of, id)
    if (change._tag === "Check") return () => undefined
    const taken = after === undefined ? undefined : table.takenKey(after)
    if (taken !== undefined) return conflict("key_taken", of, taken)
    table.replace(before, after)
    return () => table.replace(after, before)
  }
}

const insertStep = (table: MemoryTable, of: Collection<Row>, entry: Entry): Step => {
  return () => {
    if (table.get(entry.scope, entry.id) !== undefined) return conflict("id_taken", of, entry.id)
    const taken = table.takenKey(entry)
    if (taken !== undefined) return conflict("key_taken", of, taken)
    table.replace(undefined, entry)
    return () => table.replace(entry, undefined)
  }
}

const conflict = (reason: CommitConflict["reason"], of: Collection<Row>, key: string) =>
  new CommitConflict({ reason, collection: of.name, key })

const claim = (table: MemoryTable, query: ClaimQuery): ReadonlyArray<Stored<Job>> =>
  table.jobs.claimable(query).flatMap(({ scope, id }) => {
    const before = table.get(scope, id)
    if (before === undefined) return []
    const leased: Job = { ...JobCollection.decode(before.document), leasedUntil: query.leaseUntil }
    const after = entryOf(JobCollection, scope, leased, before.version + 1)
    table.replace(before, after)
    return [read(JobCollection)(after)]
  })

const nextDue = (table: MemoryTable, kinds?: ReadonlyArray<string>): Option.Option<number> => {
  const earliest = table.jobs.nextDue(kinds)
  return earliest === Number.POSITIVE_INFINITY ? Option.none() : Option.some(earliest)
}

const scopePage = (scopes: Iterable<Scope>, { after, limit }: ScopeQuery): ReadonlyArray<Scope> =>
  [...scopes]
    .sort(compareScopes)
    .filter((scope) => after === undefined || compareScopes(scope, after) > 0)
    .slice(0, Math.max(limit, 0))
    .map(({ tenant, mode }) => ({ tenant, mode }))

const compareScopes = (left: Scope, right: Scope): number =>
  compareTexts(left.tenant, right.tenant) || compareTexts(left.mode, right.mode)

const sweep = (table: MemoryTable, idBefore: string, limit: number): number => {
  const old = table.oldest(idBefore, Math.max(limit, 0))
  for (const entry of old) table.replace(entry, undefined)
  return old.length
}
