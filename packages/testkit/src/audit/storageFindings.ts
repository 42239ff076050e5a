import { LedgerGroupCollection, type Scope, type StorageReads } from "@payloom/core"
import { Effect } from "effect"
import { everyRow, everyScope } from "./everyRow.ts"
import { feedFindings } from "./feedFindings.ts"
import { sumFindings } from "./sumFindings.ts"

/**
 * Checks what a storage derives from its rows: the sums that core declares for the ledger, and the
 * feed of events. It uses core's declarations, so it is a check of the storage and not of the
 * engine. The feed is checked if no scope is given.
 */
export const storageFindings = Effect.fnUntraced(function* (storage: StorageReads, scope?: Scope) {
  const scopes = scope === undefined ? yield* everyScope(storage) : [scope]
  const findings = scope === undefined ? [...(yield* feedFindings(storage))] : []
  for (const own of scopes) {
    const groups = yield* everyRow(storage, own, LedgerGroupCollection)
    findings.push(...(yield* sumFindings(storage, own, LedgerGroupCollection, groups)))
  }
  return findings satisfies ReadonlyArray<string>
})
