import { TaggedError } from "../../kernel/primitives/TaggedError.ts"

/** The saved card was detached and can't be charged any more. */
export class InstrumentDetached extends TaggedError("InstrumentDetached")<{
  /** The saved card's id. */
  readonly instrument: string
}> {
  override get message(): string {
    return `The saved card ${this.instrument} was detached and can't be charged: take another.`
  }
}
