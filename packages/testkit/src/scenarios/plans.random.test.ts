import { type CreatePlan, PlanCollection, type SupersedePlan } from "@payloom/core"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { everyRow } from "../audit/everyRow.ts"
import { auditedShops } from "./testing/auditedShops.ts"
import { openRace } from "./testing/openRace.ts"
import { type Shop, second } from "./testing/openShop.ts"
import { runsOf } from "./testing/runsOf.ts"

const open = auditedShops()

const monthly: CreatePlan = {
  name: "Monthly",
  amount: 1250n,
  currency: "EUR",
  interval: { unit: "month", count: 1 }
}

const whole: CreatePlan = {
  ...monthly,
  trial: { days: 14, amount: 100n },
  setupFee: 500n,
  endAfterCycles: 12,
  metadata: { shelf: "top", note: "old" }
}

/** Opens a shop with a plan, and a function to supersede it. */
const openWith = async (input: CreatePlan) => {
  const shop = await open()
  const { plans } = shop.shop()
  const plan = await plans.create(input, { idempotencyKey: "plan" })
  let keys = 0
  const supersede = (changes: SupersedePlan, id: string = plan.id) => {
    keys += 1
    return plans.supersede(id, changes, { idempotencyKey: `supersede ${keys}` })
  }
  return { shop, plans, plan, supersede }
}

const rowsOf = (shop: Shop) => shop.run(everyRow(shop.storage, shop.shop().scope, PlanCollection))

describe("superseding a plan", () => {
  it("creates an active plan with the next version, and keeps all fields that are not given", async () => {
    const { shop, plans, plan, supersede } = await openWith(whole)
    await shop.clock.advance(second)
    const successor = await supersede({ amount: 1500n })
    expect(successor).toEqual({
      ...plan,
      id: successor.id,
      amount: 1500n,
      version: 2,
      created: shop.clock.now()
    })
    expect(successor.id).not.toBe(plan.id)
    expect(await plans.retrieve(successor.id)).toEqual(successor)
  })

  it("makes the old plan grandfathered, and changes nothing else of it", async () => {
    const { plans, plan, supersede } = await openWith(whole)
    await supersede({ ...monthly, name: "New", amount: 1n, currency: "USD" })
    expect(await plans.retrieve(plan.id)).toEqual({ ...plan, status: "grandfathered" })
  })

  it("stores which plan the new one replaced", async () => {
    const { shop, plan, supersede } = await openWith(monthly)
    const second = await supersede({ amount: 1500n })
    const third = await supersede({ amount: 1750n }, second.id)
    const rows = await rowsOf(shop)
    expect(
      rows.map(({ id, version, supersedes, status }) => [id, version, supersedes, status])
    ).toEqual([
      [plan.id, 1, null, "grandfathered"],
      [second.id, 2, plan.id, "grandfathered"],
      [third.id, 3, second.id, "active"]
    ])
  })

  it("changes every term that is given", async () => {
    const { supersede } = await openWith(whole)
    const changes: SupersedePlan = {
      name: "Daily",
      amount: 50n,
      currency: "USD",
      interval: { unit: "day", count: 2 },
      trial: { days: 3, amount: 5n },
      setupFee: 7n,
      endAfterCycles: 9
    }
    expect(await supersede(changes)).toMatchObject(changes)
  })

  it("clears trial, setup fee and end by null, and a trial without an amount is free", async () => {
    const { supersede } = await openWith(whole)
    const none = { trial: null, setupFee: null, endAfterCycles: null }
    const successor = await supersede(none)
    expect(successor).toMatchObject(none)
    expect((await supersede({ trial: { days: 3 } }, successor.id)).trial).toEqual({
      days: 3,
      amount: 0n
    })
  })

  it("changes the given metadata keys, and an empty value removes its key", async () => {
    const { supersede } = await openWith(whole)
    const { metadata } = await supersede({ metadata: { note: "", since: "2026" } })
    expect(metadata).toEqual({ shelf: "top", since: "2026" })
  })

  it("is refused for an inactive plan, which takes no new subscribers", async () => {
    const { plans, plan, supersede } = await openWith(monthly)
    const { id } = await supersede({})
    await plans.update(id, { status: "retired" }, { idempotencyKey: "retire" })
    for (const [refused, status] of [
      [plan.id, "grandfathered"],
      [id, "retired"]
    ] as const) {
      await expect(supersede({ amount: 1n }, refused)).rejects.toMatchObject({
        _tag: "PlanRetired",
        plan: refused,
        status
      })
    }
    expect((await plans.list()).data).toHaveLength(2)
  })

  it("is allowed for a retired plan when it is active again", async () => {
    const { plans, plan, supersede } = await openWith(monthly)
    await plans.update(plan.id, { status: "retired" }, { idempotencyKey: "retire" })
    await expect(supersede({})).rejects.toMatchObject({ _tag: "PlanRetired" })
    await plans.update(plan.id, { status: "active" }, { idempotencyKey: "sell" })
    expect(await supersede({})).toMatchObject({ version: 2, status: "active" })
  })

  it("is refused for an unknown plan, and for one of another tenant or mode", async () => {
    const { shop, plan } = await openWith(monthly)
    const { payloom } = shop.process()
    const { id: tenant } = await payloom.tenants.create({
      displayName: "Another",
      defaultCurrency: "EUR"
    })
    const { scope } = shop.shop()
    for (const [merchant, id] of [
      [shop.shop(), `plan_${"0".repeat(26)}`],
      [payloom.merchant({ tenant, mode: "test" }), plan.id],
      [payloom.merchant({ ...scope, mode: "live" }), plan.id]
    ] as const) {
      const call = merchant.plans.supersede(id, {}, { idempotencyKey: "supersede" })
      await expect(call).rejects.toMatchObject({ _tag: "ResourceNotFound", object: "plan", id })
    }
    expect(await shop.shop().plans.retrieve(plan.id)).toEqual(plan)
  })

  it("validates its input and the resulting plan, and names the field", async () => {
    const { plans, plan, supersede } = await openWith({ ...monthly, setupFee: 5n })
    const wrong: ReadonlyArray<readonly [string, string, object]> = [
      ["amount_invalid_format", "amount", { amount: -1n }],
      ["amount_invalid_format", "amount", { amount: 12.5 }],
      ["amount_invalid_format", "setupFee", { setupFee: -1n }],
      ["amount_invalid_format", "trial.amount", { trial: { days: 1, amount: -1n } }],
      ["amount_too_large", "setupFee", { amount: 10n ** 15n - 1n }],
      ["currency_unsupported", "currency", { currency: "CHF" }],
      ["parameter_invalid", "interval.unit", { interval: { unit: "hour", count: 1 } }],
      ["parameter_invalid", "interval.count", { interval: { unit: "day", count: 0 } }],
      ["parameter_invalid", "trial.days", { trial: { days: 0 } }],
      ["parameter_invalid", "endAfterCycles", { endAfterCycles: 0 }],
      ["parameter_invalid", "name", { name: null }],
      ["parameter_unknown", "status", { status: "retired" }]
    ]
    for (const [code, param, changes] of wrong) {
      await expect(supersede(changes as SupersedePlan)).rejects.toMatchObject({
        _tag: "InvalidInput",
        code,
        param
      })
    }
    expect((await plans.list()).data).toEqual([plan])
  })

  it("answers once per idempotency key, and keeps the key of a refused call free", async () => {
    const { plans, plan } = await openWith(monthly)
    const once = { idempotencyKey: "once" }
    const first = await plans.supersede(plan.id, { amount: 1n }, once)
    expect(await plans.supersede(plan.id, { amount: 1n }, once)).toEqual(first)
    await expect(plans.supersede(plan.id, { amount: 2n }, once)).rejects.toMatchObject({
      _tag: "IdempotencyMismatch"
    })
    const late = { idempotencyKey: "late" }
    for (const _tag of ["PlanRetired", "IdempotencyKeyInFlight"]) {
      await expect(plans.supersede(plan.id, {}, late)).rejects.toMatchObject({ _tag })
    }
    expect((await plans.list()).data).toHaveLength(2)
  })
})

