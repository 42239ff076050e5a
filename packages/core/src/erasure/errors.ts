import { TaggedError } from "../kernel/primitives/TaggedError.ts"

/** Something of the customer is in flight, so their data is still needed. */
export class CustomerInUse extends TaggedError("CustomerInUse")<{
  /** The customer's id. */
  readonly customer: string
  /** The kind of the object in flight. */
  readonly object: "payment" | "checkout_session" | "subscription"
  /** The id of the object in flight. */
  readonly id: string
}> {
  override get message(): string {
    const what = this.object === "checkout_session" ? "checkout session" : this.object
    return `The ${what} ${this.id} of ${this.customer} is in flight: end it first, then erase.`
  }
}
