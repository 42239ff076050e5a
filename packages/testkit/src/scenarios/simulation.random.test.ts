import { type Collection, collections, type Row } from "@payloom/core"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { everyRow } from "../audit/everyRow.ts"
import { refusingAccount, sandboxAccounts } from "../sandbox/sandboxAccounts.ts"
import { capabilitiesOf, type SandboxProviderOptions } from "../sandbox/sandboxCapabilities.ts"
import type { ShopOptions } from "./testing/ground.ts"
import { openShop, type Shop } from "./testing/openShop.ts"
import { runsOf } from "./testing/runsOf.ts"
import {
  comeToRest,
  type Happening,
  happen,
  happening,
  prepareCards
} from "./testing/simulation.ts"

const settled = new Set([
  "succeeded",
  "partially_captured",
  "partially_refunded",
  "refunded",
  "voided",
  "expired",
  "declined",
  "failed",
  "canceled"
])
const over = new Set(["succeeded", "failed", "expired", "canceled"])

// For other simulations: SIMULATION_SEED=7 SIMULATION_TIMES=20 npx vitest run …/simulation.test.ts
const seed = Number(process.env.SIMULATION_SEED ?? 20_261_115)
const times = Number(process.env.SIMULATION_TIMES ?? 1)
const runs = (numRuns: number) => ({ numRuns: runsOf(numRuns * times), seed })
const lives = fc.array(happening, { minLength: 4, maxLength: 24, size: "max" })

interface SimulationOptions {
  readonly chance?: string
  readonly accounts?: ShopOptions["accounts"]
}

/** Runs one simulation. The seed alone decides all randomness, ids included. */
const simulate = async (
  provider: SandboxProviderOptions,
  happenings: ReadonlyArray<Happening>,
  { chance = `${seed}`, accounts }: SimulationOptions = {}
) => {
  const { methods } = capabilitiesOf(provider)
  const shop = await openShop({
    providers: [provider],
    seed: chance,
    methods: methods as NonNullable<ShopOptions["methods"]>,
    ...(accounts === undefined ? {} : { accounts })
  })
  await prepareCards(shop, happenings)
  for (const what of happenings) await happen(shop, what)
  await comeToRest(shop)
  expect(await shop.audit()).toEqual([])
  return shop
}

/** Returns all stored rows of a shop, and the bank's records. */
const leftBy = async (shop: Shop) => {
  const { tenant } = shop.shop().scope
  const rows: Array<Row> = []
  for (const mode of ["test", "live"] as const) {
    for (const of of collections as ReadonlyArray<Collection<Row>>) {
      rows.push(...(await shop.run(everyRow(shop.storage, { tenant, mode }, of))))
    }
  }
  return { rows, charges: await shop.run(shop.box.bank.charges()) }
}

describe("after any steps of a shop", () => {
  it("every payment is settled once, and agrees with bank and ledger", () =>
    fc.assert(
      fc.asyncProperty(lives, async (happenings) => {
        const shop = await simulate({}, happenings)
        const payments = (await shop.shop().payments.list({ limit: 100 })).data
        expect(payments.map(({ status }) => status).filter((s) => !settled.has(s))).toEqual([])
        const sessions = (await shop.shop().checkout.list({ limit: 100 })).data
        expect(sessions.map(({ status }) => status).filter((s) => !over.has(s))).toEqual([])
      }),
      runs(150)
    ))

  it("a provider with lookups and without de-duplication charges nothing twice", () =>
    fc.assert(
      fc.asyncProperty(lives, async (happenings) => {
        await simulate({ capabilities: { dedupesForHours: 0 } }, happenings)
      }),
      runs(75)
    ))

  it("a provider without lookups and with de-duplication charges nothing twice", () =>
    fc.assert(
      fc.asyncProperty(lives, async (happenings) => {
        await simulate({ capabilities: { lookup: false } }, happenings)
      }),
      runs(75)
    ))

  it("a provider that resumes charges, beside an account that refuses, charges nothing twice", () =>
    fc.assert(
      fc.asyncProperty(lives, fc.boolean(), async (happenings, lookup) => {
        const provider = { payerResult: "return_data", capabilities: { lookup } } as const
        const { primary, secondary } = sandboxAccounts
        await simulate(provider, happenings, { accounts: [refusingAccount, primary, secondary] })
      }),
      runs(75)
    ))

  it("a provider without lookups and with notifications charges nothing twice", () =>
    fc.assert(
      fc.asyncProperty(lives, async (happenings) => {
        await simulate({ capabilities: { lookup: false, notifications: true } }, happenings)
      }),
      runs(40)
    ))

  it("the same seed leaves the same rows, and another seed other ids", () =>
    fc.assert(
      fc.asyncProperty(lives, async (happenings) => {
        const first = await leftBy(await simulate({}, happenings, { chance: "a seed" }))
        expect(await leftBy(await simulate({}, happenings, { chance: "a seed" }))).toEqual(first)
        const other = await leftBy(await simulate({}, happenings, { chance: "another seed" }))
        expect(other.rows).not.toEqual(first.rows)
      }),
      runs(15)
    ))
})
