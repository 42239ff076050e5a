import type { Moment } from "../../kernel/ids/Moment.ts"
import type { IdByPrefix } from "../../kernel/primitives/PublicId.ts"
import type { Scope } from "../storage/Scope.ts"

/** What a decision needs beside the rows: whose they are, when it is, in which revision to tell. */
export interface CommitContext extends Moment {
  readonly scope: Scope
  /** The API revision that events are told in. */
  readonly apiVersion: string
}

/** A setting in which the first event that is told comes before all that is told from now on. */
export const withFirstEventId = (commit: CommitContext): CommitContext => {
  const event = commit.id("event")
  let isTold = false
  const id: CommitContext["id"] = (prefix) => {
    if (prefix !== "event" || isTold) return commit.id(prefix)
    isTold = true
    return event as IdByPrefix[typeof prefix]
  }
  return { ...commit, id }
}
