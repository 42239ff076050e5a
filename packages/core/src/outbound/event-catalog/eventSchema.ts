import { Schema } from "effect"
import { named } from "../../kernel/codec/named.ts"
import type { EventDeclaration } from "../../platform/events/EventDeclaration.ts"
import { eventFields, eventKeys } from "../../platform/events/EventEnvelope.ts"

/** The schemas of one event type. */
export interface EventSchema {
  /**
   * The whole event, before its first delivery. Its identifier is, for example,
   * `PaymentSucceededEvent`.
   */
  readonly event: Schema.Codec<unknown, unknown>
  /** The schema of `data.object`: the resource as it is retrieved. */
  readonly object: Schema.Codec<unknown, unknown>
}

/** Returns the schemas of a published event type. */
export const eventSchema = (
  type: string,
  { resource: object, isOfPayment }: Pick<EventDeclaration, "resource" | "isOfPayment">
): EventSchema => {
  const data = isOfPayment
    ? Schema.Struct({ object, payment_id: Schema.String, version: Schema.Int })
    : Schema.Struct({ object, version: Schema.Int })
  const event = Schema.Struct({
    ...eventFields,
    type: Schema.Literal(type),
    deliveredAt: Schema.Null,
    data
  }).pipe(Schema.encodeKeys(eventKeys), named(`${inPascalCase(type)}Event`))
  return { event, object }
}

const inPascalCase = (type: string): string =>
  type
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("")
