import { Payloom, type PaymentProvider } from "@payloom/core"
import { Clock, Effect } from "effect"
import { describe, expect, it } from "vitest"
import { mortalStorage } from "../faults/mortalStorage.ts"
import { sandbox } from "../sandbox/sandbox.ts"
import { memory } from "../storage/memory.ts"
import { manualClock } from "./manualClock.ts"

const start = Date.parse("2026-11-15T12:00:00Z")

describe("a manual clock", () => {
  const on = <A>(clock: Clock.Clock, effect: Effect.Effect<A>) =>
    Effect.runPromise(Effect.provideService(effect, Clock.Clock, clock))

  it("stands still until a test moves it", async () => {
    const clock = manualClock("2026-11-15T12:00:00Z")
    expect([clock.now(), await on(clock, Clock.currentTimeMillis)]).toEqual([start, start])
    await clock.advance(1500)
    expect(await on(clock, Clock.currentTimeMillis)).toBe(start + 1500)
    expect(clock.iso()).toBe("2026-11-15T12:00:01.500Z")
  })

  it("waits for work that takes real time, up to its holdMs", async () => {
    const holding = manualClock(start, { holdMs: 2000 })
    const hasty = manualClock(start)
    const work = () => new Promise((resolve) => setTimeout(resolve, 100))
    for (const clock of [holding, hasty]) {
      void on(clock, Effect.sleep("5 seconds"))
      await clock.until(work())
    }
    expect(holding.now()).toBe(start)
    expect(hasty.now()).toBe(start + 5000)
    const busy = manualClock(start, { holdMs: 10_000 })
    void on(busy, Effect.sleep("5 seconds"))
    const steps = async () => {
      for (let step = 0; step < 10; step++) {
        await on(busy, Clock.currentTimeMillis)
        await new Promise((resolve) => setTimeout(resolve, 15))
      }
    }
    await busy.until(steps())
    expect(busy.now()).toBe(start)
    const held = manualClock(start, { holdMs: 10 })
    await held.until(on(held, Effect.sleep("1 hour")))
    expect(held.now()).toBe(start + 3_600_000)
  })

  it("wakes sleepers at their own time and in order, also those that sleep again", async () => {
    const clock = manualClock(start)
    const woken: Array<readonly [string, number]> = []
    const sleeper = (name: string, ms: number) =>
      Effect.andThen(
        Effect.sleep(ms),
        Effect.sync(() => void woken.push([name, clock.now() - start]))
      )
    void on(clock, Effect.andThen(sleeper("late", 30), sleeper("again", 10)))
    void on(clock, sleeper("early", 20))
    void on(clock, sleeper("never", 41))
    await clock.advance(0)
    expect(clock.sleeping()).toBe(3)
    await clock.advance(40)
    expect(woken).toEqual([
      ["early", 20],
      ["late", 30],
      ["again", 40]
    ])
    expect([clock.now() - start, clock.sleeping()]).toEqual([40, 1])
  })

  it("moves time as far as a promise needs, and rejects if time alone can't settle it", async () => {
    const clock = manualClock(start, { patienceMs: 20 })
    await clock.until(on(clock, Effect.sleep("3 hours")))
    expect(clock.now() - start).toBe(3 * 3_600_000)
    await expect(clock.until(on(clock, Effect.never))).rejects.toThrow("Nobody sleeps")
    await expect(clock.until(Promise.reject(new Error("refused")))).rejects.toThrow("refused")
  })

  it("waits a little for promises that only real time settles", async () => {
    const clock = manualClock(start)
    const query = async () => {
      await new Promise((resolve) => setTimeout(resolve, 30))
      await on(clock, Effect.sleep("1 hour"))
      await new Promise((resolve) => setTimeout(resolve, 30))
      return "answered"
    }
    expect(await clock.until(query())).toBe("answered")
    expect(clock.now() - start).toBe(3_600_000)
    const impatient = manualClock(start, { patienceMs: 0 })
    await expect(impatient.until(query())).rejects.toThrow("Nobody sleeps")
  })

  it("runs each job when it is due, and stops at the given time", async () => {
    const clock = manualClock(start)
    const box = sandbox()
    const seen: Array<number> = []
    const { lookup } = box.provider
    const provider: PaymentProvider = {
      ...box.provider,
      lookup: (by) => {
        seen.push(clock.now() - start)
        return lookup(by)
      }
    }
    const setup = { ...box.setup, providers: [provider], storage: memory(), clock }
    const payloom = await Payloom.make({ ...setup, workers: false })
    const shop = await box.openShop(payloom)
    const paymentInstrument = await box.saveCard(shop, "pending")
    const { id } = await shop.payments.create(
      { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument },
      { idempotencyKey: "order-1" }
    )
    await clock.elapse(0, payloom)
    expect([seen, clock.now() - start]).toEqual([[], 0])
    await clock.elapse(3_600_000, payloom)
    expect(clock.now() - start).toBe(3_600_000)
    expect(seen.at(-1)).toBeLessThan(3_600_000)
    expect((await shop.payments.retrieve(id)).status).toBe("succeeded")
  })

  it("stops between jobs if the process dies", async () => {
    const clock = manualClock(start)
    const box = sandbox()
    const storage = mortalStorage(memory())
    const payloom = await Payloom.make({
      ...box.setup,
      storage: storage.layer,
      clock,
      workers: false
    })
    await box.openShop(payloom)
    storage.meet((commit) => (commit === 1 ? "dies_before" : undefined))
    const day = 24 * 3_600_000
    const dying = clock.elapse(10 * day, payloom, storage.death())
    await expect(dying).rejects.toMatchObject({ _tag: "ProcessDied" })
    expect(clock.now() - start).toBeLessThan(day)
  })

  it("removes a sleeper that is interrupted", async () => {
    const clock = manualClock(start)
    await clock.until(on(clock, Effect.timeoutOption(Effect.sleep("1 hour"), "1 second")))
    expect([clock.now() - start, clock.sleeping()]).toEqual([1000, 0])
  })

  it("refuses a start that is no time", () => {
    expect(() => manualClock("tomorrow")).toThrow("startsAt must be a time")
  })
})
