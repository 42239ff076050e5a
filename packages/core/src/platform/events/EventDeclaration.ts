import type { Schema } from "effect"

/** A type of event, for the OpenAPI document, webhooks and consumers. */
export interface EventDeclaration {
  /** The schema of the resource in `data.object`, as it is retrieved. */
  readonly resource: Schema.Codec<unknown, unknown>
  /** The name of the resource: its field `object`. */
  readonly object: string
  /** True if the resource is or belongs to a payment, whose id is in `data.payment_id`. */
  readonly isOfPayment: boolean
  /** The occasion on which the event is sent, in a sentence or two. */
  readonly when: string
}
