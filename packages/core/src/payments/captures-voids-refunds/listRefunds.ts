import { Effect } from "effect"
import { type ListCodec, list, listCodec } from "../../platform/pagination/List.ts"
import { eachPage } from "../../platform/storage/eachPage.ts"
import type { Caller } from "../../platform/tenants/Caller.ts"
import { getPayment } from "../charges/getPayment.ts"
import { ModificationCollection } from "./Modification.ts"
import { type Refund, refundCodec, toRefund } from "./resources.ts"

export const refundListCodec: ListCodec<Refund> = listCodec(refundCodec)

/** Returns all refunds of a payment in one page, newest first. */
export const listRefunds = Effect.fnUntraced(function* (caller: Caller, paymentId: string) {
  const { scope } = caller
  const payment = yield* getPayment(scope, paymentId)
  const refunds: Array<Refund> = []
  yield* eachPage(
    scope,
    ModificationCollection,
    { where: { refundsOf: payment.row.id }, order: "desc" },
    (page) => Effect.sync(() => void refunds.push(...page.map(({ row }) => toRefund(row))))
  )
  return list(refunds)
})
