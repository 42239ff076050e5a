import { setTimeout as after } from "node:timers/promises"
import type { Event, EventType } from "@payloom/core"
import type { Shop } from "./Target.ts"

/** The events to follow. */
export interface Following {
  readonly events: Shop["events"]
  /** Only these types. All if empty. */
  readonly types: ReadonlyArray<string>
  /** Only events at this time or later, in milliseconds since the epoch. */
  readonly from: number
  /** Ends the walk. */
  readonly signal: AbortSignal
  /** True to wait for further events. */
  readonly waits: boolean
}

/** The times between two reads. */
interface Paces {
  /** Twice a second would be too slow to deliver in a second. */
  readonly pollMs: number
  /** A busy log is searched for late events once in this time. */
  readonly thoroughMs: number
  /** Waits after failures in a row, for example while a server restarts. */
  readonly failureWaitsMs: ReadonlyArray<number>
}

const usualPaces: Paces = {
  pollMs: 250,
  thoroughMs: 5000,
  failureWaitsMs: [500, 1000, 2000, 4000, 8000]
}

/** An event may become visible after later ones, because its commit took longer. */
const lateMs = 30_000

/**
 * Iterates over events, oldest first within each read, and each once. It holds one page, however
 * long the past is. An event that becomes visible half a minute late is found within five seconds.
 * If the server can't be reached for a while, it is asked again, and nothing is left out. Rejects
 * after six failures in a row.
 */
export async function* followEvents(
  following: Following,
  { pollMs, thoroughMs, failureWaitsMs }: Paces = usualPaces
): AsyncGenerator<Event> {
  const { from, signal, waits } = following
  const progress: Progress = { since: from, seen: new Map() }
  const pause = (ms: number) => after(ms, undefined, { signal }).catch(() => undefined)
  let thoroughAt = Number.NEGATIVE_INFINITY
  let failures = 0
  while (!signal.aborted) {
    const now = performance.now()
    const isThorough = now - thoroughAt >= thoroughMs
    try {
      for await (const event of unseen(following, progress, isThorough)) {
        if (signal.aborted) return
        failures = 0
        yield event
      }
      failures = 0
      if (isThorough) thoroughAt = now
      if (!waits) return
      await pause(pollMs)
    } catch (error) {
      if (signal.aborted) return
      const waitMs = failureWaitsMs[failures++]
      if (!waits || waitMs === undefined || !mayPass(error)) throw error
      await pause(waitMs)
    }
  }
}

/** The part of the log that is done. */
interface Progress {
  /** Every event before this time is done, also one that is not visible yet. */
  since: number
  /** The times of the events since then, by their ids. */
  readonly seen: Map<string, number>
}

type Page = Awaited<ReturnType<Shop["events"]["list"]>>
type Cursor = { readonly startingAfter?: string; readonly endingBefore?: string }
type ReadPage = (cursor: Cursor) => Promise<Page>

/** Gives the unseen events, oldest first. Lists are newest first, so it goes down and comes up. */
async function* unseen(
  { events, types }: Following,
  progress: Progress,
  isThorough: boolean
): AsyncGenerator<Event> {
  const { since, seen } = progress
  const query = {
    limit: 100,
    occurredGte: since,
    ...(types.length === 0 ? {} : { type: types as ReadonlyArray<EventType> })
  }
  const read: ReadPage = (cursor) => events.list({ ...query, ...cursor })
  const { top, start } = await goDown(read, seen, isThorough)
  const doneTo = (time: number) => {
    if (isThorough && top !== null) advance(progress, Math.min(time, top - lateMs))
  }
  const fresh = function* (newestFirst: ReadonlyArray<Event>) {
    for (const event of newestFirst.toReversed()) {
      if (seen.has(event.id)) continue
      seen.set(event.id, event.occurredAt)
      yield event
      doneTo(event.occurredAt)
    }
  }
  if (start !== null) {
    yield* fresh(start.page.data)
    yield* fresh(start.next)
    for (let cursor = start.cursor; cursor !== null; ) {
      const page: Page = await read({ endingBefore: cursor })
      yield* fresh(page.data)
      cursor = page.nextCursor
    }
  }
  doneTo(Number.POSITIVE_INFINITY)
}

/** The place at which the way up begins. */
interface Start {
  /** The oldest page with an unseen event. */
  readonly page: Page
  /** The position above the page. Null if it is the first page. */
  readonly cursor: string | null
  /** The event at this position, which no page above it contains. Empty if there is none. */
  readonly next: ReadonlyArray<Event>
}

interface Descent {
  /** The time of the newest event. Null if there is none. */
  readonly top: number | null
  /** Null if there is no unseen event. */
  readonly start: Start | null
}

/** Searches for the oldest unseen event: thoroughly, or until a page has nothing new. */
const goDown = async (
  read: ReadPage,
  seen: ReadonlyMap<string, number>,
  isThorough: boolean
): Promise<Descent> => {
  let top: number | null = null
  let start: Start | null = null
  let next: ReadonlyArray<Event> = []
  let cursor: string | null = null
  for (;;) {
    const page: Page = await read(cursor === null ? {} : { startingAfter: cursor })
    top ??= page.data[0]?.occurredAt ?? null
    const hasNew = page.data.some(({ id }) => !seen.has(id))
    if (hasNew) start = { page, cursor, next }
    const isKnown = page.data.length > 0 && !hasNew
    if (page.nextCursor === null || (isKnown && !isThorough)) return { top, start }
    // Pages leave events out that are not published, so a page may be empty.
    next = page.data.slice(-1)
    cursor = page.nextCursor
  }
}

/** Moves on to a later time, and forgets the events before it. */
const advance = (progress: Progress, since: number): void => {
  progress.since = Math.max(progress.since, since)
  for (const [id, at] of progress.seen) {
    if (at >= progress.since) return
    progress.seen.delete(id)
  }
}

/** A server that restarts, or a limit of requests, is no reason to end. */
const mayPass = (error: unknown): boolean => {
  const { reason, _tag: tag } = Object(error)
  return (
    tag === "StorageUnavailable" ||
    /^(server_unavailable|storage_unavailable|engine_closed|rate_limited|internal_error)$/.test(
      String(reason)
    )
  )
}
