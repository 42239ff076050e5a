import type { Row, Stored } from "./Collection.ts"

/** How many parts a feed has: so many readers may share it, each with parts of its own. */
export const feedParts = 16

/**
 * The rows of an append-only collection as readers follow them, who must miss none: those of one
 * value are in one part, in the order in which their commits became visible.
 */
export interface Feed<R extends Row> {
  /** What stays in order among its own. */
  of(row: R): string
}

/** Which rows of a feed to read. */
export interface FeedQuery {
  /** From 0, below `feedParts`. */
  readonly part: number
  /** Only what is behind this position; from the beginning where it is null. */
  readonly after: string | null
  /** How many rows at most. */
  readonly limit: number
}

/** Rows of a feed, and where to go on. */
export interface FeedPage<R extends Row> {
  readonly rows: ReadonlyArray<Stored<R>>
  /**
   * For `after` of the next read, also where there was no row: nothing of the part is before it.
   * Null where the collection is empty. What it says is the adapter's own.
   */
  readonly position: string | null
  /** Whether there was nothing more by then. */
  readonly isEnd: boolean
}

const offset = 0x811c9dc5
const prime = 0x01000193

/** The part that the rows of a value are in: the same in every release. */
export const feedPart = (value: string): number => {
  let hash = offset
  for (let at = 0; at < value.length; at++) {
    hash = Math.imul(hash ^ value.charCodeAt(at), prime)
  }
  return (hash >>> 0) % feedParts
}
