import { defineModule, type ModuleFollower } from "@payloom/core"
import { describe, expect, it } from "vitest"
import { definition, type loyalty, openLoyalty, openWith } from "./testing/loyalty.ts"

type Seen = [before: string | null, after: string]

/** A module that notes the changes of payments, and fails while it is broken. */
const watching = () => {
  const seen: Array<Seen> = []
  const state = { isBroken: false, tries: 0 }
  const follower: ModuleFollower = {
    follow: async (context, change) => {
      state.tries += 1
      if (state.isBroken) throw new Error("I have a bug.")
      seen.push([change.before?.status ?? null, change.after.status])
      return definition.followers[0].follow(context, change)
    }
  }
  const module = defineModule({ ...definition, followers: [follower] }) as unknown as typeof loyalty
  return { module, seen, state }
}

describe("a follower of a module", () => {
  it("adds its changes to the commit that pays a payment", async () => {
    const { shop, customer, pay } = await openLoyalty()
    await pay("payment")
    expect(await shop.points.points({ customer })).toMatchObject({ left: 1250n })
  })

  it("gets every change of a payment once, in order, whatever changes it", async () => {
    const { module, seen } = watching()
    const { shop, box, clock, payloom, customer } = await openWith(module)
    const paymentInstrument = await box.saveCard(shop, "approved", customer)
    const input = { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument } as const
    const { id } = await shop.payments.create(
      { ...input, captureMethod: "manual" },
      { idempotencyKey: "payment" }
    )
    await shop.payments.capture(id, {}, { idempotencyKey: "capture" })
    await clock.elapse(0, payloom)
    await shop.payments.refund(id, {}, { idempotencyKey: "refund" })
    await clock.elapse(0, payloom)
    expect(seen.map(([, after]) => after)).toEqual([
      "processing",
      "authorized",
      "succeeded",
      "refunded"
    ])
    expect(seen.map(([before]) => before)).toEqual([null, "processing", "authorized", "succeeded"])
  })

  it("that fails never keeps a payment from being paid, and follows by a job", async () => {
    const { module, seen, state } = watching()
    const { shop, clock, payloom, customer, pay } = await openWith(module)
    state.isBroken = true
    expect((await pay("payment")).status).toBe("succeeded")
    expect(await shop.points.points({ customer })).toBeNull()
    await clock.elapse(60_000, payloom)
    expect(await shop.points.points({ customer })).toBeNull()
    state.isBroken = false
    await clock.elapse(3_600_000, payloom)
    expect(await shop.points.points({ customer })).toBeNull()
    expect(seen.map(([, after]) => after)).toEqual(["processing", "succeeded"])
    const { data } = await shop.events.list({ type: "loyalty.earned" })
    expect(data).toHaveLength(1)
  })

  it("that failed on a payment gets its later changes after the earlier ones", async () => {
    const { module, seen, state } = watching()
    const { shop, clock, payloom, pay } = await openWith(module)
    state.isBroken = true
    const { id } = await pay("payment")
    state.isBroken = false
    await shop.payments.refund(id, {}, { idempotencyKey: "refund" })
    await clock.elapse(3_600_000, payloom)
    expect(seen.map(([, after]) => after)).toEqual(["processing", "succeeded", "refunded"])
  })

  it("that never answers holds a payment for two seconds at most", async () => {
    const follower: ModuleFollower = { follow: () => new Promise(() => undefined) }
    const module = defineModule({ ...definition, followers: [follower] })
    const { clock, pay } = await openWith(module as unknown as typeof loyalty)
    const before = clock.now()
    expect((await pay("payment")).status).toBe("succeeded")
    expect(clock.now() - before).toBeLessThanOrEqual(4000)
  })

  it("whose row changes meanwhile decides again, and loses nothing", async () => {
    const { shop, customer, pay } = await openLoyalty()
    await Promise.all(Array.from({ length: 8 }, (_, n) => pay(`payment ${n}`, 100n)))
    expect(await shop.points.points({ customer })).toMatchObject({ left: 800n })
  })

  it("returns something else than changes: the payment is paid, and the job fails", async () => {
    const follower = { follow: () => "changes" } as unknown as ModuleFollower
    const module = defineModule({ ...definition, followers: [follower] })
    const { shop, customer, pay } = await openWith(module as unknown as typeof loyalty)
    expect((await pay("payment")).status).toBe("succeeded")
    expect(await shop.points.points({ customer })).toBeNull()
  })
})
