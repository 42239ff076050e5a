import { moveTenant } from "@payloom/cells"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { mortalStorage } from "../faults/mortalStorage.ts"
import { openShop, type Shop } from "./testing/openShop.ts"
import { runsOf } from "./testing/runsOf.ts"
import { movableCells } from "./testing/scenarioStorage.ts"
import { comeToRest, happen, happening, prepareCards } from "./testing/simulation.ts"

const seed = Number(process.env.SIMULATION_SEED ?? 20_261_127)
const times = Number(process.env.SIMULATION_TIMES ?? 1)

/** The commit at which a mover dies, in one of its storages. */
const death = fc.record({
  place: fc.constantFrom("directory", "a", "b"),
  commit: fc.integer({ min: 1, max: 12 }),
  fault: fc.constantFrom("dies_before", "dies_after")
})

type Death = typeof death extends fc.Arbitrary<infer One> ? One : never

type Storages = ReturnType<typeof movableCells>["storages"]

/** Moves the shop to a cell. Ends also if the mover dies. */
const moveOnce = async (shop: Shop, storages: Storages, to: string, dies: Death | null) => {
  const mortal = {
    directory: mortalStorage(storages.directory),
    a: mortalStorage(storages.cells.a),
    b: mortalStorage(storages.cells.b)
  }
  if (dies !== null) {
    const { place, commit, fault } = dies
    mortal[place as keyof typeof mortal].meet((nth) => (nth === commit ? fault : undefined))
  }
  const { tenant } = shop.shop().scope
  const { directory, a, b } = mortal
  const moving = shop.run(
    moveTenant({ directory: directory.layer, cells: { a: a.layer, b: b.layer } }, { tenant, to })
  )
  const isDead = () => [directory, a, b].some((each) => each.isDead())
  const over = new Promise<"died">((resolve) => {
    const look = setInterval(() => {
      if (isDead()) resolve("died")
    }, 20)
    moving.finally(() => clearInterval(look)).catch(() => undefined)
  })
  return Promise.race([moving, over])
}

describe("after any steps of a shop that moves between two cells", () => {
  it("every payment is settled once, and earlier answers and cursors are as before", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(happening, { minLength: 10, maxLength: 24, size: "max" }),
        fc.array(fc.option(death), { minLength: 2, maxLength: 3 }),
        async (happenings, deaths) => {
          const { storage, storages } = movableCells()
          const shop = await openShop({ seed: `${seed}`, storage })
          await prepareCards(shop, happenings)
          const first = await shop.pay("approved", {}, "first")
          await shop.pay("approved", {}, "second")
          const page = await shop.shop().payments.list({ limit: 1 })
          await moveOnce(shop, storages, "b", null)
          await moveOnce(shop, storages, "a", null)
          expect(await shop.pay("approved", {}, "first")).toEqual(first)
          const after = page.nextCursor ?? ""
          const { data } = await shop.shop().payments.list({ limit: 1, startingAfter: after })
          expect(data.map(({ id }) => id)).toEqual([first.id])
          let isOver = false
          const moving = (async () => {
            for (const [nth, dies] of deaths.entries()) {
              const to = nth % 2 === 0 ? "b" : "a"
              const isDone = await moveOnce(shop, storages, to, dies)
              if (isDone === "died") await moveOnce(shop, storages, to, null)
            }
            isOver = true
          })()
          for (let nth = 0; nth < happenings.length || !isOver; nth++) {
            const what = happenings[nth]
            if (what !== undefined) await happen(shop, what)
            await new Promise((resolve) => setTimeout(resolve, 40))
          }
          await moving
          await comeToRest(shop)
          expect(await shop.audit()).toEqual([])
        }
      ),
      { numRuns: runsOf(20 * times), seed, endOnFailure: true }
    ))
})
