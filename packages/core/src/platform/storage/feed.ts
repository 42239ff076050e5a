import type { Row, Stored } from "./Collection.ts"

/** The number of parts of a feed. Up to as many readers can share it, each with its own parts. */
export const feedParts = 16

/**
 * A feed of the rows of an append-only collection, for readers who must not miss any. Rows of one
 * value are in one part, in the order in which their commits became visible.
 */
export interface Feed<R extends Row> {
  /** Returns the value whose rows stay in order. */
  of(row: R): string
}

/** The part of a feed to read. */
export interface FeedQuery {
  /** The number of the part, from 0 and below `feedParts`. */
  readonly part: number
  /** Only rows after this position. Null reads from the beginning. */
  readonly after: string | null
  /** The maximum number of rows of a page. */
  readonly limit: number
  /**
   * True if the rows of databases that are down may be left out until they are back. Otherwise the
   * read fails if one of several databases is down.
   */
  readonly onlyReachable?: true
}

/** A page of a feed. */
export interface FeedPage<R extends Row> {
  readonly rows: ReadonlyArray<Stored<R>>
  /**
   * The position for `after` of the next read, also if there was no row: no row will appear before
   * it. Null if the collection is empty. Its content is up to the adapter.
   */
  readonly position: string | null
  /** True if there were no more rows at that time. */
  readonly isEnd: boolean
}

const offset = 0x811c9dc5
const prime = 0x01000193

/** Returns the part of a value's rows. It is the same in every release. */
export const feedPart = (value: string): number => {
  let hash = offset
  for (let at = 0; at < value.length; at++) {
    hash = Math.imul(hash ^ value.charCodeAt(at), prime)
  }
  return (hash >>> 0) % feedParts
}
