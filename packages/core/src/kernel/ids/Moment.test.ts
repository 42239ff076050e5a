import { Context, Effect, Layer } from "effect"
import { decodeTime } from "ulid"
import { describe, expect, it } from "vitest"
import { minuteMs } from "../primitives/durations.ts"
import { Entropy } from "./Entropy.ts"
import { Ids } from "./Moment.ts"

const noon = Date.parse("2026-11-15T12:00:00Z")

const openIds = () => {
  const layer = Layer.provide(Ids.layer, Entropy.seeded("ids"))
  const built = Effect.runSync(Effect.scoped(Layer.build(layer)))
  const { at } = Context.get(built, Ids)
  return { at, mint: (now: number) => at(now)("event") }
}

const timeOf = (id: string) => decodeTime(id.slice(id.indexOf("_") + 1))

const sorted = (ids: ReadonlyArray<string>) => ids.toSorted()

describe("ids", () => {
  it("sort in the order of their creation, also within a millisecond", () => {
    const { mint } = openIds()
    const ids = [0, 0, 0, 1, 1, 500].map((ms) => mint(noon + ms))
    expect(ids).toEqual(sorted(ids))
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.map((id) => timeOf(id) - noon)).toEqual([0, 0, 0, 1, 1, 500])
  })

  it("sort in that order while the clock is up to a minute behind", () => {
    const { mint } = openIds()
    const ids = [0, -1, -minuteMs, -30_000, 1].map((ms) => mint(noon + ms))
    expect(ids).toEqual(sorted(ids))
    expect(ids.map((id) => timeOf(id) - noon)).toEqual([0, 0, 0, 0, 1])
  })

  it("follow the clock again if it goes back further, and sort by it from then on", () => {
    const { mint } = openIds()
    const ahead = mint(noon + 3_600_000)
    const ids = [0, 0, -1, 1].map((ms) => mint(noon + ms))
    expect(ids).toEqual(sorted(ids))
    expect(ids.map((id) => timeOf(id) - noon)).toEqual([0, 0, 0, 1])
    expect(ahead > (ids.at(-1) ?? "")).toBe(true)
  })

  it("of a moment from before the clock went back keep its time, and don't affect others", () => {
    const { at, mint } = openIds()
    const before = at(noon + 3_600_000)
    const first = before("event")
    mint(noon)
    expect([timeOf(before("event")) - noon, first < before("event")]).toEqual([3_600_000, true])
    expect(timeOf(mint(noon + 1)) - noon).toBe(1)
  })

  it("of a moment that took longer than a minute don't count as a step back of the clock", () => {
    const { at, mint } = openIds()
    const slow = at(noon)
    const ids = [mint(noon + 5 * minuteMs), slow("event"), mint(noon + 5 * minuteMs)]
    expect(ids).toEqual(sorted(ids))
  })

  it("stay unique if the clock passes the same time twice", () => {
    const { mint } = openIds()
    const ids = Array.from({ length: 1000 }, (_, n) => mint(noon + (n % 2) * 2 * minuteMs))
    expect(new Set(ids).size).toBe(ids.length)
  })
})
