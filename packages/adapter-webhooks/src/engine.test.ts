import { type Event, Payloom } from "@payloom/core"
import { memory, sandbox } from "@payloom/testkit"
import { Webhook } from "standardwebhooks"
import { expect, it, onTestFinished } from "vitest"
import { startEndpoint } from "./testing/startEndpoint.ts"
import { webhookSender } from "./webhookSender.ts"

const openShop = async () => {
  const box = sandbox()
  const setup = { ...box.setup, storage: memory(), webhooks: webhookSender(), workers: false }
  const payloom = await Payloom.make(setup)
  onTestFinished(() => payloom.close())
  return { box, payloom, shop: await box.openShop(payloom) }
}

it("an endpoint in test mode receives the webhook of a payment, and any library can verify it", async () => {
  const { box, payloom, shop } = await openShop()
  const server = await startEndpoint((_, response) => response.end("thanks"))
  const url = `http://localhost:${server.port}/hooks`
  const { id, secret } = await shop.webhooks.create({ url, types: ["payment.succeeded"] })
  const paymentInstrument = await box.saveCard(shop, "approved")
  const payment = await shop.payments.create(
    { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument },
    { idempotencyKey: "order-1" }
  )
  await payloom.runDue()
  expect(server.arrived.length).toBe(1)
  const { request, body } = server.arrived[0] ?? expect.fail("nothing came")
  const verified = new Webhook(secret).verify(body, request.headers as Record<string, string>)
  expect(verified).toMatchObject({
    type: "payment.succeeded" satisfies Event["type"],
    data: { payment_id: payment.id }
  })
  const { data } = await shop.webhooks.deliveries({ endpoint: id })
  expect(data).toMatchObject([
    { status: "delivered", attempts: [{ status: 200, error: null, excerpt: "thanks" }] }
  ])
})

it("an endpoint in live mode that isn't public can't be created", async () => {
  const { payloom, shop } = await openShop()
  const { webhooks } = payloom.merchant({ tenant: shop.scope.tenant, mode: "live" })
  for (const url of ["https://localhost/", "https://127.1/", "https://[fd00::1]/"]) {
    await expect(webhooks.create({ url })).rejects.toMatchObject({
      _tag: "InvalidInput",
      message: expect.stringContaining("must not be a private or reserved address")
    })
  }
  await expect(webhooks.create({ url: "https://shop.example/" })).resolves.toMatchObject({
    status: "enabled"
  })
})
