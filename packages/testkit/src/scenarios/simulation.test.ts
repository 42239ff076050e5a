import fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import type { SandboxProviderOptions } from "../sandbox/SandboxProvider.ts"
import { openShop } from "./testing/openShop.ts"
import { comeToRest, type Happening, happen, happening, saveCards } from "./testing/simulation.ts"

const settled = new Set([
  "succeeded",
  "partially_captured",
  "partially_refunded",
  "refunded",
  "voided",
  "expired",
  "declined",
  "failed"
])

// A store that breaks is told of in the log, hundreds of times here.
beforeAll(() => {
  vi.spyOn(console, "log").mockReturnValue(undefined)
})
afterAll(() => {
  vi.restoreAllMocks()
})

const simulate = async (
  capabilities: SandboxProviderOptions["capabilities"],
  happenings: ReadonlyArray<Happening>
) => {
  const shop = await openShop(capabilities === undefined ? {} : { providers: [{ capabilities }] })
  await saveCards(shop)
  for (const what of happenings) await happen(shop, what)
  await comeToRest(shop)
  expect(await shop.audit()).toEqual([])
  return shop
}

// Other lives: SIMULATION_SEED=7 SIMULATION_TIMES=20 npx vitest run …/simulation.test.ts
const seed = Number(process.env.SIMULATION_SEED ?? 20_261_115)
const times = Number(process.env.SIMULATION_TIMES ?? 1)
const runs = (numRuns: number) => ({ numRuns: numRuns * times, seed })
const lives = fc.array(happening, { minLength: 4, maxLength: 24, size: "max" })

describe("whatever happens to a shop", () => {
  it("every payment comes to rest, once, and agrees with bank and ledger", () =>
    fc.assert(
      fc.asyncProperty(lives, async (happenings) => {
        const shop = await simulate(undefined, happenings)
        const payments = (await shop.shop().payments.list({ limit: 100 })).data
        expect(payments.map(({ status }) => status).filter((s) => !settled.has(s))).toEqual([])
      }),
      runs(150)
    ))

  it("a provider that de-duplicates nothing but can be asked charges nothing twice", () =>
    fc.assert(
      fc.asyncProperty(lives, async (happenings) => {
        await simulate({ dedupesForHours: 0 }, happenings)
      }),
      runs(75)
    ))

  it("a provider that can't be asked but de-duplicates charges nothing twice", () =>
    fc.assert(
      fc.asyncProperty(lives, async (happenings) => {
        await simulate({ lookup: false }, happenings)
      }),
      runs(75)
    ))
})
