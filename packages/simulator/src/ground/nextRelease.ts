import {
  type Change,
  type Collection,
  CustomerCollection,
  collections,
  JobCollection,
  type Row,
  type Storage
} from "@payloom/core"
import type { NextRelease } from "../history/History.ts"
import type { Surroundings } from "./processStorage.ts"

type Port = Storage["Service"]

/** The field that the next release adds to each row that it writes. */
export const addedField = "addedByNextRelease"

/**
 * The names of the collections whose version a next release may raise. A store in memory claims
 * jobs as this release does, so jobs keep their version.
 */
export const raisable: ReadonlyArray<string> = collections
  .map(({ name }) => name)
  .filter((name) => name !== JobCollection.name)

/** The next release on the store of a run. */
export interface Releases {
  /** True if processes of this release can't start any more after the first of the next one. */
  readonly isRaising: boolean
  /** True if a process of the next release was started. */
  readonly isDeployed: () => boolean
  /** The next release's sight of a store. From now on it is deployed. */
  readonly deployedOn: (store: Port) => Port
  /** A sight of a store that reads the rows of both releases. It writes as the newer one. */
  readonly observed: (store: Port) => Port
  /** Sees the changes of each commit that was made. */
  readonly see: (changes: ReadonlyArray<Change>) => void
  /** A sentence for each row from which this release removed the field of the next one. */
  readonly findings: () => ReadonlyArray<string>
}

/**
 * Creates a next release. It is this one, but its rows have one field more, and the collections
 * that it raises have a newer version. So processes of this release can't read these rows.
 */
export const openReleases = (nextRelease: NextRelease | null): Releases => {
  const withField = new Set<string>()
  const findings: Array<string> = []
  let isDeployed = false
  const next: Next = {
    of: nextCollections(nextRelease?.raises ?? []),
    isStoredWithField: (change) => withField.has(keyOf(change))
  }
  return {
    isRaising: (nextRelease?.raises.length ?? 0) > 0,
    isDeployed: () => isDeployed,
    deployedOn: (store) => {
      isDeployed = true
      return seenBy(store, next)
    },
    observed: (store) => {
      if (nextRelease === null) return store
      const newer = seenBy(store, next)
      const commit: Port["commit"] = (changes) => (isDeployed ? newer : store).commit(changes)
      return { ...newer, commit }
    },
    see: (changes) => {
      for (const change of changes) {
        const key = keyOf(change)
        if (change._tag === "Delete") withField.delete(key)
        else if (change._tag === "Check") continue
        else if (addedField in change.row) withField.add(key)
        else if (withField.delete(key) && !isErased(change)) {
          findings.push(`An update of ${change.collection.name} lost a field of the next release.`)
        }
      }
    },
    findings: () => findings
  }
}

/**
 * Returns the surroundings of a process that starts. Processes of this release can't start any more
 * if the next one has raised versions.
 */
export const inRelease = (releases: Releases, shared: Surroundings, isNext: boolean) => {
  const isOfNext = isNext || (releases.isRaising && releases.isDeployed())
  const surroundings = isOfNext ? { ...shared, store: releases.deployedOn(shared.store) } : shared
  return { surroundings, isOfNext }
}

/** An erasure removes also what it doesn't know, because it may be personal. */
const isErased = ({ collection, row }: Extract<Change, { readonly row: Row }>): boolean =>
  collection.name === CustomerCollection.name && "erasedAt" in row && row.erasedAt !== null

const keyOf = (change: Change): string => {
  const { collection, scope } = change
  const id = "row" in change ? change.row.id : change.id
  return `${collection.name} ${scope.tenant} ${scope.mode} ${id}`
}

interface Next {
  readonly of: <R extends Row>(of: Collection<R>) => Collection<R>
  readonly isStoredWithField: (change: Change) => boolean
}

/** Shows a store to processes whose collections are newer. */
const seenBy = (store: Port, next: Next): Port => ({
  ...store,
  commit: (changes) => store.commit(changes.map((change) => written(change, next))),
  get: (scope, of, id) => store.get(scope, next.of(of), id),
  getMany: (scope, of, ids) => store.getMany(scope, next.of(of), ids),
  findUnique: (scope, of, key, value) => store.findUnique(scope, next.of(of), key, value),
  page: (scope, of, query) => store.page(scope, next.of(of), query),
  feed: (of, query) => store.feed(next.of(of), query),
  feedEnd: (of, part) => store.feedEnd(next.of(of), part),
  sums: (scope, of, name, query) => store.sums(scope, next.of(of), name, query),
  sweep: (of, idBefore, limit) => store.sweep(next.of(of), idBefore, limit)
})

/**
 * Returns a change as the next release makes it. A process knows the rows that it wrote itself
 * without reading them again, so their field is added to the row before the change too.
 */
const written = (change: Change, { of, isStoredWithField }: Next): Change => {
  const collection = of(change.collection)
  switch (change._tag) {
    case "Insert":
      return { ...change, collection, row: withAdded(change.row) }
    case "Update": {
      const isKnown = isStoredWithField(change)
      const before = isKnown ? withAdded(change.before) : change.before
      // The update of a row that is only appended may erase texts, and nothing else.
      const row = isKnown || !collection.appendOnly ? withAdded(change.row) : change.row
      return { ...change, collection, before, row }
    }
    default:
      return { ...change, collection }
  }
}

const withAdded = (row: Row): Row => {
  const added = { ...row, [addedField]: true }
  return added
}

const nextCollections = (raises: ReadonlyArray<string>): Next["of"] => {
  const known = new WeakMap<Collection<Row>, Collection<Row>>()
  return <R extends Row>(of: Collection<R>): Collection<R> => {
    const found = known.get(of)
    // Each collection is stored with its own rows.
    if (found !== undefined) return found as Collection<R>
    const made = raises.includes(of.name) ? raised(of) : { ...of }
    known.set(of, made)
    return made
  }
}

/** Returns the collection with the next version. Its documents are the same but for their mark. */
const raised = <R extends Row>(of: Collection<R>): Collection<R> => {
  const version = of.version + 1
  const mark = `[${version},`
  return {
    ...of,
    version,
    encode: (row) => `${mark}${bare(of, of.encode(row))}]`,
    decode: (document) =>
      of.decode(document.startsWith(mark) ? marked(of, document.slice(mark.length, -1)) : document)
  }
}

/** A document of the first version has no mark. */
const bare = ({ version }: Collection<Row>, document: string): string =>
  version === 1 ? document : document.slice(`[${version},`.length, -1)

const marked = ({ version }: Collection<Row>, document: string): string =>
  version === 1 ? document : `[${version},${document}]`
