import { webhookSender } from "@payloom/adapter-webhooks"
import { Payloom } from "@payloom/core"
import type { WebhookEvent } from "@payloom/core/webhooks"
import { memory, sandbox } from "@payloom/testkit"
import { Webhook } from "standardwebhooks"
import { expect, it, onTestFinished, vi } from "vitest"
import { fulfilment, shopSecret, webhookPath } from "./fulfilment.ts"

const openMerchant = async () => {
  const box = sandbox()
  const setup = { ...box.setup, storage: memory(), webhooks: webhookSender(), workers: false }
  const payloom = await Payloom.make(setup)
  onTestFinished(() => payloom.close())
  return box.openShop(payloom)
}

const urlOn = (port: number) => `http://127.0.0.1:${port}${webhookPath}`

it("the shop has one endpoint at its address, with a new secret at each start", async () => {
  const merchant = await openMerchant()
  const first = await shopSecret(merchant, urlOn(8080))
  const second = await shopSecret(merchant, urlOn(8080))
  const { data } = await merchant.webhooks.list()
  expect(data).toMatchObject([{ url: urlOn(8080), oldSecretUntil: expect.any(Number) }])
  expect(second).not.toBe(first)
})

it("a disabled endpoint of the shop is enabled when the shop starts again", async () => {
  const merchant = await openMerchant()
  await shopSecret(merchant, urlOn(8080))
  const { data } = await merchant.webhooks.list()
  await merchant.webhooks.update(data[0]?.id ?? "", { status: "disabled" })
  await shopSecret(merchant, urlOn(8080))
  expect((await merchant.webhooks.list()).data).toMatchObject([{ status: "enabled" }])
})

it("old endpoints of the shop are deleted in the end, but no other endpoints", async () => {
  const merchant = await openMerchant()
  await merchant.webhooks.create({ url: "http://127.0.0.1:1/" })
  for (let port = 8080; port < 8110; port++) await shopSecret(merchant, urlOn(port))
  const { data } = await merchant.webhooks.list()
  const [theirs, ...ours] = data.map(({ url }) => url)
  expect(theirs).toBe("http://127.0.0.1:1/")
  expect(ours).toEqual([8105, 8106, 8107, 8108, 8109].map(urlOn))
})

it("the shop accepts signed webhooks only, and prints nothing about others", async () => {
  const secret = `whsec_${btoa("a secret of thirty-two bytes, ok")}`
  const fulfilled: Array<WebhookEvent> = []
  const now = Date.parse("2030-01-01T00:00:00Z")
  const fulfil = (event: WebhookEvent) => void fulfilled.push(event)
  const app = fulfilment({ fulfil }, { webhookSecret: secret, clock: { now: () => now } })
  const body = JSON.stringify({
    object: "event",
    id: "event_1",
    type: "payment.succeeded",
    data: { version: 1, object: { object: "payment", id: "payment_1" } }
  })
  const post = async (signature: string) => {
    const headers = {
      "webhook-id": "event_1",
      "webhook-timestamp": `${now / 1000}`,
      "webhook-signature": signature
    }
    return (await app.request(webhookPath, { method: "POST", headers, body })).status
  }
  const printed = vi.spyOn(console, "log").mockReturnValue()
  expect(await post("v1,AAAA")).toBe(400)
  // Scripts read standard output.
  expect(printed).not.toHaveBeenCalled()
  expect(fulfilled).toEqual([])
  printed.mockRestore()
  expect(await post(new Webhook(secret).sign("event_1", new Date(now), body))).toBe(204)
  expect(fulfilled).toMatchObject([{ id: "event_1" }])
})
