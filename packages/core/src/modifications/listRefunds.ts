import { Effect } from "effect"
import { getPayment } from "../charges/getPayment.ts"
import { type ListCodec, list, listCodec } from "../pagination/List.ts"
import type { Stored } from "../storage/Collection.ts"
import { Storage } from "../storage/Storage.ts"
import type { Caller } from "../tenants/Caller.ts"
import {
  ModificationCollection,
  type ModificationRecord,
  Refund,
  toRefund
} from "./Modification.ts"

export const refundListCodec: ListCodec<Refund> = listCodec(Refund)

const batch = 500

/** Operation 8 (spec 4.3): all refunds of a payment in one page, newest first. */
export const listRefunds = Effect.fnUntraced(function* (caller: Caller, paymentId: string) {
  const { scope } = caller
  const storage = yield* Storage
  const payment = yield* getPayment(scope, paymentId)
  const rows: Array<Stored<ModificationRecord>> = []
  let page: ReadonlyArray<Stored<ModificationRecord>>
  do {
    const after = rows.at(-1)?.row.id
    page = yield* storage.page(scope, ModificationCollection, {
      where: { refundsOf: payment.row.id },
      order: "desc",
      limit: batch,
      ...(after === undefined ? {} : { after })
    })
    rows.push(...page)
    yield* Effect.yieldNow
  } while (page.length === batch)
  return list(rows.map(({ row }) => toRefund(row)))
})
