import { sqlite } from "@payloom/adapter-sqlite"
import { defineModule, type ModuleFollower, type ModuleJob } from "@payloom/core"
import { Effect, Layer } from "effect"
import { describe, expect, it } from "vitest"
import { definition, type loyalty, openLoyalty, openWith } from "./testing/loyalty.ts"

const keyed = (idempotencyKey: string) => ({ idempotencyKey })

describe("a job of a module", () => {
  it("runs when it is due, and again at the time that it returns", async () => {
    const runs: Array<number> = []
    const recurring = {
      kind: "loyalty.expire",
      run: ({ now }: { readonly now: number }) => {
        runs.push(now)
        return runs.length < 3 ? { again: now + 60_000 } : {}
      }
    }
    const module = defineModule({ ...definition, jobs: [recurring] }) as unknown as typeof loyalty
    const { shop, clock, payloom, customer } = await openWith(module)
    const start = clock.now()
    await shop.points.grant({ customer, amount: 5n }, keyed("grant"))
    await clock.elapse(3_600_000, payloom)
    expect(runs.map((at) => at - start)).toEqual([1000, 61_000, 121_000])
  })

  it("that fails is tried again, and operators are alerted after six failures", async () => {
    let isBroken = true
    const alerts: Array<string> = []
    const failing = {
      kind: "loyalty.expire",
      run: () => {
        if (isBroken) throw new Error("I have a bug.")
        return {}
      }
    }
    const module = defineModule({ ...definition, jobs: [failing] }) as unknown as typeof loyalty
    const { shop, clock, payloom, customer } = await openWith(module, {
      onAlert: ({ event }) => alerts.push(event.type)
    })
    await shop.points.grant({ customer, amount: 5n }, keyed("grant"))
    await clock.elapse(3 * 86_400_000, payloom)
    expect(alerts).toEqual(["alert.job_failing"])
    isBroken = false
    await clock.elapse(86_400_000, payloom)
    const jobs = await Effect.runPromise(payloom.services.storage.jobKinds("loyalty."))
    expect(jobs).toEqual([])
  })

  it("that was scheduled before for the same subject moves to the new time", async () => {
    const { shop, clock, payloom, customer } = await openLoyalty()
    await shop.points.grant({ customer, amount: 5n }, keyed("one"))
    await clock.advance(600)
    await shop.points.grant({ customer, amount: 5n }, keyed("two"))
    await clock.elapse(600, payloom)
    expect(await shop.points.points({ customer })).toMatchObject({ left: 10n })
    await clock.elapse(500, payloom)
    expect(await shop.points.points({ customer })).toBeNull()
  })

  it("that schedules itself runs again, as if it had returned the time", async () => {
    const runs: Array<number> = []
    const recurring: ModuleJob = {
      kind: "loyalty.expire",
      run: async (context, subject) => {
        runs.push(context.now)
        const next = context.now + 60_000
        return runs.length < 3
          ? { changes: [await context.schedule(recurring, subject, next)] }
          : { changes: [await context.unschedule(recurring, subject)] }
      }
    }
    const module = defineModule({ ...definition, jobs: [recurring] }) as unknown as typeof loyalty
    const { shop, clock, payloom, customer } = await openWith(module)
    const start = clock.now()
    await shop.points.grant({ customer, amount: 5n }, keyed("grant"))
    await clock.elapse(3_600_000, payloom)
    expect(runs.map((at) => at - start)).toEqual([1000, 61_000, 121_000])
  })

  it("that always runs again at once pauses for a second, so others get their turn", async () => {
    const runs: Array<number> = []
    const restless: ModuleJob = {
      kind: "loyalty.expire",
      run: ({ now }) => {
        runs.push(now)
        return { again: 0 }
      }
    }
    const module = defineModule({ ...definition, jobs: [restless] }) as unknown as typeof loyalty
    const { shop, clock, payloom, customer } = await openWith(module)
    const start = clock.now()
    await shop.points.grant({ customer, amount: 5n }, keyed("grant"))
    await clock.elapse(3500, payloom)
    expect(runs.map((at) => at - start)).toEqual([1000, 2000, 3000])
  })

  it("that returns no time at which it can run fails, and is tried again", async () => {
    let again = Number.NaN
    const confused: ModuleJob = {
      kind: "loyalty.expire",
      run: () => (Number.isNaN(again) ? { again } : {})
    }
    const module = defineModule({ ...definition, jobs: [confused] }) as unknown as typeof loyalty
    const { shop, clock, payloom, customer } = await openWith(module, {
      storage: Layer.orDie(sqlite(":memory:"))
    })
    await shop.points.grant({ customer, amount: 5n }, keyed("grant"))
    await clock.elapse(2000, payloom)
    expect(await Effect.runPromise(payloom.services.storage.jobKinds("loyalty."))).toHaveLength(1)
    again = 0
    await clock.elapse(3_600_000, payloom)
    expect(await Effect.runPromise(payloom.services.storage.jobKinds("loyalty."))).toEqual([])
  })

  it("that one decision schedules twice has the later time of both calls", async () => {
    const runs: Array<number> = []
    const job: ModuleJob = {
      kind: "loyalty.expire",
      run: ({ now }) => {
        runs.push(now)
        return {}
      }
    }
    const follower: ModuleFollower = {
      follow: async (context) => [
        await context.schedule(job, "all", context.now + 5000),
        await context.schedule(job, "all", context.now + 9000)
      ]
    }
    const module = defineModule({ ...definition, jobs: [job], followers: [follower] })
    const { clock, payloom, pay } = await openWith(module as unknown as typeof loyalty)
    const start = clock.now()
    await pay("payment")
    await clock.elapse(60_000, payloom)
    expect(runs.map((at) => at - start)).toEqual([9000])
  })
})
