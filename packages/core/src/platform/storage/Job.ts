import { Schema } from "effect"
import { Millis } from "../../kernel/primitives/Timestamp.ts"
import { collection } from "./Collection.ts"

/** A task for later. It is written in the commit that causes it. */
export const Job = Schema.Struct({
  id: Schema.String,
  /**
   * The kind of task. A store accepts any kind, so it keeps the jobs of other releases unchanged.
   */
  kind: Schema.String,
  /** The id of the row that the job is about. */
  subject: Schema.String,
  dueAt: Millis,
  /** The end of a worker's lease. Null if no worker has one. */
  leasedUntil: Schema.NullOr(Millis),
  /** The number of answered lookups. It is counted with the answer, and never by a claim. */
  asked: Schema.Int,
  /** The number of failures in a row, which includes requests that did not reach the provider. */
  failures: Schema.Int,
  /**
   * The `traceparent` of the work that wrote the job, and its `tracestate` after a space. Absent if
   * that work was not traced.
   */
  trace: Schema.optionalKey(Schema.String)
})
export interface Job extends Schema.Schema.Type<typeof Job> {}

/** Returns the unique key of a job. A row has at most one job of each kind. */
export const jobKey = ({ kind, subject }: Pick<Job, "kind" | "subject">): string =>
  `${kind}:${subject}`

/** Adapters keep `dueAt`, `leasedUntil` and `kind` in columns, because `claimDue` sorts by them. */
export const JobCollection = collection<Job>({
  name: "jobs",
  schema: Job,
  unique: { subject: { of: jobKey } }
})
