import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { anyAmount, anyCard, anyCustomer, anyFault, anyFaultPlan } from "./arbitraries.ts"
import { faultNames } from "./faults/faultPlan.ts"
import { testCardNames } from "./sandbox/testCards.ts"
import { type CardDeed, testCardsThat } from "./sandbox/testCardsThat.ts"
import { openShop } from "./scenarios/testing/openShop.ts"

const runs = { numRuns: 200, seed: 20_261_122 }

describe("the test cards by behavior", () => {
  it("are all test cards, each once", () => {
    expect(Object.values(testCardsThat).flat().sort()).toEqual([...testCardNames].sort())
  })

  it.each<[CardDeed, ReadonlyArray<string>]>([
    ["approve", ["succeeded"]],
    ["decline", ["declined"]],
    ["cascade", ["succeeded"]],
    ["fail_everywhere", ["declined", "failed"]],
    ["leave_doubt", ["processing"]],
    ["take_time", ["processing", "succeeded"]],
    ["charge_otherwise", ["processing"]],
    ["trip_captures", ["succeeded"]],
    ["trip_voids", ["succeeded"]],
    ["trip_refunds", ["succeeded"]]
  ])("behave as their list says: those that %s leave a payment %j", async (deed, statuses) => {
    const shop = await openShop()
    for (const card of testCardsThat[deed]) {
      const { status, attempts } = await shop.pay(card)
      expect([card, statuses.includes(status)]).toEqual([card, true])
      const isOnAll = deed === "cascade" || deed === "fail_everywhere"
      expect([card, attempts.length]).toEqual([card, isOnAll ? 2 : 1])
    }
  })
})

describe("any card", () => {
  it("has one of the given behaviors", () => {
    const wanted = [...testCardsThat.approve, ...testCardsThat.leave_doubt]
    const drawn = fc.sample(anyCard("approve", "leave_doubt"), runs)
    expect(new Set(drawn)).toEqual(new Set(wanted))
    expect(new Set(fc.sample(anyCard(), { ...runs, numRuns: 2000 }))).toEqual(
      new Set(testCardNames)
    )
  })
})

describe("any amount", () => {
  it.each([
    ["EUR", 1_000_000n],
    ["JPY", 1_000_000n],
    ["KWD", 10_000_000n]
  ])("of %s is from 1 to %s minor units, and mostly a small one", (currency, most) => {
    const drawn = fc.sample(anyAmount(currency), runs)
    expect(drawn.every((amount) => amount >= 1n && amount <= most)).toBe(true)
    expect(drawn).toContain(1n)
    expect(drawn).toContain(most)
    expect(drawn.filter((amount) => amount <= most / 100n).length).toBeGreaterThan(100)
  })

  it("stays within the given bounds", () => {
    const drawn = fc.sample(anyAmount("EUR", { min: 50n, max: 60n }), runs)
    expect(drawn.every((amount) => amount >= 50n && amount <= 60n)).toBe(true)
  })
})

describe("any customer", () => {
  it("is accepted by an engine", async () => {
    const shop = await openShop()
    await fc.assert(
      fc.asyncProperty(anyCustomer(), fc.uuid(), async (customer, idempotencyKey) => {
        const made = await shop.shop().customers.create(customer, { idempotencyKey })
        expect(made).toMatchObject(customer)
      }),
      runs
    )
  })
})

describe("any plan of faults", () => {
  it("has all kinds of faults, or only the given ones", () => {
    const drawn = fc.sample(anyFault(), { ...runs, numRuns: 5000 })
    const all = Object.entries(faultNames).flatMap(([of, names]) => names.map((n) => `${of} ${n}`))
    expect(new Set(drawn.map(({ of, meets }) => `${of} ${meets}`))).toEqual(new Set(all))
    const few = fc.sample(anyFaultPlan({ of: ["charge", "commit"], within: 2, most: 3 }), runs)
    expect(Math.max(...few.map((plan) => plan.length))).toBe(3)
    const of = (subject: string) => few.flat().filter((fault) => fault.of === subject)
    expect(of("charge").length + of("commit").length).toBe(few.flat().length)
    expect(Math.max(...of("charge").map(({ nth }) => nth))).toBe(2)
    expect(Math.max(...of("commit").map(({ nth }) => nth))).toBe(8)
  })

  it("is a plain value that can be printed and read back", () => {
    fc.assert(
      fc.property(anyFaultPlan(), (plan) => {
        expect(JSON.parse(JSON.stringify(plan))).toEqual(plan)
      }),
      runs
    )
  })

  it("shrinks to the one fault that matters", () => {
    const { counterexample } = fc.check(
      fc.property(anyFaultPlan(), (plan) => !plan.some(({ meets }) => meets === "dies_after")),
      runs
    )
    expect(counterexample).toEqual([[{ of: "commit", nth: 1, meets: "dies_after" }]])
  })
})
