import { Effect, Schema } from "effect"
import {
  PaymentInstrument,
  PaymentInstrumentCollection,
  toPaymentInstrument
} from "../cards/PaymentInstrument.ts"
import { type Payment, paymentFields, paymentKeys } from "../charges/Payment.ts"
import { CheckoutSession, CheckoutSessionCollection } from "../checkout/sessions/CheckoutSession.ts"
import { asResource } from "../checkout/sessions/retrieveCheckoutSession.ts"
import { Customer, CustomerCollection, toCustomer } from "../customers/Customer.ts"
import type { Collection, Row } from "../storage/Collection.ts"
import type { Scope } from "../storage/Scope.ts"
import { Storage } from "../storage/Storage.ts"

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
  paymentInstrument: Schema.NullOr(Schema.Union([PaymentInstrument, Schema.String])),
  checkoutSession: Schema.NullOr(Schema.Union([CheckoutSession, Schema.String]))
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
  const rowsOf = <R extends Row>(
    member: PaymentExpansion,
    of: Collection<R>,
    idIn: (payment: Payment) => string | null
  ) => (expand.includes(member) ? load(scope, of, payments.map(idIn)) : Effect.succeed([]))
  const customers = yield* rowsOf("customer", CustomerCollection, ({ customer }) => customer)
  const instruments = yield* rowsOf(
    "payment_instrument",
    PaymentInstrumentCollection,
    ({ paymentInstrument }) => paymentInstrument
  )
  const sessions = yield* Effect.forEach(
    yield* rowsOf(
      "checkout_session",
      CheckoutSessionCollection,
      ({ checkoutSession }) => checkoutSession
    ),
    (session) => asResource(scope, session)
  )
  const shown = {
    customer: inPlaceOfIds(customers.map(toCustomer)),
    paymentInstrument: inPlaceOfIds(instruments.map(toPaymentInstrument)),
    checkoutSession: inPlaceOfIds(sessions)
  }
  return payments.map(
    (payment): ListedPayment => ({
      ...payment,
      customer: shown.customer(payment.customer),
      paymentInstrument: shown.paymentInstrument(payment.paymentInstrument),
      checkoutSession: shown.checkoutSession(payment.checkoutSession)
    })
  )
})

/** The object that was loaded for an id; the id where none was. */
const inPlaceOfIds = <A extends { readonly id: string }>(objects: ReadonlyArray<A>) => {
  const byId = new Map<string, A>(objects.map((object) => [object.id, object]))
  return (id: string | null): A | string | null => (id === null ? null : (byId.get(id) ?? id))
}

const load = Effect.fnUntraced(function* <R extends Row>(
  scope: Scope,
  of: Collection<R>,
  ids: ReadonlyArray<string | null>
) {
  const storage = yield* Storage
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  return (yield* storage.getMany(scope, of, wanted)).map(({ row }) => row)
})
