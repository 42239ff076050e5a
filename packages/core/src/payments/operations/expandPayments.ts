import { Effect, Schema } from "effect"
import {
  Customer,
  CustomerCollection,
  customerCodec,
  toCustomer
} from "../../cards/customers/Customer.ts"
import {
  PaymentInstrument,
  PaymentInstrumentCollection,
  paymentInstrumentCodec,
  toPaymentInstrument
} from "../../cards/saved/PaymentInstrument.ts"
import {
  CheckoutSession,
  CheckoutSessionCollection,
  checkoutSessionCodec
} from "../../checkout/sessions/CheckoutSession.ts"
import { asResource } from "../../checkout/sessions/retrieveCheckoutSession.ts"
import { named } from "../../kernel/codec/named.ts"
import { type WireCodec, wireCodec } from "../../kernel/codec/WireCodec.ts"
import type { Named } from "../../kernel/primitives/Named.ts"
import type {
  CheckoutSessionId,
  CustomerId,
  PaymentInstrumentId
} from "../../kernel/primitives/PublicId.ts"
import type { Collection, Row } from "../../platform/storage/Collection.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import type { Decline } from "../../providers/Decline.ts"
import {
  type Payment,
  type PaymentBase,
  type PaymentRelations,
  type PaymentStanding,
  paymentCodec,
  paymentFields,
  paymentKeys,
  type UndeclinedStatus
} from "../charges/Payment.ts"

/** The relations that a list of payments can expand. */
export const PaymentExpansion = Schema.Literals([
  "customer",
  "payment_instrument",
  "checkout_session"
])
export type PaymentExpansion = Named<typeof PaymentExpansion.Type>

/** A relation: the id, or the related object if the list expands it. */
type Shown<
  Member extends PaymentExpansion,
  Expanded extends PaymentExpansion,
  Related,
  Id
> = Member extends Expanded ? Related | Id : Id

interface ShownRelations<Expanded extends PaymentExpansion>
  extends PaymentRelations<
    Shown<"customer", Expanded, Customer, CustomerId>,
    Shown<"payment_instrument", Expanded, PaymentInstrument, PaymentInstrumentId>,
    Shown<"checkout_session", Expanded, CheckoutSession, CheckoutSessionId>
  > {}

/** A declined payment, with related objects in place of their ids. */
export interface DeclinedExpandedPayment<Expanded extends PaymentExpansion>
  extends PaymentBase,
    PaymentStanding<"declined", Decline>,
    ShownRelations<Expanded> {}

/** A failed payment, with related objects in place of their ids. */
export interface FailedExpandedPayment<Expanded extends PaymentExpansion>
  extends PaymentBase,
    PaymentStanding<"failed", Decline>,
    ShownRelations<Expanded> {}

/** A payment in any other status, with related objects in place of their ids. */
export interface UndeclinedExpandedPayment<Expanded extends PaymentExpansion>
  extends PaymentBase,
    PaymentStanding<UndeclinedStatus, null>,
    ShownRelations<Expanded> {}

/** A payment with the expanded objects in place of their ids. */
export type ExpandedPayment<Expanded extends PaymentExpansion> =
  | DeclinedExpandedPayment<Expanded>
  | FailedExpandedPayment<Expanded>
  | UndeclinedExpandedPayment<Expanded>

/** A payment in a list. It has the usual form unless the list expands relations. */
export type ListedPayment<Expanded extends PaymentExpansion = never> = [Expanded] extends [never]
  ? Payment
  : ExpandedPayment<Expanded>

/** A payment in a list as it is read from the wire. Its enumerations are open. */
export const ListedPayment = Schema.Struct({
  ...paymentFields,
  customer: Schema.NullOr(Schema.Union([Customer, Schema.String])),
  paymentInstrument: Schema.NullOr(Schema.Union([PaymentInstrument, Schema.String])),
  checkoutSession: Schema.NullOr(Schema.Union([CheckoutSession, Schema.String]))
}).pipe(Schema.encodeKeys(paymentKeys), named("ListedPayment"))

export const listedPaymentCodec: WireCodec<ListedPayment<PaymentExpansion>> = wireCodec(
  ListedPayment,
  (payment) => ({
    ...(paymentCodec.encode(payment as Payment) as object),
    customer: shown(customerCodec, payment.customer),
    payment_instrument: shown(paymentInstrumentCodec, payment.paymentInstrument),
    checkout_session: shown(checkoutSessionCodec, payment.checkoutSession)
  })
)

/** Encodes a relation: the id of an object, or the object itself. */
const shown = <A extends object>(
  codec: WireCodec<A>,
  related: NoInfer<A> | string | null
): unknown => (typeof related === "object" && related !== null ? codec.encode(related) : related)

/** Replaces the ids of the given relations with the related objects. */
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
    (payment): ExpandedPayment<PaymentExpansion> => ({
      ...payment,
      customer: shown.customer(payment.customer),
      paymentInstrument: shown.paymentInstrument(payment.paymentInstrument),
      checkoutSession: shown.checkoutSession(payment.checkoutSession)
    })
  )
})

/** Returns the loaded object of an id, or the id if none was loaded. */
const inPlaceOfIds = <A extends { readonly id: string }>(objects: ReadonlyArray<A>) => {
  const byId = new Map<string, A>(objects.map((object) => [object.id, object]))
  return (id: A["id"] | null): A | A["id"] | null => (id === null ? null : (byId.get(id) ?? id))
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
