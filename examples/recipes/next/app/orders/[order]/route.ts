import { payments } from "../../payments"

type Context = RouteContext<"/orders/[order]">

export const POST = async (_request: Request, { params }: Context) => {
  const { order } = await params
  const { id, status } = await (await payments()).pay(order)
  return Response.json({ id, status })
}

export const GET = async (_request: Request, { params }: Context) => {
  const { order } = await params
  return Response.json({ paid: (await payments()).paidOrders.has(order) })
}
