import {
  type Collection,
  feedPart,
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
import type { Addition } from "./ScopeSums.ts"

/** The content of a row as it is stored, with its index keys. */
export interface Content {
  readonly version: number
  readonly row: Row
  readonly foundBy: FoundBy
  /**
   * The values of the unique keys, in their order. If an update changes none, it keeps the same
   * array.
   */
  readonly keys: ReadonlyArray<string | null>
  /** The fields that claims need, if the row is a job. Otherwise null. */
  readonly job: QueuedJob | null
}

/**
 * A row in the store. All indexes refer to the same entry, so an update changes the entry in
 * place.
 */
export class Entry implements Content {
  readonly scope: Scope
  version: number
  row: Row
  foundBy: FoundBy
  keys: ReadonlyArray<string | null>
  job: QueuedJob | null

  constructor(scope: Scope, { version, row, foundBy, keys, job }: Content) {
    this.scope = scope
    this.version = version
    this.row = row
    this.foundBy = foundBy
    this.keys = keys
    this.job = job
  }

  /** Returns the present content, so that a commit can be undone. */
  content(): Content {
    const { version, row, foundBy, keys, job } = this
    return { version, row, foundBy, keys, job }
  }

  say({ version, row, foundBy, keys, job }: Content): void {
    this.version = version
    this.row = row
    this.foundBy = foundBy
    this.keys = keys
    this.job = job
  }
}

/** The indexes of a collection, each by its name. */
interface FoundBy {
  /** The collection that wrote the rows. Another release's collection of the same name differs. */
  readonly collection: Collection<Row>
  readonly uniques: ReadonlyArray<UniqueKey<Row> & { readonly name: string }>
  /** The keys of a row without any value, which is the most common case. */
  readonly noKeys: ReadonlyArray<null>
  readonly sums: ReadonlyArray<NamedSum>
}

type NamedSum = KeptSum<Row> & { readonly name: string }

/** Returns the content of a row that replaces the content before it, or is new. */
export const contentOf = (
  of: Collection<Row>,
  scope: Scope,
  row: Row,
  version: number,
  before: Content | undefined
): Content => {
  const foundBy = foundByOf(of)
  return {
    version,
    row,
    foundBy,
    keys: keysOf(foundBy, row, before?.foundBy === foundBy ? before.keys : undefined),
    job: of.name === JobCollection.name ? queuedJob(scope, row as Job) : null
  }
}

/**
 * Reads the row of an entry, which another release may have written, as this release's collection.
 */
export const readAs = <R extends Row>(
  of: Collection<R>,
  { scope, version, row, foundBy: { collection } }: Entry
): Stored<R> => {
  const isOwn = Object.is(of, collection)
  return storedRow(scope, isOwn ? (row as R) : of.decode(collection.encode(row)), version)
}

/** Returns the feed part of a row, or undefined if its collection has no feed. */
export const feedPartOf = ({ foundBy: { collection }, row }: Content): number | undefined =>
  collection.feed === null ? undefined : feedPart(collection.feed.of(row))

/** Returns the value of a row in an index, or null if the index does not contain the row. */
export const indexedAs = (
  { foundBy: { collection }, row }: Content,
  index: string
): string | null => collection.indexes[index]?.of(row) ?? null

/** Returns the amounts that a row adds to the sums of its collection. */
export const additionsOf = ({ foundBy: { sums }, row }: Content): ReadonlyArray<Addition> =>
  sums.length === 0 ? none : sums.flatMap((sum) => additionsTo(sum, row))

const none: ReadonlyArray<never> = []

const additionsTo = ({ of, name }: NamedSum, row: Row): ReadonlyArray<Addition> =>
  of(row).map((summand) => ({ ...summand, sum: name }))

const keysOf = (
  { uniques, noKeys }: FoundBy,
  row: Row,
  before: Content["keys"] | undefined
): Content["keys"] => {
  if (uniques.length === 0) return noKeys
  const keys = uniques.map((unique) => unique.of(row))
  if (keys.every((key) => key === null)) return noKeys
  return before?.every((key, nth) => key === keys[nth]) ? before : keys
}

const known = new WeakMap<Collection<Row>, FoundBy>()

const foundByOf = (of: Collection<Row>): FoundBy => {
  const found = known.get(of)
  if (found !== undefined) return found
  const named = <T>(all: Readonly<Record<string, T>>) =>
    Object.entries(all).map(([name, each]) => ({ ...each, name }))
  const made = {
    collection: of,
    uniques: named(of.unique),
    noKeys: Object.keys(of.unique).map(() => null),
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
