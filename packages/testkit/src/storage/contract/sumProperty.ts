import assert from "node:assert/strict"
import { insert, type Scope, type SumQuery } from "@payloom/core"
import { Effect } from "effect"
import fc from "fast-check"
import { endOf } from "./expectations.ts"
import type { StorageService } from "./StorageRule.ts"
import { everything, folded, type Slip, Slips, slip, totals } from "./summedRows.ts"

const runs = 80

const key = fc.constantFrom("a", "a b", "b", "c")
const place = fc.constantFrom("", "1", "2", "3")
const addition = fc
  .record({ key, place, amount: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }) })
  .map((made) => ({ ...made }))

/** There are few ids and names, so many commits conflict. */
const made = fc
  .record({
    number: fc.nat({ max: 30 }),
    adds: fc.array(addition, { maxLength: 3 }),
    name: fc.option(fc.constantFrom("x", "y", "z"), { nil: null })
  })
  .map(({ number, adds, name }) => slip(number, adds, name))

const query: fc.Arbitrary<SumQuery> = fc
  .record(
    { keyFrom: key, keyTo: key, placeFrom: place, placeBefore: place },
    { requiredKeys: ["keyFrom", "keyTo"] }
  )
  .map((asked) => ({ ...asked }))

const history = fc.record({
  commits: fc.array(
    fc.record({ scope: fc.nat({ max: 1 }), slips: fc.array(made, { minLength: 1, maxLength: 4 }) }),
    { maxLength: 12 }
  ),
  queries: fc.array(query, { minLength: 1, maxLength: 5 })
})

/** Checks that all sums are those of the committed rows, after any commits and refusals. */
export const sumsAgree = (storage: StorageService): Promise<void> => {
  let run = 0
  const property = fc.asyncProperty(history, async ({ commits, queries }) => {
    run += 1
    const scopes: ReadonlyArray<Scope> = [
      { tenant: `summed ${run}`, mode: "test" },
      { tenant: `summed ${run}`, mode: "live" }
    ]
    const there = scopes.map((): Array<Slip> => [])
    for (const { scope: nth, slips } of commits) {
      const scope = scopes[nth] as Scope
      const changes = slips.map((row) => insert(scope, Slips, row))
      const end = await Effect.runPromise(endOf(storage, changes))
      if (end === "committed") there[nth]?.push(...slips)
    }
    for (const [nth, scope] of scopes.entries()) {
      for (const asked of [everything, ...queries]) {
        const found = await Effect.runPromise(totals(storage, asked, scope))
        assert.deepEqual(Object.entries(found), Object.entries(folded(there[nth] ?? [], asked)))
      }
    }
  })
  return fc.assert(property, { numRuns: runs })
}
