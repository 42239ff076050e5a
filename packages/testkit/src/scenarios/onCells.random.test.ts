import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { openShop } from "./testing/openShop.ts"
import { runsOf } from "./testing/runsOf.ts"
import { cellsInMemory } from "./testing/scenarioStorage.ts"
import { comeToRest, happen, happening, prepareCards } from "./testing/simulation.ts"

// `npm run test:cells` runs all scenarios over cells.
const seed = Number(process.env.SIMULATION_SEED ?? 20_261_126)
const times = Number(process.env.SIMULATION_TIMES ?? 1)

describe("after any steps of a shop in one of two cells", () => {
  it("every payment is settled once, and agrees with bank and ledger", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(happening, { minLength: 4, maxLength: 24, size: "max" }),
        async (happenings) => {
          const shop = await openShop({ seed: `${seed}`, storage: cellsInMemory() })
          await prepareCards(shop, happenings)
          for (const what of happenings) await happen(shop, what)
          await comeToRest(shop)
          expect(await shop.audit()).toEqual([])
        }
      ),
      { numRuns: runsOf(40 * times), seed }
    ))
})
