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
  "notifications",
  "parked",
  "done"
] as const

export const ErasureStep = Schema.Literals(erasureSteps)
export type ErasureStep = (typeof erasureSteps)[number]

/** The progress of an erasure. Its id is the customer's. */
export const Erasure = Schema.Struct({
  id: CustomerId,
  step: ErasureStep,
  /** The id of the last row of the step that was erased. Null before the first one. */
  after: Schema.NullOr(Schema.String),
  created: Millis,
  /** Null until everything is erased. */
  doneAt: Schema.NullOr(Millis)
})
export interface Erasure extends Schema.Schema.Type<typeof Erasure> {}

export const ErasureCollection = collection<Erasure>({ name: "erasures", schema: Erasure })