describe("a plan that is superseded and changed at once by two processes", () => {
  it("has at most one successor, and loses no change", () =>
    fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.gen(), async (scheduler, g) => {
        const { shop, processes, run } = await openRace(scheduler)
        const { id } = await shop.shop().plans.create(monthly, { idempotencyKey: "plan" })
        const racers = g(
          fc.array,
          fc.record({
            process: fc.constantFrom(0 as const, 1 as const),
            way: fc.constantFrom("supersede" as const, "supersede" as const, "note" as const)
          }),
          { minLength: 2, maxLength: 5 }
        )
        const outcomes = await run(
          racers.map(({ process, way }, key) => () => {
            const { plans } = processes[process].merchant
            const options = { idempotencyKey: `${key}` }
            return way === "supersede"
              ? plans.supersede(id, { amount: BigInt(key) }, options)
              : plans.update(id, { metadata: { [`key ${key}`]: "kept" } }, options)
          })
        )
        const refusals = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason] : []))
        const asked = racers.filter(({ way }) => way === "supersede").length
        expect(refusals.map(({ _tag }) => _tag)).toEqual(
          Array.from({ length: Math.max(asked - 1, 0) }, () => "PlanRetired")
        )
        const [plan, ...successors] = await rowsOf(shop)
        expect(successors.map(({ supersedes, version }) => [supersedes, version])).toEqual(
          asked === 0 ? [] : [[id, 2]]
        )
        expect(plan?.status).toBe(asked === 0 ? "active" : "grandfathered")
        expect(Object.keys(plan?.metadata ?? {})).toHaveLength(racers.length - asked)
        expect(await shop.audit()).toEqual([])
      }),
      { numRuns: runsOf(100), seed: 20_261_122 }
    ))
})
