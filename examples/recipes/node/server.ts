import { createServer } from "node:http"
import { createHandler } from "@payloom/adapter-http"
import { gracefulClose, nodeListener } from "@payloom/adapter-http/node"
import { paidOrders, pay, payloom, receiveWebhook } from "./payments.ts"

const handler = createHandler(payloom, { basePath: "/payloom" })

const server = createServer(
  nodeListener(async (request, environment) => {
    const { pathname } = new URL(request.url)
    const [, room, order = ""] = pathname.split("/")
    if (room === "payloom") return handler(request, environment)
    if (room === "hooks") return receiveWebhook(request)
    if (room !== "orders") return new Response("Not found", { status: 404 })
    if (request.method === "GET") return Response.json({ paid: paidOrders.has(order) })
    const { id, status } = await pay(order)
    return Response.json({ id, status })
  })
)
const closeServer = gracefulClose(server)
server.listen(Number(process.env.PORT))

process.once("SIGTERM", async () => {
  await closeServer()
  await payloom.close()
})
