import { type Change, Payloom, Storage } from "@payloom/core"
import { Effect, Layer } from "effect"
import { expect, it, onTestFinished } from "vitest"
import { sandbox } from "../sandbox/sandbox.ts"
import { memoryStorage } from "../storage/memory.ts"

const hasEvent = (changes: ReadonlyArray<Change>) =>
  changes.some(({ collection }) => collection.name === "events")

/** Starts two processes on one store. A test runs an action before the first one's next event. */
const twoProcesses = async () => {
  const inner = memoryStorage()
  let meanwhile: (() => Promise<unknown>) | null = null
  const interrupted = Storage.of({
    ...inner,
    commit: (changes) =>
      Effect.suspend(() => {
        const first = hasEvent(changes) ? meanwhile : null
        if (first === null) return inner.commit(changes)
        meanwhile = null
        return Effect.andThen(Effect.promise(first), inner.commit(changes))
      })
  })
  const box = sandbox()
  const open = async (storage: Storage["Service"]) => {
    const setup = { ...box.setup, storage: Layer.succeed(Storage, storage), workers: false }
    const payloom = await Payloom.make(setup)
    onTestFinished(() => payloom.close())
    return box.openShop(payloom)
  }
  const paying = await open(interrupted)
  const { webhooks } = await open(inner)
  const paymentInstrument = await box.saveCard(paying, "approved")
  return {
    webhooks,
    payWhile: (something: () => Promise<unknown>) => {
      meanwhile = something
      return paying.payments.create(
        { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument },
        { idempotencyKey: crypto.randomUUID() }
      )
    }
  }
}

it("an endpoint gets an event that was decided before it was enabled and written after", async () => {
  const { webhooks, payWhile } = await twoProcesses()
  const { id } = await webhooks.create({ url: "https://shop.example" })
  await webhooks.update(id, { status: "disabled" })
  const payment = await payWhile(() => webhooks.update(id, { status: "enabled" }))
  expect(payment.status).toBe("succeeded")
  expect((await webhooks.deliveries()).data).toMatchObject([{ type: "payment.succeeded" }])
})

it("a disabled endpoint does not get an event that is written after", async () => {
  const { webhooks, payWhile } = await twoProcesses()
  const { id } = await webhooks.create({ url: "https://shop.example" })
  await payWhile(() => webhooks.update(id, { status: "disabled" }))
  expect((await webhooks.deliveries()).data).toEqual([])
})

it("a tenant's first endpoint gets an event that was decided before it was created and written after", async () => {
  const { webhooks, payWhile } = await twoProcesses()
  await payWhile(() => webhooks.create({ url: "https://shop.example" }))
  expect((await webhooks.deliveries()).data).toMatchObject([{ type: "payment.succeeded" }])
})

it("a process that has written events sees endpoints that another process created since", async () => {
  const { webhooks, payWhile } = await twoProcesses()
  await payWhile(async () => undefined)
  await webhooks.create({ url: "https://shop.example" })
  await payWhile(async () => undefined)
  expect((await webhooks.deliveries()).data).toHaveLength(1)
})
