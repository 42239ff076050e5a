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
  type Stored
} from "@payloom/core"
import { Effect, Layer, Option } from "effect"
import { type Entry, entryOf, readAs, type Slot } from "./Entry.ts"
import { getOrMake } from "./getOrMake.ts"
import { MemoryTable } from "./MemoryTable.ts"
import { ScopeMap } from "./ScopeMap.ts"
import { compareTexts } from "./SortedIds.ts"

/** How a store in memory is to be. */
export interface MemoryOptions {
  /**
   * Whether every row that is written is held against its collection's schema, and one that doesn't
   * conform is a defect. True unless told. Stores in files don't look: without it a long simulation
   * saves about a seventh of its time.
   */
  readonly checkRows?: boolean | undefined
}

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
export const memory = (options?: MemoryOptions): Layer.Layer<Storage> =>
  Layer.succeed(Storage, memoryStorage(options))

/** The same without a layer around it. */
export const memoryStorage = ({ checkRows = true }: MemoryOptions = {}): Storage["Service"] => {
  const tables = new Map<string, MemoryTable>()
  const scopes = new ScopeMap<Scope>()
  const written = new Set<Scope>()
  const tableOf = (of: Collection<Row>) => getOrMake(tables, of.name, () => new MemoryTable())
  const own = ({ tenant, mode }: Scope): Scope =>
    scopes.getOrMake({ tenant, mode }, () => Object.freeze({ tenant, mode }))
  return Storage.of({
    commit: (changes) =>
      Effect.suspend(() => {
        const steps = changes.map((change) => stepOf(tableOf(change.collection), own, change))
        if (checkRows) for (const { change, before } of steps) checkRow(change, before)
        const conflict = applyAll(steps)
        if (conflict !== undefined) return Effect.fail(conflict)
        for (const { after } of steps) if (after !== undefined) written.add(after.scope)
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
    jobKinds: (prefix) => reading(() => tableOf(JobCollection).jobs.kinds(prefix)),
    scopes: (query) => reading(() => scopePage(written, query)),
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

/** Reads when the effect is run; a row of a newer release can't be. */
const reading = <A>(read: () => A): Effect.Effect<A, StorageUnavailable> =>
  Effect.catchDefect(Effect.sync(read), (cause) =>
    cause instanceof NewerDocument
      ? Effect.fail(new StorageUnavailable({ cause }))
      : Effect.die(cause)
  )

/** A change as it is tried: on which table, and with which entry once it is made. */
interface Step {
  readonly change: Change
  readonly table: MemoryTable
  /** Of an update, the entry that it finds. */
  readonly before: Entry | undefined
  readonly after: Entry | undefined
}

/** Makes a change's entry at once: an ill-formed row must not stop a commit half-way. */
const stepOf = (table: MemoryTable, own: (scope: Scope) => Scope, change: Change): Step => {
  const { _tag, collection: of } = change
  if (_tag !== "Insert" && _tag !== "Check" && of.appendOnly) {
    throw new Error(`${of.name} is append-only: ${_tag} refused`)
  }
  const before = _tag === "Update" ? table.get(change.scope, change.row.id) : undefined
  const version = _tag === "Update" ? change.version + 1 : (change.version ?? 1)
  const after =
    _tag === "Insert" || _tag === "Update"
      ? entryOf(of, own(change.scope), change.row, version, before)
      : undefined
  return { change, table, before, after }
}

/** Throws on a row that its collection's schema refuses. */
const checkRow = (change: Change, before: Entry | undefined): void => {
  if (!("row" in change)) return
  const { collection: of, row } = change
  const conforming = before?.foundBy.collection === of ? before.row : undefined
  if (!of.conforms(row, conforming)) throw new Error(`${row.id} is not a row of ${of.name}`)
}

/** Makes all changes, or none where one meets a conflict. */
const applyAll = (steps: ReadonlyArray<Step>): CommitConflict | undefined => {
  const undos: Array<() => void> = []
  for (const step of steps) {
    const slot = step.table.slot(step.change.scope, idIn(step.change))
    const conflict = conflictOf(step, slot)
    if (conflict !== undefined) {
      for (const undo of undos.reverse()) undo()
      return conflict
    }
    undos.push(apply(step, slot))
  }
  return undefined
}

/** Makes a change that meets no conflict; answers how it is taken back. */
const apply = ({ change, table, after }: Step, slot: Slot | undefined): (() => void) => {
  if (after !== undefined && slot !== undefined) {
    const before = slot.entry
    table.replace(slot, after)
    return () => table.replace(slot, before)
  }
  if (after !== undefined) {
    const added = { entry: after }
    table.add(added)
    return () => table.remove(added)
  }
  if (change._tag === "Check" || slot === undefined) return () => undefined
  table.remove(slot)
  return () => table.add(slot)
}

const idIn = (change: Change): string => ("row" in change ? change.row.id : change.id)

const conflictOf = (
  { change, table, after }: Step,
  slot: Slot | undefined
): CommitConflict | undefined => {
  const { collection: of } = change
  if (change._tag === "Insert") {
    if (slot !== undefined) return conflict("id_taken", of, change.row.id)
  } else {
    if (slot === undefined) return conflict("missing", of, idIn(change))
    if (slot.entry.version !== change.version) return conflict("stale", of, idIn(change))
  }
  const taken = after === undefined ? undefined : table.takenKey(after, slot)
  return taken === undefined ? undefined : conflict("key_taken", of, taken)
}

const conflict = (reason: CommitConflict["reason"], of: Collection<Row>, key: string) =>
  new CommitConflict({ reason, collection: of.name, key })

const claim = (table: MemoryTable, query: ClaimQuery): ReadonlyArray<Stored<Job>> =>
  table.jobs.claimable(query).flatMap(({ scope, id }) => {
    const slot = table.slot(scope, id)
    if (slot === undefined) return []
    const { row, version } = readAs(JobCollection, slot.entry)
    const leased: Job = { ...row, leasedUntil: query.leaseUntil }
    const after = entryOf(JobCollection, scope, leased, version + 1, slot.entry)
    table.replace(slot, after)
    return [readAs(JobCollection, after)]
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

const compareScopes = (left: Scope, right: Scope): number =>
  compareTexts(left.tenant, right.tenant) || compareTexts(left.mode, right.mode)

const sweep = (table: MemoryTable, idBefore: string, limit: number): number => {
  const old = table.oldest(idBefore, Math.max(limit, 0))
  for (const { scope, row } of old) table.remove(table.slot(scope, row.id) as Slot)
  return old.length
}
