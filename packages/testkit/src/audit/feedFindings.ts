import {
  EventCollection,
  type EventRecord,
  type FeedPage,
  feedParts,
  type StorageReads
} from "@payloom/core"
import { Effect } from "effect"
import { everyRow, everyScope } from "./everyRow.ts"

const pageSize = 500

/** Checks that the feed contains each event of every scope exactly once. */
export const feedFindings = Effect.fnUntraced(function* (storage: StorageReads) {
  const missing = new Set<string>()
  for (const scope of yield* everyScope(storage)) {
    for (const { id } of yield* everyRow(storage, scope, EventCollection)) missing.add(id)
  }
  const findings: Array<string> = []
  for (let part = 0; part < feedParts; part++) {
    for (let after: string | null = null; ; ) {
      const page: FeedPage<EventRecord> = yield* storage.feed(EventCollection, {
        part,
        after,
        limit: pageSize
      })
      for (const { row } of page.rows) {
        if (!missing.delete(row.id)) findings.push(`${row.id} is in the feed twice`)
      }
      if (page.isEnd) break
      after = page.position
    }
  }
  return [...findings, ...[...missing].map((id) => `${id} is missing from the feed`)]
})
