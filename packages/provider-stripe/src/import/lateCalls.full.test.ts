import { describe, expect, it } from "vitest"
import { openLateCalls } from "../testing/lateCalls.ts"
import { openImport } from "../testing/openImport.ts"

const openLate = async () => {
  const opened = await openImport()
  const { fake, moving, subscribe, move } = opened
  const late = await openLateCalls(fake.address)
  const id = subscribe("a", 5)
  await move.copy()
  const dying = moving({
    from: { apiKey: fake.account().apiKey, ...fake.address, port: late.port, retries: 0 }
  })
  return { ...opened, ...late, id, dying, isPaused: () => fake.billing.subscription(id).isPaused }
}

describe("a call of a killed process that arrives at Stripe later", () => {
  it("does not freeze a subscription that was given back meanwhile", async () => {
    const { dying, held, move, isPaused, pass, billed, id, stateOf } = await openLate()
    await expect(dying.freeze()).rejects.toThrow("connection to Stripe")
    expect(await stateOf(id)).toMatchObject({ state: "freezing", call: expect.any(String) })
    expect(await move.giveBack()).toEqual({ released: 1, stays: 0 })
    for (const call of held) expect(await call.arrive()).toBe(200)
    expect(isPaused()).toBe(false)
    expect(await stateOf(id)).toMatchObject({ state: "released", call: null })
    await pass(6)
    expect(await billed(id)).toEqual({ stripe: 1, payloom: 0 })
  })

  it("does not freeze it after a second process froze it and gave it back", async () => {
    const { dying, held, move, isPaused } = await openLate()
    await expect(dying.freeze()).rejects.toThrow()
    expect(await move.freeze()).toMatchObject({ frozen: 1 })
    expect(await move.giveBack()).toEqual({ released: 1, stays: 0 })
    for (const call of held) await call.arrive()
    expect(isPaused()).toBe(false)
  })

  it("does not freeze it after a takeover that was given back", async () => {
    const { dying, held, move, isPaused, fake, id } = await openLate()
    await expect(dying.freeze()).rejects.toThrow()
    // The call was carried out, and only its answer was lost.
    expect(await held[0]?.arrive()).toBe(200)
    expect(await move.takeOver()).toMatchObject({ takenOver: 1 })
    expect(await move.giveBack()).toEqual({ released: 1, stays: 0 })
    for (const call of held) await call.arrive()
    expect(isPaused()).toBe(false)
    expect(fake.billing.subscription(id).metadata).toEqual({})
  })

  it("does not resume a subscription that was taken over once more", async () => {
    const { dying, held, move, isPaused, pass, billed, id } = await openLate()
    await move.freeze()
    await move.takeOver()
    await expect(dying.giveBack()).rejects.toThrow()
    expect(await move.giveBack()).toEqual({ released: 1, stays: 0 })
    await move.copy()
    await move.freeze()
    expect(await move.takeOver()).toMatchObject({ takenOver: 1 })
    for (const call of held) await call.arrive()
    expect(isPaused()).toBe(true)
    await pass(6)
    expect(await billed(id)).toEqual({ stripe: 0, payloom: 1 })
  })

  it("is not sent again by the way back shortly before the end of a period", async () => {
    const { dying, move, isPaused, clock, pass, billed, id } = await openLate()
    await expect(dying.freeze()).rejects.toThrow()
    await clock.advance(5 * 86_400_000 - 10 * 60_000)
    expect(await move.giveBack()).toEqual({ released: 0, stays: 1 })
    expect(isPaused()).toBe(false)
    await pass(1)
    expect(await move.giveBack()).toEqual({ released: 1, stays: 0 })
    expect(await billed(id)).toEqual({ stripe: 1, payloom: 0 })
  })

  it("leaves the mark of the current period if a period began after it", async () => {
    const { dying, move, fake, id, clock, pass, billed } = await openLate()
    await expect(dying.freeze()).rejects.toThrow()
    await clock.advance(6 * 86_400_000)
    expect(await move.freeze()).toEqual({ frozen: 1, waiting: 0, left: 0 })
    const { metadata } = fake.billing.subscription(id)
    expect(Number(metadata.payloom_until)).toBeGreaterThan(clock.now() / 1000)
    await clock.advance(31 * 86_400_000)
    expect(await move.takeOver()).toMatchObject({ takenOver: 1 })
    await pass(1)
    expect(await billed(id)).toEqual({ stripe: 1, payloom: 1 })
  })
})

describe("a freeze that Stripe fails to answer", () => {
  it("is repeated as it was, and as a new call once Stripe has answered with a failure", async () => {
    const { move, subscribe, fake, stateOf } = await openImport()
    const id = subscribe("a", 5)
    await move.copy()
    fake.faults.next({ _tag: "fails_after", status: 500 }, "other")
    await expect(move.freeze()).rejects.toThrow("Invalid JSON")
    const { call } = (await stateOf(id)) ?? {}
    expect(call).toMatch(/^freeze\.\d+\.\d+$/)
    fake.billing.subscription(id).isPaused = false
    // Stripe keeps its failure under the key.
    await expect(move.freeze()).rejects.toThrow("Something went wrong on Stripe's end")
    expect(await stateOf(id)).toMatchObject({ state: "freezing", call: null })
    expect(await move.freeze()).toMatchObject({ frozen: 1 })
    expect(fake.billing.subscription(id).isPaused).toBe(true)
  })
})
