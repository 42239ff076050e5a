import type { Tracer } from "effect"
import { traceHeadersOf, traceText } from "../../kernel/telemetry/traceparent.ts"
import { EventCollection, type EventRecord } from "../events/EventRecord.ts"
import type { Change } from "../storage/Change.ts"
import { type Job, JobCollection } from "../storage/Job.ts"

/**
 * Adds the trace of a commit to the events and jobs that it writes. So later work, also of other
 * processes, continues the trace. Only sampled traces are kept, because nobody sees the others. A
 * job that has a trace keeps it.
 */
export const traceRows = (
  changes: ReadonlyArray<Change>,
  span: Tracer.AnySpan
): ReadonlyArray<Change> => {
  if (!span.sampled || !changes.some(isUntraced)) return changes
  const trace = traceText(traceHeadersOf(span))
  return changes.map((change) =>
    isUntraced(change) ? { ...change, row: { ...change.row, trace } } : change
  )
}

type Untraced = Change & { readonly row: EventRecord | Job }

/** A row of a job at hand lacks the trace that its insert has got, so updates add it too. */
const isUntraced = (change: Change): change is Untraced => {
  const { name } = change.collection
  if (name === EventCollection.name) {
    return change._tag === "Insert" && (change.row as EventRecord).trace === undefined
  }
  return name === JobCollection.name && "row" in change && (change.row as Job).trace === undefined
}
