import { Schema } from "effect"

/** The saved card was detached and can't be charged any more. */
export class InstrumentDetached extends Schema.TaggedError<InstrumentDetached>()(
  "InstrumentDetached",
  { instrument: Schema.String }
) {}
