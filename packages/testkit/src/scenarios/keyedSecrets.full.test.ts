import { ApiKeyCollection, IdempotencyRecordCollection } from "@payloom/core"
import { describe, expect, it } from "vitest"
import { everyRow } from "../audit/everyRow.ts"
import { auditedShops } from "./testing/auditedShops.ts"
import { day } from "./testing/openShop.ts"
import { webhookSink } from "./testing/webhookSink.ts"

const open = auditedShops({ webhooks: webhookSink() })

const key = { idempotencyKey: "once" }
const url = "https://shop.example/hooks"

describe("an API key that is created with an idempotency key", () => {
  it("is created once, and its secret is neither stored nor shown again", async () => {
    const shop = await open()
    const { scope } = shop.shop()
    const processes = [shop.process(), await shop.start()]
    const before = await shop.run(everyRow(shop.storage, scope, ApiKeyCollection))
    const outcomes = await Promise.allSettled(
      processes.map(({ payloom }) => payloom.tenants.createApiKey(scope, "secret", key))
    )
    const made = outcomes.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []))
    expect(made).toHaveLength(1)
    const { tenants } = shop.process().payloom
    await expect(tenants.createApiKey(scope, "secret", key)).rejects.toMatchObject({
      _tag: "SecretShownOnce",
      object: "api_key",
      id: made[0]?.id
    })
    await expect(tenants.createApiKey(scope, "publishable", key)).rejects.toMatchObject({
      _tag: "IdempotencyMismatch"
    })
    expect(await shop.run(everyRow(shop.storage, scope, ApiKeyCollection))).toHaveLength(
      before.length + 1
    )
    const records = await shop.run(everyRow(shop.storage, scope, IdempotencyRecordCollection))
    expect(JSON.stringify(records)).not.toContain(made[0]?.secret)
    await expect(tenants.createApiKey(scope, "secret", {} as never)).rejects.toMatchObject({
      _tag: "IdempotencyKeyMissing"
    })
    await shop.elapse(2 * day)
    expect((await tenants.createApiKey(scope, "secret", key)).id).not.toBe(made[0]?.id)
  })
})

describe("a webhook secret that is made with an idempotency key", () => {
  it("is made once, and a repeated request gets it again", async () => {
    const shop = await open()
    const { webhooks, scope } = shop.shop()
    const created = await webhooks.create({ url }, key)
    expect(await webhooks.create({ url }, key)).toEqual(created)
    expect((await webhooks.list()).data).toHaveLength(1)
    const rotated = await webhooks.rotateSecret(created.id, key)
    expect(await webhooks.rotateSecret(created.id, key)).toEqual(rotated)
    expect(rotated.secret).not.toBe(created.secret)
    const records = await shop.run(everyRow(shop.storage, scope, IdempotencyRecordCollection))
    for (const { secret } of [created, rotated]) {
      expect(JSON.stringify(records)).not.toContain(secret)
    }
    expect((await webhooks.create({ url }, key)).secret).toBe(created.secret)
    await webhooks.rotateSecret(created.id, { idempotencyKey: "again" })
    await expect(webhooks.create({ url }, key)).rejects.toMatchObject({
      _tag: "SecretShownOnce",
      object: "webhook_endpoint",
      id: created.id
    })
    await webhooks.delete(created.id)
    await expect(webhooks.rotateSecret(created.id, key)).rejects.toMatchObject({
      _tag: "SecretShownOnce"
    })
    const unknown = webhooks.rotateSecret(created.id, { idempotencyKey: "gone" })
    await expect(unknown).rejects.toMatchObject({ _tag: "ResourceNotFound" })
  })
})
