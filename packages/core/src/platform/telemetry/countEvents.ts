import { seriesOf } from "../../kernel/telemetry/seriesOf.ts"
import type { TelemetryPort } from "../../kernel/telemetry/TelemetryPort.ts"
import { EventCollection, type EventRecord } from "../events/EventRecord.ts"
import type { MeasureCommit } from "./tracedStorage.ts"

/** Counts the recorded events by their types. */
export const countEvents = (port: TelemetryPort): MeasureCommit => {
  const events = seriesOf(port, "payloom.events")
  return (changes) => {
    for (const change of changes) {
      if (change._tag !== "Insert" || change.collection.name !== EventCollection.name) continue
      events((change.row as EventRecord).type, change.scope.mode)(1)
    }
  }
}
