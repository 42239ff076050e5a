import { Predicate } from "effect"
import { LedgerGroupCollection } from "../../ledger/LedgerGroup.ts"
import { PaymentCollection } from "../../payments/charges/Payment.ts"
import { EventCollection } from "../../platform/events/EventRecord.ts"
import { IdempotencyRecordCollection } from "../../platform/idempotency/IdempotencyRecord.ts"
import type { Change } from "../../platform/storage/Change.ts"
import type { Row } from "../../platform/storage/Collection.ts"
import { JobCollection } from "../../platform/storage/Job.ts"
import type { Scope } from "../../platform/storage/Scope.ts"

/** The fields that name the subject of an operation which takes it in an object. */
const namedIn: Readonly<Record<string, ReadonlyArray<string>>> = {
  "portalSessions.create": ["customer"],
  "webhooks.replay": ["delivery", "endpoint"],
  "ledger.reconcile": ["mid"],
  "consumers.replay": []
}

/**
 * Returns the subject of a call: the id that it was called with, else the id of the row that it
 * created, else the id of the row that it changed. Null if there is none.
 */
export const subjectOf = (
  operation: string,
  input: ReadonlyArray<unknown>,
  changes: ReadonlyArray<Change>
): string | null => {
  const given = input[1]
  if (isId(given)) return given
  for (const name of namedIn[operation] ?? []) {
    for (const value of input.slice(1)) {
      const id = Predicate.hasProperty(value, name) ? value[name] : null
      if (isId(id)) return id
    }
  }
  const rows = changes.filter(isSubject)
  const own = rows.find(({ _tag }) => _tag === "Insert") ?? rows[0]
  if (own === undefined) return null
  return "row" in own ? own.row.id : own.id
}

/** Returns the payment that a commit moves, or null. */
export const paymentIn = (changes: ReadonlyArray<Change>): string | null => {
  let belongsTo: string | null = null
  for (const change of changes) {
    if (!("row" in change) || !isSubject(change)) continue
    if (change.collection.name === PaymentCollection.name) return change.row.id
    belongsTo ??= paymentOf(change.row)
  }
  return belongsTo
}

const paymentOf = (row: Row): string | null => {
  const payment = Predicate.hasProperty(row, "payment") ? row.payment : null
  return isId(payment) && payment.startsWith("payment_") ? payment : null
}

/** Returns the scope of a call, or the scope of its rows if it was called without one. */
export const scopeIn = (input: ReadonlyArray<unknown>, changes: ReadonlyArray<Change>): Scope => {
  const first = input[0]
  const scope = Predicate.hasProperty(first, "scope") ? first.scope : first
  if (Predicate.hasProperty(scope, "tenant") && Predicate.hasProperty(scope, "mode")) {
    const { tenant, mode } = scope as unknown as Scope
    return { tenant, mode }
  }
  const [change] = changes as readonly [Change, ...ReadonlyArray<Change>]
  // A parked event belongs to the deployment, and its event to a tenant.
  const own =
    "row" in change && Predicate.hasProperty(change.row, "scope") ? change.row.scope : null
  return Predicate.hasProperty(own, "tenant") ? (own as unknown as Scope) : change.scope
}

const publicId = /^[a-z]+_[0-7][0-9A-HJKMNP-TV-Z]{25}$/

const isId = (value: unknown): value is string => typeof value === "string" && publicId.test(value)

/** The rows that follow from others, and are never the subject of a call. */
const derived: ReadonlySet<string> = new Set([
  EventCollection.name,
  IdempotencyRecordCollection.name,
  JobCollection.name,
  LedgerGroupCollection.name
])

const isSubject = ({ _tag, collection }: Change): boolean =>
  _tag !== "Check" && !derived.has(collection.name)
