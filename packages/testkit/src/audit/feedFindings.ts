import {
  EventCollection,
  type EventRecord,
  type FeedEntry,
  feedParts,
  type StorageReads
} from "@payloom/core"
import { Effect } from "effect"
import { everyRow, everyScope } from "./everyRow.ts"

const pageSize = 500

/** What is wrong with the feed of events: each event is in it once, whoever's it is. */
export const feedFindings = Effect.fnUntraced(function* (storage: StorageReads) {
  const missing = new Set<string>()
  for (const scope of yield* everyScope(storage)) {
    for (const { id } of yield* everyRow(storage, scope, EventCollection)) missing.add(id)
  }
  const findings: Array<string> = []
  for (let part = 0; part < feedParts; part++) {
    for (let after: string | null = null; ; ) {
      const page: ReadonlyArray<FeedEntry<EventRecord>> = yield* storage.feed(EventCollection, {
        part,
        after,
        limit: pageSize
      })
      for (const { stored } of page) {
        if (!missing.delete(stored.row.id)) findings.push(`${stored.row.id} is followed twice`)
      }
      if (page.length < pageSize) break
      after = page.at(-1)?.position ?? null
    }
  }
  return [...findings, ...[...missing].map((id) => `${id} is never followed`)]
})
