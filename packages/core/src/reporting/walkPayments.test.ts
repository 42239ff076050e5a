import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect, it } from "vitest"
import { type PageQuery, Storage } from "../platform/storage/Storage.ts"
import type { ReportedPaymentRecord } from "./ReportedPayment.ts"
import { walkPayments } from "./walkPayments.ts"

const scope = { tenant: "tenant_1", mode: "test" } as const

const idOf = (nth: number) => `payment_${`${nth}`.padStart(26, "0")}`

/** A walk over 5,000 payments, each of which takes some time to read. */
const walked = (msOfRow: number, matches = (_: ReportedPaymentRecord) => false) => {
  const limits: Array<number> = []
  const page = (_scope: unknown, _of: unknown, { limit, after }: PageQuery) =>
    Effect.gen(function* () {
      limits.push(limit)
      const first = after === undefined ? 5000 : Number(after.slice("payment_".length))
      yield* TestClock.adjust(limit * msOfRow)
      return Array.from({ length: limit }, (_, nth) => ({ row: { id: idOf(first - nth - 1) } }))
    })
  const walk = walkPayments({ scope, lead: { _tag: "Rows", where: {} }, matches, size: 20 })
  const run = walk.pipe(
    Effect.provideService(Storage, { page } as unknown as Storage["Service"]),
    Effect.provide(TestClock.layer())
  )
  return Effect.map(run, ({ rows, next }) => ({
    rows: rows.length,
    passed: limits.reduce((sum, limit) => sum + limit, 0),
    limits,
    next
  }))
}

const run = (msOfRow: number, matches?: (row: ReportedPaymentRecord) => boolean) =>
  Effect.runPromise(walked(msOfRow, matches))

describe("a walk over payments that don't match", () => {
  it("passes about a thousand, in larger steps while they are quick", async () => {
    const { passed, limits, next } = await run(0)
    expect(limits.slice(0, 5)).toEqual([21, 42, 84, 168, 250])
    expect(passed).toBeGreaterThanOrEqual(1000)
    expect(passed).toBeLessThan(1250)
    expect(next).toBe(idOf(5000 - passed))
  })

  it("takes smaller steps while they are slow, and ends after 80 ms", async () => {
    const { limits, next, passed } = await run(0.5)
    expect(Math.max(...limits)).toBe(21)
    expect(passed * 0.5).toBeGreaterThanOrEqual(80)
    expect(passed * 0.5).toBeLessThan(100)
    expect(next).toBe(idOf(5000 - passed))
  })

  it("reads one step at least, however slow it is", async () => {
    const { rows, limits, next } = await run(50)
    expect({ rows, limits, next }).toEqual({ rows: 0, limits: [21], next: idOf(4979) })
  })
})

it("a walk ends as soon as it has its page", async () => {
  const { rows, passed, next } = await run(0, () => true)
  expect({ rows, passed, next }).toEqual({ rows: 20, passed: 21, next: idOf(4980) })
})
