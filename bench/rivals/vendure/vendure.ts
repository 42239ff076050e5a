import {
  type ErrorResult,
  isGraphQlErrorResult,
  OrderService,
  type RequestContext,
  RequestContextService,
  TransactionalConnection
} from "@vendure/core"
import { priceOf, refundAmount } from "./bankClient.ts"
import { openCarts } from "./carts.ts"
import { openVendure } from "./openVendure.ts"
import { serve } from "./serve.ts"

/** Vendure returns errors. Throwing them undoes the transaction. */
const orThrow = <A>(result: A | ErrorResult): A => {
  if (isGraphQlErrorResult(result as never)) throw new Error((result as ErrorResult).message)
  return result as A
}

await serve(async (places) => {
  const app = await openVendure(places)
  const carts = await openCarts(places.database)
  const orders = app.get(OrderService)
  const connection = app.get(TransactionalConnection)
  const context = await app.get(RequestContextService).create({ apiType: "admin" })
  // Each mutation of its API is one transaction too.
  const mutate = <A>(work: (inside: RequestContext) => Promise<A>): Promise<A> =>
    connection.withTransaction(context, work)
  const open = async (order: string): Promise<string> => {
    const { id } = await mutate((inside) => orders.create(inside))
    await mutate(async (inside) => {
      const surcharge = { description: order, sku: order, listPrice: priceOf(order) }
      await orders.addSurchargeToOrder(inside, id, surcharge)
      orThrow(await orders.transitionToState(inside, id, "ArrangingPayment"))
    })
    await carts.add(order, String(id))
    return String(id)
  }
  const paymentOf = async (id: string) => (await orders.getOrderPayments(context, id))[0]
  const hold = async (id: string) => {
    const input = { method: "bank", metadata: {} }
    await mutate(async (inside) => orThrow(await orders.addPaymentToOrder(inside, id, input)))
    const payment = await paymentOf(id)
    if (payment === undefined) throw new Error("The order has no payment.")
    return payment
  }
  return {
    prepare: async (order) => void (await open(order)),
    lifecycle: async (order) => {
      const id = (await carts.find(order)) ?? (await open(order))
      const payment = (await paymentOf(id)) ?? (await hold(id))
      if (payment.state === "Authorized") {
        await mutate(async (inside) => orThrow(await orders.settlePayment(inside, payment.id)))
      }
      if ((payment.refunds ?? []).length > 0) return
      const refund = { paymentId: payment.id, amount: refundAmount, reason: "returned" }
      await mutate(async (inside) =>
        orThrow(
          await orders.refundOrder(inside, { ...refund, lines: [], shipping: 0, adjustment: 0 })
        )
      )
    },
    isDone: async (order) => {
      const id = await carts.find(order)
      return id !== null && ((await paymentOf(id))?.refunds ?? []).length > 0
    }
  }
})
