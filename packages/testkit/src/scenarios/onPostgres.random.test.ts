import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { hasPostgres } from "../postgres/postgresServer.ts"
import { openShop } from "./testing/openShop.ts"
import { runsOf } from "./testing/runsOf.ts"
import { postgresStorage } from "./testing/scenarioStorage.ts"
import { comeToRest, happen, happening, prepareCards } from "./testing/simulation.ts"

// `npm run test:postgres` runs all scenarios on PostgreSQL.
const seed = Number(process.env.SIMULATION_SEED ?? 20_261_123)
const times = Number(process.env.SIMULATION_TIMES ?? 1)
const on = hasPostgres ? "PostgreSQL" : "PostgreSQL (it is not installed here)"

describe.skipIf(!hasPostgres)(`after any steps of a shop on ${on}`, () => {
  it("every payment is settled once, and agrees with bank and ledger", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(happening, { minLength: 4, maxLength: 24, size: "max" }),
        async (happenings) => {
          const shop = await openShop({ seed: `${seed}`, storage: postgresStorage() })
          await prepareCards(shop, happenings)
          for (const what of happenings) await happen(shop, what)
          await comeToRest(shop)
          expect(await shop.audit()).toEqual([])
        }
      ),
      { numRuns: runsOf(8 * times), seed }
    ))
})
