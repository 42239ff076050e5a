import { Effect, Schema } from "effect"
import { named } from "../../kernel/codec/named.ts"
import { type WireCodec, wireCodec } from "../../kernel/codec/WireCodec.ts"
import { inputChecker } from "../../kernel/input/decodeInput.ts"
import type { Named } from "../../kernel/primitives/Named.ts"
import { PaymentId } from "../../kernel/primitives/PublicId.ts"
import { type ListCodec, list, listCodec } from "../../platform/pagination/List.ts"
import {
  type BothWaysCursor,
  cursorFields,
  cursorKeys,
  type PageLimit,
  withSeveral
} from "../../platform/pagination/ListQuery.ts"
import { signedPage } from "../../platform/pagination/signedPage.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import type { Caller } from "../../platform/tenants/Caller.ts"
import { DisputeStage } from "../../providers/DisputeStage.ts"
import { getPayment } from "../charges/getPayment.ts"
import { Payment, PaymentCollection, toPayment } from "../charges/Payment.ts"
import {
  type Dispute,
  type DisputeBase,
  DisputeCollection,
  disputeFields,
  disputeKeys,
  getDispute,
  toDispute
} from "./Dispute.ts"

/** The relations that disputes can expand. */
export const DisputeExpansion = Schema.Literal("payment")
export type DisputeExpansion = Named<typeof DisputeExpansion.Type>

/** A dispute with its payment in place of the payment's id. */
export interface ExpandedDispute extends DisputeBase {
  /** The payment as it is now. */
  readonly payment: Payment
}

/** A dispute of a read. It has the usual form unless the read expands relations. */
export type ListedDispute<Expanded extends DisputeExpansion = never> = [Expanded] extends [never]
  ? Dispute
  : ExpandedDispute

/** A dispute as it is read from the wire, possibly with its payment expanded. */
export const ListedDispute = Schema.Struct({
  ...disputeFields,
  payment: Schema.Union([Payment, Schema.String])
}).pipe(Schema.encodeKeys(disputeKeys), named("ListedDispute"))

/** The query of an iteration over disputes. */
export interface IterateDisputes<Expanded extends DisputeExpansion = never> extends PageLimit {
  /** Only disputes in this stage, or in one of these. */
  readonly stage?: DisputeStage | ReadonlyArray<DisputeStage>
  /** Only disputes of this payment. */
  readonly payment?: string
  /** The related objects to show in place of their ids. */
  readonly expand?: ReadonlyArray<Expanded>
}

/** The query of a page of disputes. The default limit is 20. */
export interface ListDisputes<Expanded extends DisputeExpansion = never>
  extends IterateDisputes<Expanded>,
    BothWaysCursor {}
export const ListDisputes = Schema.Struct({
  ...cursorFields,
  stage: Schema.optionalKey(Schema.Array(DisputeStage)),
  payment: Schema.optionalKey(PaymentId),
  expand: Schema.optionalKey(Schema.Array(DisputeExpansion))
}).pipe(Schema.encodeKeys(cursorKeys), named("ListDisputes"))

/** The options of a dispute's retrieval. */
export interface RetrieveDispute<Expanded extends DisputeExpansion = never> {
  /** The related objects to show in place of their ids. */
  readonly expand?: ReadonlyArray<Expanded>
}
export const RetrieveDispute = Schema.Struct({
  expand: Schema.optionalKey(Schema.Array(DisputeExpansion))
}).pipe(named("RetrieveDispute"))

export const listedDisputeCodec: WireCodec<Dispute | ExpandedDispute> = wireCodec(ListedDispute)
export const disputeListCodec: ListCodec<Dispute | ExpandedDispute> = listCodec(listedDisputeCodec)

const checkList = inputChecker(ListDisputes)
const checkRetrieve = inputChecker(RetrieveDispute)

/** Returns a page of disputes, newest first. */
export const listDisputes = Effect.fnUntraced(function* (
  caller: Caller,
  query: ListDisputes<DisputeExpansion> = {}
) {
  const { scope } = caller
  const given = yield* Effect.fromResult(checkList(withSeveral("stage", query)))
  const { stage, payment, expand = [], ...cursor } = given
  const stages = stage === undefined ? null : [...new Set(stage)].sort()
  const { rows, nextCursor } = yield* signedPage({
    of: DisputeCollection,
    binding: { scope, list: "disputes", filters: [stages, payment ?? null] },
    where: {
      ...(stages === null ? {} : { stage: stages }),
      ...(payment === undefined ? {} : { payment })
    },
    order: "desc",
    defaultLimit: 20,
    ...cursor
  })
  const disputes = rows.map(({ row }) => toDispute(row))
  return list<Dispute | ExpandedDispute>(
    expand.length === 0 ? disputes : yield* withPayments(scope, disputes),
    nextCursor
  )
})

/** Returns a dispute, with its payment if requested. */
export const retrieveDispute = Effect.fnUntraced(function* (
  caller: Caller,
  id: string,
  query: RetrieveDispute<DisputeExpansion> = {}
) {
  const { expand = [] } = yield* Effect.fromResult(checkRetrieve(query))
  const dispute: Dispute | ExpandedDispute = toDispute((yield* getDispute(caller.scope, id)).row)
  if (expand.length === 0) return dispute
  const payment = yield* Effect.orDie(getPayment(caller.scope, dispute.payment))
  return { ...dispute, payment: toPayment(payment.row) } satisfies ExpandedDispute
})

const withPayments = Effect.fnUntraced(function* (scope: Scope, disputes: ReadonlyArray<Dispute>) {
  const storage = yield* Storage
  const ids = [...new Set(disputes.map(({ payment }) => payment))]
  const rows = yield* storage.getMany(scope, PaymentCollection, ids)
  const byId = new Map(rows.map(({ row }) => [row.id, toPayment(row)]))
  return disputes.flatMap((dispute): ReadonlyArray<ExpandedDispute> => {
    const payment = byId.get(dispute.payment)
    return payment === undefined ? [] : [{ ...dispute, payment }]
  })
})
