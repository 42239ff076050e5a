import { Effect, Schema } from "effect"
import {
  PaymentInstrument,
  PaymentInstrumentCollection,
  toPaymentInstrument
} from "../cards/PaymentInstrument.ts"
import { Customer, CustomerCollection, toCustomer } from "../customers/Customer.ts"
import type { Collection, Row } from "../storage/Collection.ts"
import type { Scope } from "../storage/Scope.ts"
import { Storage } from "../storage/Storage.ts"
import { type Payment, paymentFields, paymentKeys } from "./Payment.ts"

/** What a list of payments can show in place of an id (spec 4.2). */
export const PaymentExpansion = Schema.Literals([
  "customer",
  "payment_instrument",
  "checkout_session"
])
export type PaymentExpansion = typeof PaymentExpansion.Type

/** A payment in a list: related objects are ids, and objects where that was asked for. */
export const ListedPayment = Schema.Struct({
  ...paymentFields,
  customer: Schema.NullOr(Schema.Union([Customer, Schema.String])),
  paymentInstrument: Schema.NullOr(Schema.Union([PaymentInstrument, Schema.String]))
})
  .pipe(Schema.encodeKeys(paymentKeys))
  .annotate({ identifier: "ListedPayment" })
export type ListedPayment = typeof ListedPayment.Type

/** Puts the objects that were asked for in place of their ids. */
export const expandPayments = Effect.fnUntraced(function* (
  scope: Scope,
  payments: ReadonlyArray<Payment>,
  expand: ReadonlyArray<PaymentExpansion>
) {
  const customers = expand.includes("customer")
    ? yield* load(
        scope,
        CustomerCollection,
        payments.map(({ customer }) => customer)
      )
    : new Map<string, never>()
  const instruments = expand.includes("payment_instrument")
    ? yield* load(
        scope,
        PaymentInstrumentCollection,
        payments.map(({ paymentInstrument }) => paymentInstrument)
      )
    : new Map<string, never>()
  return payments.map((payment): ListedPayment => {
    const customer = customers.get(payment.customer ?? "")
    const instrument = instruments.get(payment.paymentInstrument ?? "")
    return {
      ...payment,
      customer: customer === undefined ? payment.customer : toCustomer(customer),
      paymentInstrument:
        instrument === undefined ? payment.paymentInstrument : toPaymentInstrument(instrument)
    }
  })
})

const load = Effect.fnUntraced(function* <R extends Row>(
  scope: Scope,
  of: Collection<R>,
  ids: ReadonlyArray<string | null>
) {
  const storage = yield* Storage
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  const found = yield* storage.getMany(scope, of, wanted)
  return new Map(found.map(({ row }) => [row.id, row]))
})
