import { type Merchant, Payloom, type PaymentProvider } from "@payloom/core"
import { Effect, Option } from "effect"
import { describe, expect, it } from "vitest"
import { manualClock } from "../clock/manualClock.ts"
import { mortalStorage } from "../faults/mortalStorage.ts"
import { memory } from "../storage/memory.ts"
import type { NotificationFault } from "./bankPost.ts"
import { sandbox } from "./sandbox.ts"
import { nothingKnown } from "./sandboxCalls.ts"

const hour = 3_600_000

/** Opens an engine, and records the provider's notifications in the order of their arrival. */
const open = async () => {
  const [box, clock, storage] = [sandbox(), manualClock(), mortalStorage(memory())]
  const heard: Array<string> = []
  const { readNotification } = box.provider
  const listening: PaymentProvider = {
    ...box.provider,
    readNotification: (mid, raw) =>
      Effect.tap(readNotification(mid, raw, nothingKnown), (notifications) =>
        Effect.sync(() => {
          for (const { reference } of Option.getOrElse(notifications, () => []))
            heard.push(reference)
        })
      )
  }
  const payloom = await Payloom.make({
    ...box.setup,
    providers: [listening],
    storage: storage.layer,
    clock,
    workers: false
  })
  const shop = await box.openShop(payloom)
  let orders = 0
  const pay = async (merchant: Merchant = shop) => {
    const paymentInstrument = await box.saveCard(merchant, "pending")
    orders += 1
    const payment = await merchant.payments.create(
      { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument },
      { idempotencyKey: `order-${orders}` }
    )
    return { ...payment, attempt: payment.attempts[0] ?? "" }
  }
  const statusOf = async ({ id }: { readonly id: string }, { payments }: Merchant = shop) =>
    (await payments.retrieve(id)).status
  return { box, clock, storage, payloom, heard, pay, statusOf }
}

const meeting = (fault: NotificationFault) => (nth: number) => (nth === 1 ? fault : undefined)

describe("the bank", () => {
  it("notifies an engine of each change once, for every account", async () => {
    const { box, clock, payloom, heard, pay, statusOf } = await open()
    const other = await box.openShop(payloom, { reference: "other" })
    const [one, two] = [await pay(), await pay(other)]
    expect(await box.notify(payloom)).toBe(2)
    expect([await statusOf(one), await box.notify(payloom)]).toEqual(["processing", 0])
    await clock.advance(10_000)
    expect(await box.notify(payloom)).toBe(2)
    expect([await statusOf(one), await statusOf(two, other)]).toEqual(["succeeded", "succeeded"])
    expect(heard).toEqual([one.attempt, two.attempt, one.attempt, two.attempt])
  })

  it("sends everything again on demand", async () => {
    const { box, payloom, heard, pay } = await open()
    const { attempt } = await pay()
    await box.notify(payloom)
    expect(await box.notify(payloom, { again: true })).toBe(1)
    expect(heard).toEqual([attempt, attempt])
    expect(await box.notify(payloom)).toBe(0)
  })

  it("sends notifications again that an engine couldn't take", async () => {
    const { box, clock, storage, payloom, pay, statusOf } = await open()
    const payment = await pay()
    await clock.advance(10_000)
    storage.meet((commit) => (commit === 1 ? "unavailable_before" : undefined))
    expect(await box.notify(payloom)).toBe(0)
    expect(await statusOf(payment)).toBe("processing")
    expect(await box.notify(payloom)).toBe(1)
    expect(await statusOf(payment)).toBe("succeeded")
  })

  it("sends no notifications of another engine's charges", async () => {
    const { box, pay } = await open()
    await pay()
    const another = await Payloom.make({ ...box.setup, storage: memory(), workers: false })
    expect(await box.notify(another)).toBe(0)
  })
})

describe("a notification that is", () => {
  it("lost never arrives, until the bank sends everything again", async () => {
    const { box, clock, payloom, heard, pay } = await open()
    const { attempt } = await pay()
    box.meetNotification(meeting("lost"))
    expect(await box.notify(payloom)).toBe(0)
    await clock.advance(hour)
    expect([await box.notify(payloom), heard]).toEqual([1, [attempt]])
  })

  it("doubled arrives twice", async () => {
    const { box, payloom, heard, pay } = await open()
    const { attempt } = await pay()
    box.meetNotification(meeting("doubled"))
    expect([await box.notify(payloom), heard]).toEqual([2, [attempt, attempt]])
  })

  it("overtaken arrives after the next one", async () => {
    const { box, payloom, heard, pay } = await open()
    const [one, two] = [await pay(), await pay()]
    box.meetNotification(meeting("overtaken"))
    expect(await box.notify(payloom)).toBe(2)
    expect(heard).toEqual([two.attempt, one.attempt])
  })

  it("late arrives an hour later, with the state at the time of sending", async () => {
    const { box, clock, payloom, heard, pay, statusOf } = await open()
    const payment = await pay()
    box.meetNotification(meeting("late"))
    expect(await box.notify(payloom)).toBe(0)
    await clock.advance(hour - 1)
    expect(await box.notify(payloom)).toBe(1)
    expect(await statusOf(payment)).toBe("succeeded")
    await clock.advance(1)
    expect(await box.notify(payloom)).toBe(1)
    expect(await statusOf(payment)).toBe("succeeded")
    expect(heard).toHaveLength(2)
  })
})
