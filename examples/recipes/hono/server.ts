import type { Server } from "node:http"
import { serve } from "@hono/node-server"
import { createHandler } from "@payloom/adapter-http"
import { gracefulClose } from "@payloom/adapter-http/node"
import { Hono } from "hono"
import { paidOrders, pay, payloom, receiveWebhook } from "./payments.ts"

const app = new Hono()
  .mount("/payloom", createHandler(payloom))
  .post("/hooks", ({ req }) => receiveWebhook(req.raw))
  .post("/orders/:order", async (context) => {
    const { id, status } = await pay(context.req.param("order"))
    return context.json({ id, status })
  })
  .get("/orders/:order", (context) =>
    context.json({ paid: paidOrders.has(context.req.param("order")) })
  )

const server = serve({ fetch: app.fetch, port: Number(process.env.PORT) }) as Server
const closeServer = gracefulClose(server)

process.once("SIGTERM", async () => {
  await closeServer()
  await payloom.close()
})
