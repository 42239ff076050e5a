import { Schema } from "effect"
import { Subscription } from "../../billing/subscriptions/Subscription.ts"
import { PaymentInstrument } from "../../cards/saved/PaymentInstrument.ts"
import { Refund } from "../../payments/captures-voids-refunds/Modification.ts"
import { Payment } from "../../payments/charges/Payment.ts"
import { Dispute } from "../../payments/disputes/Dispute.ts"
import { eventFields, eventKeys } from "../../platform/events/EventEnvelope.ts"
import type { EventType } from "../../platform/events/EventRecord.ts"
import type { EventObject } from "./EventObject.ts"
import { eventCatalog } from "./eventCatalog.ts"

type Objects = EventObject<EventType>

/** The schemas of a resource that events are about. */
interface Resource<Shown> {
  readonly object: Schema.Codec<unknown, Shown>
  /** The resource with the fields beside it. */
  readonly data: Schema.Codec<unknown, unknown>
}

/** A payment, or a resource that belongs to one. */
const ofPayment = <Shown>(object: Schema.Codec<unknown, Shown>): Resource<Shown> => ({
  object,
  data: Schema.Struct({ object, payment_id: Schema.String, version: Schema.Int })
})

const ofItself = <Shown>(object: Schema.Codec<unknown, Shown>): Resource<Shown> => ({
  object,
  data: Schema.Struct({ object, version: Schema.Int })
})

const resources: {
  readonly [Name in Objects["object"]]: Resource<Extract<Objects, { readonly object: Name }>>
} = {
  payment: ofPayment(Payment),
  refund: ofPayment(Refund),
  dispute: ofPayment(Dispute),
  subscription: ofItself(Subscription),
  payment_instrument: ofItself(PaymentInstrument)
}

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
export const eventSchema = (type: EventType): EventSchema => {
  const { object, data } = resources[eventCatalog[type].object]
  const event = Schema.Struct({
    ...eventFields,
    type: Schema.Literal(type),
    deliveredAt: Schema.Null,
    data
  })
    .pipe(Schema.encodeKeys(eventKeys))
    .annotate({ identifier: `${inPascalCase(type)}Event` })
  return { event, object }
}

const inPascalCase = (type: EventType): string =>
  type
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("")
