import { Effect, Option, Schema } from "effect"
import { BillingCycleCollection } from "../../billing/cycles/BillingCycle.ts"
import { PlanCollection } from "../../billing/plans/Plan.ts"
import { SubscriptionCollection } from "../../billing/subscriptions/Subscription.ts"
import { CheckoutSessionCollection } from "../../checkout/sessions/CheckoutSession.ts"
import type { PayerCredentials } from "../../checkout/sessions/SessionToken.ts"
import { named } from "../../kernel/codec/named.ts"
import { inputChecker } from "../../kernel/input/decodeInput.ts"
import { ResourceNotFound } from "../../kernel/input/ResourceNotFound.ts"
import { PaymentId, type RefundId } from "../../kernel/primitives/PublicId.ts"
import { ModificationCollection } from "../../payments/captures-voids-refunds/Modification.ts"
import { AttemptCollection, type AttemptRecord } from "../../payments/charges/Attempt.ts"
import { getPayment } from "../../payments/charges/getPayment.ts"
import {
  PaymentCollection,
  type PaymentRecord,
  type PaymentStatus
} from "../../payments/charges/Payment.ts"
import { list } from "../../platform/pagination/List.ts"
import { cursorFields, type PageLimit } from "../../platform/pagination/ListQuery.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import { permittedVisit, type Visit } from "../sessions/openVisit.ts"
import { filledPage } from "./filledPage.ts"
import type { Receipt, ReceiptMethod } from "./Receipt.ts"

/** A page of the customer's receipts. A page may have fewer items than its limit. */
export interface ListReceipts extends PageLimit {
  /** The `nextCursor` of the previous page. */
  readonly startingAfter?: string
}
export const ListReceipts = Schema.Struct({
  limit: cursorFields.limit,
  startingAfter: Schema.optionalKey(PaymentId)
}).pipe(Schema.encodeKeys({ startingAfter: "starting_after" }), named("ListReceipts"))

const checkQuery = inputChecker(ListReceipts)

/** The statuses of payments that took money. */
const paidStatuses: ReadonlyArray<PaymentStatus> = [
  "succeeded",
  "partially_captured",
  "partially_refunded",
  "refunded"
]

/** Lists the customer's payments that took money, with their refunds, newest first. */
export const listReceipts = Effect.fnUntraced(function* (
  credentials: PayerCredentials,
  query: ListReceipts = {}
) {
  const cursor = yield* Effect.fromResult(checkQuery(query))
  const { scope, customer } = yield* permittedVisit(credentials, "receipts")
  const where = { customer: customer.id, status: paidStatuses }
  const asked = { of: PaymentCollection, scope, where, ...cursor }
  const { rows, nextCursor } = yield* filledPage(asked, tookMoney)
  return list(yield* Effect.forEach(rows, (row) => receiptOf(scope, row)), nextCursor)
})

/** Returns the receipt of one payment of the customer. */
export const retrieveReceipt = Effect.fnUntraced(function* (
  credentials: PayerCredentials,
  id: string
) {
  const visit = yield* permittedVisit(credentials, "receipts")
  return yield* receiptOf(visit.scope, yield* ownPayment(visit, id))
})

const ownPayment = Effect.fnUntraced(function* ({ scope, customer }: Visit, id: string) {
  const { row } = yield* getPayment(scope, id)
  return row.customer === customer.id && paidStatuses.includes(row.status) && tookMoney(row)
    ? row
    : yield* new ResourceNotFound({ object: "payment", id })
})

/** A payment that only checked a card took none. */
const tookMoney = ({ amountCaptured }: PaymentRecord): boolean => amountCaptured > 0n

const receiptOf = Effect.fnUntraced(function* (scope: Scope, row: PaymentRecord) {
  const storage = yield* Storage
  const attempt = yield* storage.get(scope, AttemptCollection, row.attempts.at(-1) ?? "")
  const receipt: Receipt = {
    object: "receipt",
    id: row.id,
    created: row.created,
    currency: row.currency,
    amount: row.amountCaptured,
    amountRefunded: row.amountRefunded,
    ...(yield* purposeOf(scope, row)),
    method: methodOf(Option.getOrNull(attempt)?.row ?? null),
    refunds: yield* refundsOf(scope, row)
  }
  return receipt
})

const methodOf = (attempt: AttemptRecord | null): ReceiptMethod => {
  if (attempt === null) return { type: "card", brand: null, last4: null }
  const { method, methodType, brand } = attempt.facts
  return { type: methodType ?? method, brand, last4: attempt.last4 ?? null }
}

/** Reads the payment's session and its billing cycle, which say what was paid. */
const purposeOf = Effect.fnUntraced(function* (scope: Scope, row: PaymentRecord) {
  const storage = yield* Storage
  const session =
    row.checkoutSession === null
      ? null
      : Option.getOrNull(yield* storage.get(scope, CheckoutSessionCollection, row.checkoutSession))
  const cycle =
    row.billingCycle === undefined
      ? null
      : Option.getOrNull(yield* storage.get(scope, BillingCycleCollection, row.billingCycle))
  const plan = cycle === null ? null : yield* planOf(scope, cycle.row.subscription)
  return {
    description: session?.row.description ?? plan,
    items: (session?.row.lineItems ?? []).map(({ name, quantity, amount }) => ({
      name,
      quantity,
      amount
    })),
    period: cycle === null ? null : { start: cycle.row.periodStart, end: cycle.row.periodEnd }
  }
})

const planOf = Effect.fnUntraced(function* (scope: Scope, subscription: string) {
  const storage = yield* Storage
  const found = Option.getOrNull(yield* storage.get(scope, SubscriptionCollection, subscription))
  const id = found?.row.plan ?? null
  if (id === null) return null
  return Option.getOrNull(yield* storage.get(scope, PlanCollection, id))?.row.name ?? null
})

const mostRefunds = 100

/** Reads the refunds that were made or are in progress. A payment without any needs no read. */
const refundsOf = Effect.fnUntraced(function* (
  scope: Scope,
  { id, amountRefunded, amountReserved }: PaymentRecord
) {
  if (amountRefunded === 0n && amountReserved === 0n) return []
  const storage = yield* Storage
  const rows = yield* storage.page(scope, ModificationCollection, {
    where: { refundsOf: id },
    order: "desc",
    limit: mostRefunds
  })
  return rows.flatMap(({ row }) => {
    const { status, amount, created } = row
    return status === "pending" || status === "succeeded"
      ? [{ id: row.id as RefundId, amount, status, created }]
      : []
  })
})
