import { EventCollection, type InternalEventType } from "../events/Event.ts"
import type { Setting } from "../events/newEvent.ts"
import { type Change, check, insert } from "../storage/Change.ts"
import type { Stored } from "../storage/Collection.ts"
import { PaymentCollection, type PaymentRecord } from "./Payment.ts"
import { paymentEvent } from "./paymentEvents.ts"

/** An alert that carries the payment it is about, which it leaves as it is. */
export const paymentAlert = (
  setting: Setting,
  type: InternalEventType,
  payment: Stored<PaymentRecord>
): ReadonlyArray<Change> => [
  check(PaymentCollection, payment),
  insert(setting.scope, EventCollection, paymentEvent(setting, type, payment.row, payment.version))
]
