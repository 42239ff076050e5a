import type { List } from "@payloom/core"

/** The items of one or more pages, and the cursor after them. */
export interface Collected<A> {
  readonly data: ReadonlyArray<A>
  /** Null if there are no more items. */
  readonly nextCursor: string | null
}

/** The largest page that every list allows. */
const largestPage = 100

/** The limit and the cursor of one page. */
export interface PageCursor {
  readonly limit: number
  readonly startingAfter?: string
}

/** Reads pages until there are `limit` items, or no more. */
export const collectPages = async <A>(
  limit: number,
  after: string | undefined,
  readPage: (cursor: PageCursor) => Promise<List<A>>
): Promise<Collected<A>> => {
  const data: Array<A> = []
  let cursor = after ?? null
  do {
    const page: List<A> = await readPage({
      limit: Math.min(largestPage, limit - data.length),
      ...(cursor === null ? {} : { startingAfter: cursor })
    })
    data.push(...page.data)
    cursor = page.nextCursor
  } while (cursor !== null && data.length < limit)
  return { data, nextCursor: cursor }
}

/** Reads a list to its end, and returns its last items: at most `most`. */
export const latestOf = async <A>(
  most: number,
  readPage: (cursor: PageCursor) => Promise<List<A>>
): Promise<ReadonlyArray<A>> => {
  let latest: ReadonlyArray<A> = []
  let cursor: string | null = null
  do {
    const page: List<A> = await readPage({
      limit: largestPage,
      ...(cursor === null ? {} : { startingAfter: cursor })
    })
    const all = [...latest, ...page.data]
    latest = all.slice(Math.max(0, all.length - most))
    cursor = page.nextCursor
  } while (cursor !== null)
  return latest
}
