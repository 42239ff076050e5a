import { TaggedError } from "../../kernel/primitives/TaggedError.ts"

/** The customer was erased. Their id stays, and nothing new can be about them. */
export class CustomerErased extends TaggedError("CustomerErased")<{
  /** The customer's id. */
  readonly customer: string
  /** The field that names the customer, or a card or subscription of theirs. */
  readonly param: string
}> {
  override get message(): string {
    return (
      `${this.param} names ${this.customer}, or a card or subscription of theirs, and this ` +
      "customer was erased: create a new customer and name that one."
    )
  }
}
