import { payments } from "../payments"

export const POST = async (request: Request) => {
  const { webhooks, paidOrders } = await payments()
  return webhooks.respond(request, (event) => {
    if (event.type !== "payment.succeeded") return
    const { order } = event.data.object.metadata
    if (order !== undefined) paidOrders.add(order)
  })
}
