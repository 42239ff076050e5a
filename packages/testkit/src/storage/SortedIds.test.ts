import fc from "fast-check"
import { describe, expect, it, vi } from "vitest"
import { type IdRange, mergeWalks, SortedIds } from "./SortedIds.ts"

const id = fc.nat({ max: 60 }).map((number) => number.toString().padStart(2, "0"))

/** Generates ids that are added and removed, any of them several times. */
const mostly = (what: "add" | "remove") =>
  fc.array(fc.tuple(fc.constantFrom(what, what, what, "add", "remove"), id), { maxLength: 120 })
const changes = fc
  .tuple(mostly("add"), mostly("remove"), mostly("add"))
  .map((parts) => parts.flat())

const range: fc.Arbitrary<IdRange> = fc.record(
  { after: id, idFrom: id, idTo: id, order: fc.constantFrom("asc", "desc") },
  { requiredKeys: ["order"] }
)

/** Walks a plain sorted array. */
const plainWalk = (ids: Iterable<string>, { after, idFrom, idTo, order }: IdRange) => {
  const sorted = [...ids].sort()
  if (order === "desc") sorted.reverse()
  return sorted.filter(
    (each) =>
      (after === undefined || (order === "asc" ? each > after : each < after)) &&
      (idFrom === undefined || each >= idFrom) &&
      (idTo === undefined || each <= idTo)
  )
}

/** Applies the same changes to both. */
const changed = (
  longestChunk: number | undefined,
  made: ReadonlyArray<readonly [string, string]>
) => {
  const ids = new SortedIds(longestChunk)
  const plain = new Set<string>()
  for (const [what, each] of made) {
    if (what === "add") {
      ids.add(each)
      plain.add(each)
    } else {
      ids.remove(each)
      plain.delete(each)
    }
    expect(ids.size).toBe(plain.size)
  }
  return { ids, plain }
}

describe("sorted ids", () => {
  it("walk like a plain sorted array after any adds and removals, in chunks of any size", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        changes,
        fc.array(range, { minLength: 5, maxLength: 20 }),
        (longestChunk, made, ranges) => {
          const { ids, plain } = changed(longestChunk, made)
          for (const order of ["asc", "desc"] as const) {
            expect([...ids.walk({ order })]).toEqual(plainWalk(plain, { order }))
          }
          for (const each of ranges) expect([...ids.walk(each)]).toEqual(plainWalk(plain, each))
        }
      ),
      { numRuns: 500 }
    )
  })

  it("hold thousands, added and removed in any order", () => {
    const numbers = fc.uniqueArray(fc.nat({ max: 99_999 }), { minLength: 3_000, maxLength: 5_000 })
    fc.assert(
      fc.property(numbers, fc.nat({ max: 99_999 }), (all, from) => {
        const texts = all.map((number) => number.toString().padStart(5, "0"))
        const kept = texts.filter((_, nth) => nth % 3 !== 0)
        const removed = texts.filter((_, nth) => nth % 3 === 0)
        const { ids, plain } = changed(undefined, [
          ...texts.map((each) => ["add", each] as const),
          ...removed.map((each) => ["remove", each] as const)
        ])
        const after = { order: "asc", after: from.toString().padStart(5, "0") } as const
        expect([...ids.walk({ order: "asc" })]).toEqual(kept.toSorted())
        expect([...ids.walk(after)]).toEqual(plainWalk(plain, after))
      }),
      // With thousands of ids, shrinking takes minutes.
      { numRuns: 5, endOnFailure: true }
    )
  })

  it("merge their walks into one", () => {
    fc.assert(
      fc.property(fc.uniqueArray(id), fc.nat({ max: 4 }), range, (texts, lists, each) => {
        const walks = Array.from({ length: lists + 1 }, (_, list) => {
          const ids = new SortedIds(3)
          for (const [nth, text] of texts.entries()) if (nth % (lists + 1) === list) ids.add(text)
          return ids.walk(each)
        })
        expect([...mergeWalks(walks, each.order)]).toEqual(plainWalk(texts, each))
      })
    )
  })

  it("move few other ids when many are added at the same place in the middle", () => {
    const ids = new SortedIds()
    const text = (number: number) => number.toString().padStart(6, "0")
    for (let number = 0; number < 20_000; number++) ids.add(text(number))
    for (let number = 90_000; number < 100_000; number++) ids.add(text(number))
    let most = 0
    const splice = Array.prototype.splice
    vi.spyOn(Array.prototype, "splice").mockImplementation(function (
      this: Array<unknown>,
      ...how: Parameters<typeof splice>
    ) {
      most = Math.max(most, this.length - how[0])
      return splice.apply(this, how)
    })
    for (let number = 59_999; number >= 40_000; number--) ids.add(text(number))
    vi.restoreAllMocks()
    expect(ids.size).toBe(50_000)
    expect(most).toBeLessThan(1_100)
  })
})
