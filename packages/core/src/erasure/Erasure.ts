import { Schema } from "effect"
import type { Named } from "../kernel/primitives/Named.ts"
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

/** A step of an erasure. */
export const ErasureStep = Schema.Literals(erasureSteps)
export type ErasureStep = Named<typeof ErasureStep.Type>

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
