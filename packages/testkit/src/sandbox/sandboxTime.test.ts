import { Payloom } from "@payloom/core"
import { Clock, Effect } from "effect"
import { expect, it } from "vitest"
import { manualClock } from "../clock/manualClock.ts"
import { memory } from "../storage/memory.ts"
import { sandbox } from "./sandbox.ts"
import { sandboxTime } from "./sandboxTime.ts"

it("an effect without a clock has the time of the engine that used the sandbox last", async () => {
  const time = sandboxTime()
  const before = Date.now()
  expect(await Effect.runPromise(time)).toBeGreaterThanOrEqual(before)
  const clock = manualClock("2020-02-02T02:00:00Z")
  await Effect.runPromise(Effect.provideService(time, Clock.Clock, clock))
  expect(await Effect.runPromise(time)).toBe(clock.now())
})

it("a dispute of a simulated payment does not move the bank to the machine's time", async () => {
  const [box, clock] = [sandbox(), manualClock("2020-02-02T02:00:00Z")]
  const payloom = await Payloom.make({ ...box.setup, storage: memory(), clock, workers: false })
  const shop = await box.openShop(payloom)
  const paymentInstrument = await box.saveCard(shop, "refund_reversed")
  const pay = (idempotencyKey: string) =>
    shop.payments.create(
      { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument },
      { idempotencyKey }
    )
  await Effect.runPromise(box.dispute(await pay("disputed")))
  const { id } = await pay("refunded")
  await shop.payments.refund(id, {}, { idempotencyKey: "refund" })
  await clock.elapse(3_600_000, payloom)
  await box.notify(payloom)
  const { data } = await shop.payments.listRefunds(id)
  expect(data.map(({ status }) => status)).toEqual(["reversed"])
  await payloom.close()
})
