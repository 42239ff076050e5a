import { createHandler } from "@payloom/adapter-http"
import { paidOrders, pay, payloom, receiveWebhook } from "./payments.ts"

const handler = createHandler(payloom, { basePath: "/payloom" })

const server = Deno.serve({ port: Number(Deno.env.get("PORT")) }, async (request) => {
  const [, room, order = ""] = new URL(request.url).pathname.split("/")
  if (room === "payloom") return handler(request)
  if (room === "hooks") return receiveWebhook(request)
  if (room !== "orders") return new Response("Not found", { status: 404 })
  if (request.method === "GET") return Response.json({ paid: paidOrders.has(order) })
  const { id, status } = await pay(order)
  return Response.json({ id, status })
})

const stop = async () => {
  Deno.removeSignalListener("SIGTERM", stop)
  await server.shutdown()
  await payloom.close()
}
Deno.addSignalListener("SIGTERM", stop)
