import { seriesOf } from "../../kernel/telemetry/seriesOf.ts"
import type { TelemetryPort } from "../../kernel/telemetry/TelemetryPort.ts"
import type { Change } from "../../platform/storage/Change.ts"
import type { MeasureCommit } from "../../platform/telemetry/tracedStorage.ts"
import { AttemptCollection, type AttemptRecord, isInFlight } from "./Attempt.ts"

/**
 * Counts attempts by their new status, in the commit that changes it. An attempt whose outcome was
 * unknown is counted again when the outcome is known.
 */
export const countCharges = (port: TelemetryPort): MeasureCommit => {
  const charges = seriesOf(port, "payloom.charges")
  return (changes) => {
    for (const change of changes) {
      const row = outcomeOf(change)
      if (row === null) continue
      const { status, provider, mid, facts, decline } = row
      const { mode } = change.scope
      const tenant = port.countsTenants ? change.scope.tenant : null
      charges(status, provider, mid, facts.method, decline?.code ?? null, mode, tenant)(1)
    }
  }
}

/** Returns the attempt of a change if it got another status while it was in flight. */
const outcomeOf = (change: Change): AttemptRecord | null => {
  if (change.collection.name !== AttemptCollection.name || !("row" in change)) return null
  const row = change.row as AttemptRecord
  if (change._tag === "Insert") return isInFlight(row) ? null : row
  const before = change.before as AttemptRecord
  return isInFlight(before) && before.status !== row.status ? row : null
}
