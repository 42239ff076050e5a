const { createHandler } = require("@payloom/adapter-http")
const { gracefulClose, nodeListener } = require("@payloom/adapter-http/node")
const express = require("express")
const { openPayments } = require("./payments.js")

const main = async () => {
  const { payloom, pay, receiveWebhook, paidOrders } = await openPayments()
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
}

main()
