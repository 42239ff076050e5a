import { TaggedError } from "../../../kernel/primitives/TaggedError.ts"

const reasons = {
  decided: "It is decided.",
  closed: "The provider takes no evidence for it any more: it is decided, late, or has all.",
  not_supported:
    "Its provider takes no evidence from the engine: submit the evidence in the provider's " +
    "dashboard."
} as const

/** The dispute takes no evidence from the engine. */
export class EvidenceNotTaken extends TaggedError("EvidenceNotTaken")<{
  /** The dispute's id. */
  readonly dispute: string
  /** The reason: `decided`, `closed` at the provider, or `not_supported` by the provider. */
  readonly because: keyof typeof reasons
}> {
  override get message(): string {
    return `The dispute ${this.dispute} takes no evidence. ${reasons[this.because]}`
  }
}
