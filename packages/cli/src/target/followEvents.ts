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

/** Twice a second would be too slow to deliver in a second. */
const pollMs = 250

/** An event may become visible after later ones, because its commit took longer. */
const lateMs = 30_000

/** Waits after failures in a row, for example while a server restarts. */
const failureWaitsMs = [500, 1000, 2000, 4000, 8000]

/**
 * Iterates over events, oldest first within each poll, and each once. It looks back half a minute
 * in each poll. If the server can't be reached for a while, it is asked again, and nothing is left
 * out. Rejects after six failures in a row.
 */
export async function* followEvents(following: Following): AsyncGenerator<Event> {
  const { from, signal, waits } = following
  const seen = new Map<string, number>()
  let newest = from
  let failures = 0
  while (!signal.aborted) {
    try {
      const since = Math.max(from, newest - lateMs)
      const fresh = await unseen(following, since, seen)
      failures = 0
      for (const event of fresh) {
        if (signal.aborted) return
        yield event
        seen.set(event.id, event.occurredAt)
        newest = Math.max(newest, event.occurredAt)
      }
      for (const [id, at] of seen) if (at < newest - 2 * lateMs) seen.delete(id)
      if (!waits) return
      await after(pollMs, undefined, { signal }).catch(() => undefined)
    } catch (error) {
      const waitMs = failureWaitsMs[failures++]
      if (!waits || waitMs === undefined || !mayPass(error)) throw error
      await after(waitMs, undefined, { signal }).catch(() => undefined)
    }
  }
}

/** Lists are newest first, so a page without anything new ends the search. */
const unseen = async (
  { events, types }: Following,
  since: number,
  seen: ReadonlyMap<string, number>
): Promise<ReadonlyArray<Event>> => {
  const found: Array<Event> = []
  const query = {
    limit: 100,
    occurredGte: since,
    ...(types.length === 0 ? {} : { type: types as ReadonlyArray<EventType> })
  }
  let cursor: string | null = null
  let knownPages = 0
  do {
    const page: Awaited<ReturnType<Shop["events"]["list"]>> = await events.list({
      ...query,
      ...(cursor === null ? {} : { startingAfter: cursor })
    })
    const fresh = page.data.filter(({ id }) => !seen.has(id))
    found.push(...fresh)
    knownPages = fresh.length === 0 && page.data.length > 0 ? knownPages + 1 : 0
    cursor = page.nextCursor
  } while (cursor !== null && knownPages < 2)
  return found.reverse()
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
