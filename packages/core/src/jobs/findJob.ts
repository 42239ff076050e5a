import type { Scope } from "../storage/Scope.ts"
import type { Storage } from "../storage/Storage.ts"
import { JobCollection, type JobKind, jobKey } from "./Job.ts"

/** The job of a kind that a row has; none where it has none, or no longer. */
export const findJob = (
  storage: Storage["Service"],
  scope: Scope,
  kind: JobKind,
  subject: string
) => storage.findUnique(scope, JobCollection, "subject", jobKey({ kind, subject }))
