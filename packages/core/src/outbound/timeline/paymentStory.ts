import { Effect } from "effect"
import { type LedgerGroup, LedgerGroupCollection, toLedgerGroup } from "../../ledger/LedgerGroup.ts"
import { type AuditEntry, toAuditEntry } from "../../operators/audit/AuditEntry.ts"
import { newestEntries } from "../../operators/audit/listAuditEntries.ts"
import { getPayment } from "../../payments/charges/getPayment.ts"
import { type Payment, toPayment } from "../../payments/charges/Payment.ts"
import {
  type AttemptExplanation,
  explainPayment
} from "../../payments/operations/explainPayment.ts"
import { EventCollection, type EventRecord } from "../../platform/events/EventRecord.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import type { Caller } from "../../platform/tenants/Caller.ts"
import { type ConsumedEvent, consumedEvent } from "../consumers/ConsumedEvent.ts"
import {
  toWebhookDelivery,
  type WebhookDelivery,
  WebhookDeliveryCollection
} from "../webhooks/WebhookDelivery.ts"

/** Everything that is known of a payment, for support and operators. */
export interface PaymentStory {
  /** The payment. */
  readonly payment: Payment
  /** The explanation of each attempt's routing and result, oldest first. */
  readonly attempts: ReadonlyArray<AttemptExplanation>
  /** The events of the payment, its refunds and its disputes, oldest first: the last 200. */
  readonly events: ReadonlyArray<ConsumedEvent>
  /** The webhook deliveries of these events, oldest first: the last 500. */
  readonly deliveries: ReadonlyArray<WebhookDelivery>
  /** The bookings, oldest first: the last 200 groups. */
  readonly books: ReadonlyArray<LedgerGroup>
  /** The calls of actors on the payment, oldest first: the last 200 entries. */
  readonly audit: ReadonlyArray<AuditEntry>
}

const mostEvents = 200
const mostGroups = 200
const mostDeliveries = 500
const mostEntries = 200

/** Returns a payment's story: attempts, events, deliveries, bookings and audit log. */
export const paymentStory = Effect.fnUntraced(function* (caller: Caller, id: string) {
  const { scope } = caller
  const { row: payment } = yield* getPayment(scope, id)
  const events = yield* eventsOf(scope, payment.id)
  const story: PaymentStory = {
    payment: toPayment(payment),
    attempts: yield* explainPayment(caller, payment.id),
    events: events.map((event) => consumedEvent(scope, event)),
    deliveries: yield* deliveriesOf(scope, events),
    books: yield* booksOf(scope, payment.id),
    audit: yield* entriesOf(scope, payment.id)
  }
  return story
})

const eventsOf = Effect.fnUntraced(function* (scope: Scope, payment: string) {
  const storage = yield* Storage
  const last = yield* storage.page(scope, EventCollection, {
    where: { subject: payment },
    order: "desc",
    limit: mostEvents
  })
  return last.map(({ row }) => row).reverse()
})

const deliveriesOf = Effect.fnUntraced(function* (
  scope: Scope,
  events: ReadonlyArray<EventRecord>
) {
  const storage = yield* Storage
  const last = yield* storage.page(scope, WebhookDeliveryCollection, {
    where: { event: events.map(({ id }) => id) },
    order: "desc",
    limit: mostDeliveries
  })
  return last.map(({ row }) => toWebhookDelivery(row)).reverse()
})

const booksOf = Effect.fnUntraced(function* (scope: Scope, payment: string) {
  const storage = yield* Storage
  const last = yield* storage.page(scope, LedgerGroupCollection, {
    where: { payment },
    order: "desc",
    limit: mostGroups
  })
  return last.map(({ row }) => toLedgerGroup(row)).reverse()
})

const entriesOf = Effect.fnUntraced(function* (scope: Scope, payment: string) {
  const last = yield* newestEntries(scope, { subject: payment, limit: mostEntries })
  return last.map(toAuditEntry).reverse()
})
