import { createHandler } from "@payloom/adapter-http"
import { nodeListener } from "@payloom/adapter-http/node"
import Fastify from "fastify"
import { paidOrders, pay, payloom, receiveWebhook } from "./payments.ts"

const app = Fastify({ forceCloseConnections: "idle" })

const handler = nodeListener(createHandler(payloom, { basePath: "/payloom" }))
const webhooks = nodeListener(receiveWebhook)

// No parser here, because both read bodies as they were sent.
app.register(async (unparsed) => {
  unparsed.removeAllContentTypeParsers()
  unparsed.addContentTypeParser("*", (_request, _body, done) => done(null))
  unparsed.all("/payloom/*", (request, reply) => {
    reply.hijack()
    handler(request.raw, reply.raw)
  })
  unparsed.post("/hooks", (request, reply) => {
    reply.hijack()
    webhooks(request.raw, reply.raw)
  })
})

app.post<{ Params: { order: string } }>("/orders/:order", async ({ params }) => {
  const { id, status } = await pay(params.order)
  return { id, status }
})
app.get<{ Params: { order: string } }>("/orders/:order", async ({ params }) => ({
  paid: paidOrders.has(params.order)
}))
app.addHook("onClose", () => payloom.close())

await app.listen({ port: Number(process.env.PORT) })
process.once("SIGTERM", () => app.close())
