import { describe, expect, it } from "vitest"
import { auditedShops } from "./testing/auditedShops.ts"
import { webhookSink } from "./testing/webhookSink.ts"

const audited = auditedShops()
const url = "https://shop.example/hooks"

const open = async () => {
  const shop = await audited({ webhooks: webhookSink() })
  return { shop, webhooks: shop.shop().webhooks }
}

describe("an invalid call of webhooks", () => {
  it.each([
    ["url", { url: "shop.example/hooks" }],
    ["url", { url: "ftp://shop.example" }],
    ["url", { url: "https://user:pass@shop.example" }],
    ["url", { url: "https://shop.example\\@evil.example" }],
    ["url", { url: "https://shop.example/#top" }],
    ["url", { url: `https://shop.example/${"a".repeat(2048)}` }],
    ["url", { url: "https://10.0.0.1/" }],
    ["types", { url, types: [] }],
    ["types", { url, types: ["payment.canceled"] }],
    ["description", { url, description: "a".repeat(256) }],
    ["secret", { url, secret: "mine" }]
  ])("names the wrong field: %s", async (param, input) => {
    const { webhooks } = await open()
    const made = webhooks.create(input as { url: string })
    await expect(made).rejects.toMatchObject({ _tag: "InvalidInput", param })
    expect((await webhooks.list()).data).toEqual([])
  })

  it("has an address without https in live mode", async () => {
    const { shop } = await open()
    const { payloom } = shop.process()
    const { tenant } = shop.shop().scope
    const { webhooks } = payloom.merchant({ tenant, mode: "live" })
    await expect(webhooks.create({ url: "http://shop.example" })).rejects.toMatchObject({
      param: "url",
      message: expect.stringContaining("https")
    })
  })

  it.each([22, 25, 80, 1023])("has an address on port %i in live mode", async (port) => {
    const { shop } = await open()
    const { tenant } = shop.shop().scope
    const live = shop.process().payloom.merchant({ tenant, mode: "live" }).webhooks
    const wrong = `https://shop.example:${port}/hooks`
    const refused = { param: "url", message: expect.stringContaining("port 443") }
    await expect(live.create({ url: wrong })).rejects.toMatchObject(refused)
    for (const fine of [443, 1024]) {
      const { id } = await live.create({ url: `https://shop.example:${fine}/hooks` })
      await expect(live.update(id, { url: wrong })).rejects.toMatchObject(refused)
    }
    expect(await shop.shop().webhooks.create({ url: wrong })).toMatchObject({ url: wrong })
  })

  it("would create more than twenty endpoints", async () => {
    const { webhooks } = await open()
    for (let n = 0; n < 20; n++) await webhooks.create({ url })
    await expect(webhooks.create({ url })).rejects.toMatchObject({ param: "url" })
  })

  it.each([
    ["endpoint", {}],
    ["from", { endpoint: "endpoint_00000000000000000000000000" }],
    ["to", { endpoint: "endpoint_00000000000000000000000000", from: 2, to: 1 }]
  ])("is a replay without a subject: %s", async (param, what) => {
    const { webhooks } = await open()
    const { id } = await webhooks.create({ url })
    const asked = "endpoint" in what ? { ...what, endpoint: id } : what
    const replay = webhooks.replay(asked as { delivery: string })
    await expect(replay).rejects.toMatchObject({ _tag: "InvalidInput", param })
  })

  it("has an unknown endpoint or delivery, or another merchant's", async () => {
    const { webhooks } = await open()
    for (const call of [
      webhooks.retrieve("endpoint_00000000000000000000000000"),
      webhooks.update("endpoint_00000000000000000000000000", {}),
      webhooks.rotateSecret("endpoint_00000000000000000000000000"),
      webhooks.delivery("delivery_00000000000000000000000000"),
      webhooks.replay({ delivery: "delivery_00000000000000000000000000" })
    ])
      await expect(call).rejects.toMatchObject({ _tag: "ResourceNotFound" })
  })
})
