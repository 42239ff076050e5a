import { createHandler } from "@payloom/adapter-http"
import { paidOrders, pay, payloom, receiveWebhook } from "./payments.ts"

const handler = createHandler(payloom, { basePath: "/payloom" })

const server = Bun.serve({
  port: Number(process.env.PORT),
  routes: {
    "/payloom/*": (request) => handler(request),
    "/hooks": { POST: receiveWebhook },
    "/orders/:order": {
      POST: async ({ params }) => {
        const { id, status } = await pay(params.order)
        return Response.json({ id, status })
      },
      GET: ({ params }) => Response.json({ paid: paidOrders.has(params.order) })
    }
  }
})

process.once("SIGTERM", async () => {
  await server.stop()
  await payloom.close()
})
