import { Schema } from "effect"

/** The saved card was detached and can't be charged any more. */
export class InstrumentDetached extends Schema.TaggedError<InstrumentDetached>()(
  "InstrumentDetached",
  { instrument: Schema.String }
) {
  override get message(): string {
    return `The saved card ${this.instrument} was detached and can't be charged: take another.`
  }
}
