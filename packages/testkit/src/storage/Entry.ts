import {
  type Collection,
  feedPart,
  type Index,
  type Job,
  JobCollection,
  type KeptSum,
  type Row,
  type Scope,
  type Stored,
  storedRow,
  type UniqueKey
} from "@payloom/core"
import type { QueuedJob } from "./JobQueue.ts"
import { kept } from "./kept.ts"
import type { Addition } from "./ScopeSums.ts"

/** The place of a row in all that it is found by, whatever becomes of it. */
export interface Slot {
  entry: Entry
}

/** A row as it is kept, and what it is found by. */
export interface Entry {
  readonly scope: Scope
  readonly version: number
  /** Frozen to its depths, so reads can give it to everybody. */
  readonly row: Row
  readonly foundBy: FoundBy
  /** Its values of the unique keys, in their order. */
  readonly keys: ReadonlyArray<string | null>
  /** Its values of the indexes, in their order. */
  readonly values: ReadonlyArray<string | null>
  /** The part of its collection's feed that it is in; null where there is none. */
  readonly feedPart: number | null
  /** What it adds to the sums of its collection. */
  readonly additions: ReadonlyArray<Addition>
  /** Of a job, what claims look at. */
  readonly job: QueuedJob | null
}

/** What the rows of a collection are found by, each by its name. */
interface FoundBy {
  /** What they were written as: another release's collection of the same name differs. */
  readonly collection: Collection<Row>
  readonly uniques: ReadonlyArray<UniqueKey<Row> & { readonly name: string }>
  readonly indexes: ReadonlyArray<Index<Row> & { readonly name: string }>
  readonly sums: ReadonlyArray<NamedSum>
}

type NamedSum = KeptSum<Row> & { readonly name: string }

/** The entry a row makes, in the place of another or of none. */
export const entryOf = (
  of: Collection<Row>,
  scope: Scope,
  row: Row,
  version: number,
  before: Entry | undefined
): Entry => {
  const foundBy = foundByOf(of)
  const { uniques, indexes, sums } = foundBy
  return {
    scope,
    version,
    row: kept(row, before?.row),
    foundBy,
    keys: uniques.length === 0 ? none : uniques.map((unique) => unique.of(row)),
    values: indexes.length === 0 ? none : indexes.map((index) => index.of(row)),
    feedPart: of.feed === null ? null : feedPart(of.feed.of(row)),
    additions: sums.length === 0 ? none : sums.flatMap((sum) => additionsTo(sum, row)),
    job: of.name === JobCollection.name ? queuedJob(scope, row as Job) : null
  }
}

/** The row of an entry, as this release reads what may have been written by another. */
export const readAs = <R extends Row>(
  of: Collection<R>,
  { scope, version, row, foundBy: { collection } }: Entry
): Stored<R> => {
  const isOwn = Object.is(of, collection)
  return storedRow(scope, isOwn ? (row as R) : of.decode(collection.encode(row)), version)
}

const none: ReadonlyArray<never> = []

const additionsTo = ({ of, name }: NamedSum, row: Row): ReadonlyArray<Addition> =>
  of(row).map((summand) => ({ ...summand, sum: name }))

const known = new WeakMap<Collection<Row>, FoundBy>()

const foundByOf = (of: Collection<Row>): FoundBy => {
  const found = known.get(of)
  if (found !== undefined) return found
  const named = <T>(all: Readonly<Record<string, T>>) =>
    Object.entries(all).map(([name, each]) => ({ ...each, name }))
  const made = {
    collection: of,
    uniques: named(of.unique),
    indexes: named(of.indexes),
    sums: named(of.sums)
  }
  known.set(of, made)
  return made
}

const queuedJob = (scope: Scope, { id, kind, dueAt, leasedUntil }: Job): QueuedJob => ({
  scope,
  id,
  kind,
  dueAt,
  leasedUntil
})
