import { Schema } from "effect"
import { CustomerId } from "../kernel/primitives/PublicId.ts"
import { Millis } from "../kernel/primitives/Timestamp.ts"
import { collection } from "../platform/storage/Collection.ts"

/** The steps of an erasure, in their order. */
export const erasureSteps = [
  "customer",
  "instruments",
  "subscriptions",
  "sessions",
  "payments",
  "answers",
  "modules",
  "notifications",
  "parked",
  "vault",
  "done"
] as const

const ErasureStep = Schema.Literals(erasureSteps)

/** The progress of an erasure. Its id is the customer's. */
export const Erasure = Schema.Struct({
  id: CustomerId,
  step: ErasureStep,
  /**
   * The id of the last row of the step that was erased, after its table's name and a slash in the
   * steps `modules` and `vault`. Null before the first one.
   */
  after: Schema.NullOr(Schema.String),
  /** The number of times that all steps were done. Absent if it is zero. */
  passes: Schema.optionalKey(Schema.Int),
  created: Millis,
  /** Null until everything is erased. */
  doneAt: Schema.NullOr(Millis)
})
export interface Erasure extends Schema.Schema.Type<typeof Erasure> {}

export const ErasureCollection = collection<Erasure>({ name: "erasures", schema: Erasure })
