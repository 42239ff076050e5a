import { Effect, Option } from "effect"
import { AuditCollection } from "../operators/audit/AuditEntry.ts"
import { WebhookDeliveryCollection } from "../outbound/webhooks/WebhookDelivery.ts"
import { ModificationCollection } from "../payments/captures-voids-refunds/Modification.ts"
import { AttemptCollection } from "../payments/charges/Attempt.ts"
import { PaymentCollection, type PaymentRecord } from "../payments/charges/Payment.ts"
import { AlertCollection } from "../platform/events/AlertRecord.ts"
import { EventCollection } from "../platform/events/EventRecord.ts"
import { type Change, update } from "../platform/storage/Change.ts"
import type { Collection, Row, Stored } from "../platform/storage/Collection.ts"
import { eachPage } from "../platform/storage/eachPage.ts"
import { erasedText } from "../platform/storage/erasure.ts"
import type { Scope } from "../platform/storage/Scope.ts"
import { Storage } from "../platform/storage/Storage.ts"
import { forgetPayment } from "../reporting/forgetPayment.ts"
import { erasedJson } from "./erasedJson.ts"
import { erasedAttempt, erasedDelivery, erasedModification } from "./erasedRows.ts"

/**
 * Returns the changes that erase a payment, its attempts, its refunds, its terms in the reports,
 * and all about them.
 */
export const erasedPayment = Effect.fnUntraced(function* (payment: Stored<PaymentRecord>) {
  const { scope, row } = payment
  const storage = yield* Storage
  const attempts = yield* storage.getMany(scope, AttemptCollection, row.attempts)
  const modifications = yield* modificationsOf(scope, row.id)
  const subjects = [row.id, ...idsOf(attempts), ...idsOf(modifications)]
  return [
    ...changed(PaymentCollection, [payment], (before) => ({
      ...before,
      metadata: {},
      erased: true as const
    })),
    ...changed(AttemptCollection, attempts, erasedAttempt),
    ...changed(ModificationCollection, modifications, erasedModification),
    ...(yield* forgetPayment(scope, row.id)),
    ...(yield* erasedAbout(scope, subjects, { payment: row.id }))
  ]
})

interface AboutOptions {
  /** The payment that the resources belong to, if any. */
  readonly payment?: string | null
  /** Erases the resource of an event. */
  readonly erased?: <A>(resource: A) => A
}

/** Returns the changes that erase the events, deliveries, alerts and audit entries on resources. */
export const erasedAbout = Effect.fnUntraced(function* (
  scope: Scope,
  subjects: ReadonlyArray<string>,
  { payment = null, erased = erasedJson }: AboutOptions = {}
) {
  const events = yield* all(scope, EventCollection, { subject: subjects })
  const deliveries =
    events.length === 0
      ? []
      : yield* all(scope, WebhookDeliveryCollection, { event: idsOf(events) })
  const alerts = yield* all(scope, AlertCollection, { subject: subjects })
  const entrySubjects = [...subjects, ...idsOf(alerts)]
  return [
    ...changed(EventCollection, events, (event) => ({
      ...event,
      data: { ...event.data, object: erased(event.data.object) }
    })),
    ...changed(WebhookDeliveryCollection, deliveries, erasedDelivery),
    ...changed(AlertCollection, alerts, (alert) => ({
      ...alert,
      note: alert.note === null ? null : erasedText
    })),
    ...changed(AuditCollection, yield* entriesOn(scope, entrySubjects, payment), (entry) => ({
      ...entry,
      reason: entry.reason === null ? null : erasedText
    }))
  ]
})

/** Returns the audit entries on resources, whose reasons may name the customer. */
const entriesOn = Effect.fnUntraced(function* (
  scope: Scope,
  subjects: ReadonlyArray<string>,
  payment: string | null
) {
  const own = yield* all(scope, AuditCollection, { subject: subjects })
  const moved = payment === null ? [] : yield* all(scope, AuditCollection, { payment })
  const known = new Set(idsOf(own))
  return [...own, ...moved.filter(({ row }) => !known.has(row.id))]
})

/** Returns the updates of those rows that change. */
export const changed = <R extends Row>(
  of: Collection<R>,
  rows: ReadonlyArray<Stored<R>>,
  erased: (row: R) => R
): ReadonlyArray<Change> =>
  rows.flatMap((stored) => {
    const after = erased(stored.row)
    return of.encode(after) === of.encode(stored.row) ? [] : [update(of, stored, after)]
  })

const idsOf = (rows: ReadonlyArray<Stored<Row>>): ReadonlyArray<string> =>
  rows.map(({ row }) => row.id)

const all = Effect.fnUntraced(function* <R extends Row>(
  scope: Scope,
  of: Collection<R>,
  where: Readonly<Record<string, string | ReadonlyArray<string>>>
) {
  const found: Array<Stored<R>> = []
  yield* eachPage(scope, of, { where, order: "asc" }, (page) =>
    Effect.sync(() => {
      found.push(...page)
    })
  )
  return found
})

const modificationsOf = Effect.fnUntraced(function* (scope: Scope, payment: string) {
  const storage = yield* Storage
  const refunds = yield* all(scope, ModificationCollection, { refundsOf: payment })
  const captures = yield* all(scope, ModificationCollection, { capturesOf: payment })
  const release = yield* storage.findUnique(scope, ModificationCollection, "release", payment)
  const known = new Set(idsOf([...refunds, ...captures]))
  const more = Option.toArray(release).filter(({ row }) => !known.has(row.id))
  return [...refunds, ...captures, ...more]
})
