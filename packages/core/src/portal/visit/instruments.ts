import { Effect, Schema } from "effect"
import { SubscriptionCollection } from "../../billing/subscriptions/Subscription.ts"
import { CustomerCollection } from "../../cards/customers/Customer.ts"
import {
  PaymentInstrumentCollection,
  type PaymentInstrumentRecord
} from "../../cards/saved/PaymentInstrument.ts"
import { getPaymentInstrument } from "../../cards/saved/retrievePaymentInstrument.ts"
import type { PayerCredentials } from "../../checkout/sessions/SessionToken.ts"
import { named } from "../../kernel/codec/named.ts"
import { inputChecker } from "../../kernel/input/decodeInput.ts"
import { ResourceNotFound } from "../../kernel/input/ResourceNotFound.ts"
import { PaymentInstrumentId } from "../../kernel/primitives/PublicId.ts"
import { LeftOut } from "../../platform/modules/LeftOut.ts"
import { list } from "../../platform/pagination/List.ts"
import { cursorFields, type PageLimit } from "../../platform/pagination/ListQuery.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import { openVisit, type Visit } from "../sessions/openVisit.ts"
import { filledPage } from "./filledPage.ts"
import { toPortalInstrument } from "./PortalInstrument.ts"

/** A page of the customer's cards. A page may have fewer items than its limit. */
export interface ListPortalInstruments extends PageLimit {
  /** The `nextCursor` of the previous page. */
  readonly startingAfter?: string
}
export const ListPortalInstruments = Schema.Struct({
  limit: cursorFields.limit,
  startingAfter: Schema.optionalKey(PaymentInstrumentId)
}).pipe(Schema.encodeKeys({ startingAfter: "starting_after" }), named("ListPortalInstruments"))

const checkQuery = inputChecker(ListPortalInstruments)

/** Lists the customer's saved cards and debits, newest first, without removed ones. */
export const listPortalInstruments = Effect.fnUntraced(function* (
  credentials: PayerCredentials,
  query: ListPortalInstruments = {}
) {
  const cursor = yield* Effect.fromResult(checkQuery(query))
  const visit = yield* openVisit(credentials)
  const { scope, customer } = visit
  const where = { customer: customer.id }
  const asked = { of: PaymentInstrumentCollection, scope, where, ...cursor }
  const { rows, nextCursor } = yield* filledPage(asked, ({ detached }) => !detached)
  return list(yield* Effect.forEach(rows, (row) => shown(visit, row)), nextCursor)
})

/** Returns a saved card of the customer. A card of another customer is answered as not found. */
export const ownInstrument = Effect.fnUntraced(function* ({ scope, customer }: Visit, id: string) {
  const instrument: Stored<PaymentInstrumentRecord> = yield* getPaymentInstrument(scope, id)
  return instrument.row.customer === customer.id
    ? instrument
    : yield* new ResourceNotFound({ object: "payment_instrument", id })
})

/** Returns a card of the customer as it is stored now. */
export const currentInstrument = Effect.fnUntraced(function* (visit: Visit, id: string) {
  return yield* shown(visit, (yield* ownInstrument(visit, id)).row)
})

const mostNamed = 100

/** Reads the subscriptions that bill a card. An engine without billing has none. */
export const billedBy = Effect.fnUntraced(function* (
  { scope }: Visit,
  id: string,
  limit = mostNamed
) {
  const storage = yield* Storage
  if ((yield* LeftOut).has("billing")) return []
  const where = { billed: id }
  return yield* storage.page(scope, SubscriptionCollection, { where, order: "asc", limit })
})

const shown = Effect.fnUntraced(function* (visit: Visit, row: PaymentInstrumentRecord) {
  const storage = yield* Storage
  const customer = yield* storage.get(visit.scope, CustomerCollection, row.customer)
  const billing = row.detached ? [] : yield* billedBy(visit, row.id)
  return toPortalInstrument(row, {
    defaultId: customer._tag === "Some" ? customer.value.row.defaultPaymentInstrument : null,
    subscriptions: billing.map(({ row: { id } }) => id)
  })
})
