import { Schema } from "effect"
import { Millis } from "../../kernel/primitives/Timestamp.ts"
import { collection } from "./Collection.ts"

/** Something to be done later, written in the commit that causes it. */
export const Job = Schema.Struct({
  id: Schema.String,
  /** What it does. A store knows no kinds: of another release's it keeps the jobs as they are. */
  kind: Schema.String,
  /** The id of the row that it moves on. */
  subject: Schema.String,
  dueAt: Millis,
  /** Until when a worker holds it, null when none does. */
  leasedUntil: Schema.NullOr(Millis),
  /** How many questions it has had answered: counted with the answer, and never by a claim. */
  asked: Schema.Int,
  /** How often in a row it failed, or nothing of what it sent arrived. */
  failures: Schema.Int
})
export interface Job extends Schema.Schema.Type<typeof Job> {}

/** A row has at most one job of each kind. */
export const jobKey = ({ kind, subject }: Pick<Job, "kind" | "subject">): string =>
  `${kind}:${subject}`

/** Adapters keep `dueAt`, `leasedUntil` and `kind` beside the row, for `claimDue` to order by. */
export const JobCollection = collection<Job>({
  name: "jobs",
  schema: Job,
  unique: { subject: { of: jobKey } }
})
