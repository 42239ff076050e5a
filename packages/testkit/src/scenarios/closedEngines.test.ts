import { Engine, Payloom, type PayloomSetup } from "@payloom/core"
import { Context, Effect, Layer } from "effect"
import { describe, expect, it } from "vitest"
import { sandbox } from "../sandbox/sandbox.ts"
import { memory } from "../storage/memory.ts"

const box = sandbox()

const setup = {
  storage: memory(),
  providers: box.providers,
  vault: box.vault,
  secret: "a secret of more than 32 characters",
  workers: false
} satisfies PayloomSetup<never>

describe("a closed engine", () => {
  const closed = { _tag: "EngineClosed", message: expect.stringContaining("was closed") }

  it("refuses every call, also on earlier handles", async () => {
    const payloom = await Payloom.make(setup)
    const tenant = await payloom.tenants.create({ displayName: "Shop", defaultCurrency: "EUR" })
    const shop = payloom.merchant({ tenant: tenant.id, mode: "test" })
    const payer = payloom.payer({ publishableKey: "pk_test_x", sessionToken: "x" })
    const { payments, checkout } = shop
    const closing = payloom.close()
    await expect(payments.list()).rejects.toMatchObject(closed)
    await closing
    const calls = [
      () => payments.list(),
      () => checkout.list(),
      () => shop.routing.listMids(),
      () => shop.ledger.trialBalance(),
      () => payer.read(),
      () => payloom.runDue(),
      () => payloom.tenants.create({ displayName: "Shop", defaultCurrency: "EUR" }),
      () => payloom.merchant({ tenant: tenant.id, mode: "test" }).customers.list()
    ]
    for (const call of calls) await expect(call()).rejects.toMatchObject(closed)
    const inEffect = Effect.flip(payloom.services.background.runDue())
    expect(await Effect.runPromise(inEffect)).toMatchObject(closed)
  })

  it("reads none of its rows", async () => {
    const payloom = await Payloom.make(setup)
    const { storage } = payloom.services
    expect(await Effect.runPromise(storage.scopes({ limit: 1 }))).toHaveLength(1)
    await payloom.close()
    expect(await Effect.runPromise(Effect.flip(storage.scopes({ limit: 1 })))).toMatchObject({
      _tag: "StorageUnavailable",
      message: expect.stringContaining("was closed")
    })
  })

  it("can be closed again", async () => {
    const payloom = await Payloom.make(setup)
    await Promise.all([payloom.close(), payloom.close()])
    await payloom.close()
  })

  it("refuses calls of programs in Effect whose layer was released", async () => {
    const built = Effect.scoped(Layer.build(Engine.layer(setup)))
    const { payments } = Context.get(await Effect.runPromise(built), Engine)
    const caller = { scope: { tenant: "t", mode: "test" }, serviceVersion: "2026-11-01" } as const
    expect(await Effect.runPromise(Effect.flip(payments.list(caller)))).toMatchObject(closed)
  })
})
