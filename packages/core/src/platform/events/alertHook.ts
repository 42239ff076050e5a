import { Effect } from "effect"
import type { Scope } from "../storage/Scope.ts"
import type { EventRecord } from "./EventRecord.ts"

/** The embedder's hook for alerts. */
export type OnAlert = (scope: Scope, event: EventRecord) => void

/** An alert that is passed to the hook. */
export interface Alert {
  readonly scope: Scope
  readonly row: EventRecord
}

/**
 * Returns a call of the hook for an alert. A hook that fails, at once or as a promise, must not
 * make a commit look failed, and a slow hook must not delay anything. So nothing waits for it.
 */
export const alertHook =
  (onAlert: OnAlert) =>
  ({ scope, row }: Alert) =>
    Effect.promise(() => Promise.resolve(onAlert(scope, row))).pipe(
      Effect.catchCause((cause) => Effect.logWarning(`The hook for ${row.type} failed.`, cause)),
      Effect.forkDetach({ startImmediately: true })
    )
