import type { Moment } from "../../kernel/ids/Moment.ts"
import type { IdByPrefix } from "../../kernel/primitives/PublicId.ts"
import type { Scope } from "../storage/Scope.ts"

/**
 * The context of a decision: the scope, the time, a source of ids, and the API revision of events.
 */
export interface CommitContext extends Moment {
  readonly scope: Scope
  /** The API revision in which events are recorded. */
  readonly apiVersion: string
}

/**
 * Returns a context in which the next event gets an id now, so it sorts before all other new
 * events.
 */
export const withFirstEventId = (commit: CommitContext): CommitContext => {
  const event = commit.id("event")
  let isUsed = false
  const id: CommitContext["id"] = (prefix) => {
    if (prefix !== "event" || isUsed) return commit.id(prefix)
    isUsed = true
    return event as IdByPrefix[typeof prefix]
  }
  return { ...commit, id }
}
