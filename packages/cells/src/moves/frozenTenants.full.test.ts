import { createHandler } from "@payloom/adapter-http"
import { Payloom } from "@payloom/core"
import { sandbox } from "@payloom/testkit"
import { Effect } from "effect"
import { expect, it, onTestFinished } from "vitest"
import { cells } from "../cells.ts"
import { cellName, memoryStores, onStores } from "../testing/openTestCells.ts"
import { moveTenant } from "./moveTenant.ts"

it("a tenant whose mover died in the freeze gets 503 with Retry-After, and pays with the same key later", async () => {
  const storages = onStores(memoryStores(2), () => cellName(0))
  const box = sandbox()
  const payloom = await Payloom.make({ ...box.setup, storage: cells(storages), workers: false })
  onTestFinished(() => payloom.close())
  const handler = createHandler(payloom)
  const open = async (reference: string) => {
    const shop = await box.openShop(payloom, { reference })
    const card = await box.saveCard(shop, "approved")
    const { secret } = await payloom.tenants.createApiKey(shop.scope, "secret")
    const pay = async () => {
      const response = await handler(
        new Request("https://pay.example/payments", {
          method: "POST",
          headers: {
            authorization: `Bearer ${secret}`,
            "content-type": "application/json",
            "idempotency-key": "order 1"
          },
          body: JSON.stringify({
            amount: "1250",
            currency: "EUR",
            type: "one_off",
            payment_instrument: card
          })
        })
      )
      return { status: response.status, headers: response.headers, body: await response.json() }
    }
    return { tenant: shop.scope.tenant, pay }
  }
  const moving = await open("moving")
  const other = await open("other")
  const dying = moveTenant(storages, {
    tenant: moving.tenant,
    to: cellName(1),
    onProgress: ({ stage }) => {
      if (stage === "hand_over") throw new Error("died")
    }
  })
  await expect(Effect.runPromise(dying)).rejects.toThrow("died")
  const [refused, paid] = await Promise.all([moving.pay(), other.pay()])
  expect(paid.status).toBe(200)
  expect([refused.status, refused.headers.get("Retry-After")]).toEqual([503, "1"])
  expect(refused.body.error.code).toBe("storage_unavailable")
  await expect.poll(async () => (await moving.pay()).status, { interval: 200 }).toBe(200)
  expect(await box.audit(payloom)).toEqual([])
})
