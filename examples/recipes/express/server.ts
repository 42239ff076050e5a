import { createHandler } from "@payloom/adapter-http"
import { gracefulClose, nodeListener } from "@payloom/adapter-http/node"
import express from "express"
import { paidOrders, pay, payloom, receiveWebhook } from "./payments.ts"

const app = express()

// Before the body parsers, because both read bodies as they were sent.
app.use("/payloom", nodeListener(createHandler(payloom)))
app.post("/hooks", nodeListener(receiveWebhook))

app.use(express.json())
app.post("/orders/:order", async ({ params }, response) => {
  const { id, status } = await pay(params.order)
  response.json({ id, status })
})
app.get("/orders/:order", ({ params }, response) => {
  response.json({ paid: paidOrders.has(params.order) })
})

const server = app.listen(Number(process.env.PORT))
const closeServer = gracefulClose(server)

process.once("SIGTERM", async () => {
  await closeServer()
  await payloom.close()
})
