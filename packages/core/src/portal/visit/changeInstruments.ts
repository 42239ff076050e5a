import { Effect, Schema } from "effect"
import { detachPaymentInstrument } from "../../billing/detachPaymentInstrument.ts"
import {
  SubscriptionCollection,
  type SubscriptionRecord
} from "../../billing/subscriptions/Subscription.ts"
import { updateSubscription } from "../../billing/subscriptions/updateSubscription.ts"
import { updateCustomer } from "../../cards/customers/updateCustomer.ts"
import { InstrumentDetached } from "../../cards/saved/errors.ts"
import type { PayerCredentials } from "../../checkout/sessions/SessionToken.ts"
import { named } from "../../kernel/codec/named.ts"
import { inputChecker } from "../../kernel/input/decodeInput.ts"
import { parameterInvalid } from "../../kernel/input/InvalidInput.ts"
import { PaymentInstrumentId } from "../../kernel/primitives/PublicId.ts"
import { LeftOut } from "../../platform/modules/LeftOut.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import { permittedVisit, type Visit } from "../sessions/openVisit.ts"
import { asCustomer, onceMore } from "./asCustomer.ts"
import { billedBy, currentInstrument, ownInstrument } from "./instruments.ts"
import { liveStatuses } from "./PortalSubscription.ts"

/** The input of the removal of a card. */
export interface RemovePortalInstrument {
  /**
   * The id of the customer's card that the subscriptions of the removed card move to. An overdue
   * amount is charged to it at once. Without it, a card that subscriptions bill is not removed.
   */
  readonly moveTo?: string
}
export const RemovePortalInstrument = Schema.Struct({
  moveTo: Schema.optionalKey(PaymentInstrumentId)
}).pipe(Schema.encodeKeys({ moveTo: "move_to" }), named("RemovePortalInstrument"))

const checkRemoval = inputChecker(RemovePortalInstrument)

/** Removes a card of the customer. Its subscriptions move to another card before. */
export const removePortalInstrument = Effect.fnUntraced(function* (
  credentials: PayerCredentials,
  id: string,
  input: RemovePortalInstrument = {}
) {
  const { moveTo } = yield* Effect.fromResult(checkRemoval(input))
  const visit = yield* permittedVisit(credentials, "payment_instruments")
  const instrument = yield* ownInstrument(visit, id)
  if (moveTo === id) {
    return yield* parameterInvalid("moveTo", "is the card to remove: name another card")
  }
  if (moveTo !== undefined) yield* liveInstrument(visit, moveTo)
  if (!instrument.row.detached) {
    const removing = Effect.gen(function* () {
      if (moveTo !== undefined) yield* moveFrom(visit, id, moveTo)
      yield* detachPaymentInstrument(visit.caller, id)
    })
    yield* asCustomer(visit, { operation: "portal.removeInstrument", subject: id }, removing)
  }
  return yield* currentInstrument(visit, id)
})

/** The input of a new default card. */
export interface DefaultPortalInstrument {
  /** True to bill all subscriptions of the customer to it. Overdue amounts are charged at once. */
  readonly moveSubscriptions?: boolean
}
export const DefaultPortalInstrument = Schema.Struct({
  moveSubscriptions: Schema.optionalKey(Schema.Boolean)
}).pipe(
  Schema.encodeKeys({ moveSubscriptions: "move_subscriptions" }),
  named("DefaultPortalInstrument")
)

const checkDefault = inputChecker(DefaultPortalInstrument)

/** Makes a card the customer's default, and moves their subscriptions to it if asked to. */
export const defaultPortalInstrument = Effect.fnUntraced(function* (
  credentials: PayerCredentials,
  id: string,
  input: DefaultPortalInstrument = {}
) {
  const { moveSubscriptions = false } = yield* Effect.fromResult(checkDefault(input))
  const visit = yield* permittedVisit(credentials, "payment_instruments")
  yield* liveInstrument(visit, id)
  const changing = Effect.gen(function* () {
    const { caller, customer } = visit
    const options = yield* onceMore
    yield* updateCustomer(caller, customer.id, { defaultPaymentInstrument: id }, options)
    if (moveSubscriptions) yield* moveAll(visit, id)
  })
  yield* asCustomer(visit, { operation: "portal.makeDefault", subject: id }, changing)
  return yield* currentInstrument(visit, id)
})

/** Checks that a card is the customer's and was not removed. */
export const liveInstrument = Effect.fnUntraced(function* (visit: Visit, id: string) {
  const instrument = yield* ownInstrument(visit, id)
  if (instrument.row.detached) return yield* new InstrumentDetached({ instrument: id })
})

/** The subscriptions that one call moves. Others stay, and a repetition moves them. */
const mostMoved = 500
const atOnce = 50

/** Moves the subscriptions of a card one by one. After a kill, a repetition moves the rest. */
const moveFrom = Effect.fnUntraced(function* (visit: Visit, from: string, to: string) {
  for (let moved = 0; moved < mostMoved; moved += atOnce) {
    const rows = yield* billedBy(visit, from, atOnce)
    yield* Effect.forEach(rows, (stored) => moveOne(visit, stored, to), { discard: true })
    if (rows.length < atOnce) return
  }
})

const moveAll = Effect.fnUntraced(function* (visit: Visit, to: string) {
  const storage = yield* Storage
  if ((yield* LeftOut).has("billing")) return
  const { scope, customer } = visit
  const where = { customer: customer.id, status: liveStatuses }
  let after: { readonly after?: string } = {}
  for (let moved = 0; moved < mostMoved; moved += atOnce) {
    const rows: ReadonlyArray<Stored<SubscriptionRecord>> = yield* storage.page(
      scope,
      SubscriptionCollection,
      { where, order: "asc", limit: atOnce, ...after }
    )
    yield* Effect.forEach(rows, (stored) => moveOne(visit, stored, to), { discard: true })
    const last = rows.at(-1)
    if (last === undefined || rows.length < atOnce) return
    after = { after: last.row.id }
  }
})

/** A subscription that ended meanwhile needs no card any more. */
const moveOne = Effect.fnUntraced(function* (
  { caller }: Visit,
  { row }: Stored<SubscriptionRecord>,
  paymentInstrument: string
) {
  if (row.paymentInstrument === paymentInstrument) return
  const moving = updateSubscription(caller, row.id, { paymentInstrument }, yield* onceMore)
  yield* Effect.catchTag(moving, "SubscriptionEnded", () => Effect.void)
})
