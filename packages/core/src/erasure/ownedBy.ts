import { Effect } from "effect"
import { SubscriptionCollection } from "../billing/subscriptions/Subscription.ts"
import { PaymentInstrumentCollection } from "../cards/saved/PaymentInstrument.ts"
import { PaymentCollection } from "../payments/charges/Payment.ts"
import type { Collection, Row, Stored } from "../platform/storage/Collection.ts"
import type { Scope } from "../platform/storage/Scope.ts"
import { Storage } from "../platform/storage/Storage.ts"

/**
 * Returns those rows that are about a payment, a subscription or an instrument of a customer.
 * `subjectOf` returns the id of the resource, or null.
 */
export const ownedBy = Effect.fnUntraced(function* <R extends Row>(
  scope: Scope,
  customer: string,
  rows: ReadonlyArray<Stored<R>>,
  subjectOf: (row: R) => string | null
) {
  const ids = [...new Set(rows.flatMap(({ row }) => subjectOf(row) ?? []))]
  const own = new Set([
    ...(yield* ownIn(scope, customer, PaymentCollection, withPrefix(ids, "payment"))),
    ...(yield* ownIn(scope, customer, SubscriptionCollection, withPrefix(ids, "sub"))),
    ...(yield* ownIn(scope, customer, PaymentInstrumentCollection, withPrefix(ids, "card")))
  ])
  return rows.filter(({ row }) => own.has(subjectOf(row) ?? ""))
})

const withPrefix = (ids: ReadonlyArray<string>, prefix: string) =>
  ids.filter((id) => id.startsWith(`${prefix}_`))

const ownIn = Effect.fnUntraced(function* <R extends Row & { readonly customer: string | null }>(
  scope: Scope,
  customer: string,
  of: Collection<R>,
  ids: ReadonlyArray<string>
) {
  if (ids.length === 0) return []
  const storage = yield* Storage
  const found = yield* storage.getMany(scope, of, ids)
  return found.filter(({ row }) => row.customer === customer).map(({ row }) => row.id)
})
