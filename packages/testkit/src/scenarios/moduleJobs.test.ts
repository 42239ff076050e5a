import { defineModule } from "@payloom/core"
import { Effect } from "effect"
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
})
