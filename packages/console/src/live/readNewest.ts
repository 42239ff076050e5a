import { EventCollection, eventSubject, type Scope } from "@payloom/core"
import { Effect } from "effect"
import { engineNow } from "../engineNow.ts"
import type { ConsoleEngine } from "../Room.ts"
import { type LiveEvent, newestLimit } from "./LiveEvent.ts"

/** Reads the newest events of a scope, newest first. */
export const readNewest = async (
  { services }: ConsoleEngine,
  scope: Scope
): Promise<ReadonlyArray<LiveEvent>> => {
  const query = { order: "desc", limit: newestLimit } as const
  const rows = await Effect.runPromise(services.storage.page(scope, EventCollection, query))
  const now = engineNow(await Effect.runPromise(services.background.requestId()))
  return rows.map(({ row }) => ({
    id: row.id,
    type: row.type,
    subject: eventSubject(row),
    ageMs: now - row.occurredAt
  }))
}
