import { Effect, Schema } from "effect"
import { named } from "../../kernel/codec/named.ts"
import { wireCodec } from "../../kernel/codec/WireCodec.ts"
import { inputChecker } from "../../kernel/input/decodeInput.ts"
import type { Named } from "../../kernel/primitives/Named.ts"
import { Payment, PaymentCollection, toPayment } from "../../payments/charges/Payment.ts"
import { type ListCodec, list, listCodec } from "../../platform/pagination/List.ts"
import {
  type BothWaysCursor,
  cursorFields,
  cursorKeys,
  type PageLimit
} from "../../platform/pagination/ListQuery.ts"
import { signedPage } from "../../platform/pagination/signedPage.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import type { Caller } from "../../platform/tenants/Caller.ts"
import { getSubscription } from "../subscriptions/Subscription.ts"
import {
  type BillingCycle,
  type BillingCycleBase,
  BillingCycleCollection,
  BillingCycleStatus,
  billingCycleFields,
  billingCycleKeys,
  stateOf,
  toBillingCycle
} from "./BillingCycle.ts"

/** The relations that a list of billing cycles can expand. */
export const BillingCycleExpansion = Schema.Literal("payment")
export type BillingCycleExpansion = Named<typeof BillingCycleExpansion.Type>

/** A billing cycle with the payment of its latest charge in place of the payment's id. */
export interface ExpandedBillingCycle extends BillingCycleBase {
  /** The payment of the latest charge. Null if there was none, or none was needed. */
  readonly payment: Payment | null
}

/** A billing cycle in a list. It has the usual form unless the list expands relations. */
export type ListedBillingCycle<Expanded extends BillingCycleExpansion = never> = [
  Expanded
] extends [never]
  ? BillingCycle
  : ExpandedBillingCycle

/** A billing cycle in a list as it is read from the wire. */
export const ListedBillingCycle = Schema.Struct({
  ...billingCycleFields,
  payment: Schema.NullOr(Schema.Union([Payment, Schema.String]))
}).pipe(Schema.encodeKeys(billingCycleKeys), named("ListedBillingCycle"))

/** The query of an iteration over billing cycles. */
export interface IterateBillingCycles<Expanded extends BillingCycleExpansion = never>
  extends PageLimit {
  /** Only cycles in this status. */
  readonly status?: BillingCycleStatus
  /** The related objects to show in place of their ids. */
  readonly expand?: ReadonlyArray<Expanded>
}

/** The query of a page of billing cycles. The default limit is 20. */
export interface ListBillingCycles<Expanded extends BillingCycleExpansion = never>
  extends IterateBillingCycles<Expanded>,
    BothWaysCursor {}
export const ListBillingCycles = Schema.Struct({
  ...cursorFields,
  status: Schema.optionalKey(BillingCycleStatus),
  expand: Schema.optionalKey(Schema.Array(BillingCycleExpansion))
}).pipe(Schema.encodeKeys(cursorKeys), named("ListBillingCycles"))

export const billingCycleListCodec: ListCodec<ListedBillingCycle | ExpandedBillingCycle> =
  listCodec(wireCodec(ListedBillingCycle))

const checkInput = inputChecker(ListBillingCycles)

/** Returns a page of a subscription's cycles, past and upcoming, by sequence. */
export const listBillingCycles = Effect.fnUntraced(function* (
  caller: Caller,
  subscription: string,
  query: ListBillingCycles<BillingCycleExpansion> = {}
) {
  const { scope } = caller
  const { status, expand = [], ...cursor } = yield* Effect.fromResult(checkInput(query))
  const { row } = yield* getSubscription(scope, subscription)
  const { rows, nextCursor } = yield* signedPage({
    of: BillingCycleCollection,
    binding: { scope, list: "billing_cycles", filters: [row.id, status ?? null] },
    where: status === undefined ? { subscription: row.id } : { state: stateOf(row.id, status) },
    order: "asc",
    defaultLimit: 20,
    ...cursor
  })
  const cycles = rows.map((cycle) => toBillingCycle(cycle.row))
  if (!expand.includes("payment"))
    return list<BillingCycle | ExpandedBillingCycle>(cycles, nextCursor)
  const storage = yield* Storage
  const ids = cycles.flatMap(({ payment }) => (payment === null ? [] : [payment]))
  const payments = yield* storage.getMany(scope, PaymentCollection, ids)
  const byId = new Map<string, Payment>(payments.map((one) => [one.row.id, toPayment(one.row)]))
  return list<BillingCycle | ExpandedBillingCycle>(
    cycles.map((cycle) => ({ ...cycle, payment: byId.get(cycle.payment ?? "") ?? null })),
    nextCursor
  )
})
