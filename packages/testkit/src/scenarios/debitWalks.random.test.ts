import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { anyDebitStep, happenToDebit, hearOfDebits } from "./testing/debitHappenings.ts"
import { day, hour, openShop, type Shop } from "./testing/openShop.ts"
import { runsOf } from "./testing/runsOf.ts"
import { debitShop, saveDebit } from "./testing/savedDebits.ts"
import {
  cyclesOf,
  declineNoMore,
  newKey,
  type Subscriber,
  standing
} from "./testing/subscribing.ts"

// For other walks: SIMULATION_SEED=7 SIMULATION_TIMES=20 npx vitest run …/debitWalks.test.ts
const seed = Number(process.env.SIMULATION_SEED ?? 20_261_126)
const times = Number(process.env.SIMULATION_TIMES ?? 1)

const anyPlan = fc.record(
  {
    interval: fc.constantFrom(
      { unit: "day", count: 3 } as const,
      { unit: "week", count: 1 } as const,
      { unit: "month", count: 1 } as const
    ),
    trial: fc.record({ days: fc.constantFrom(3, 10), amount: fc.constantFrom(0n, 300n) }),
    setupFee: fc.constant(500n),
    endAfterCycles: fc.constantFrom(2, 4)
  },
  { requiredKeys: ["interval"] }
)

/** Reports everything, so that the books can be compared with the bank. */
const atRest = async (shop: Shop): Promise<void> => {
  await hearOfDebits(shop)
  await shop.work()
}

describe("a subscription that is paid by debits, after any steps,", () => {
  it("agrees with its cycles, its payments, its jobs and the bank", () =>
    fc.assert(
      fc.asyncProperty(
        anyPlan,
        fc.boolean(),
        fc.array(anyDebitStep, { minLength: 4, maxLength: 16 }),
        async (terms, pausesWhenExhausted, steps) => {
          const shop = await openShop(debitShop)
          if (pausesWhenExhausted) {
            const { tenants } = shop.process().payloom
            await tenants.updateAccount(shop.shop().scope, { dunningExhausted: "pause" })
          }
          const { id: paymentInstrument, customer } = await saveDebit(shop)
          const { plans, subscriptions } = shop.shop()
          const plan = await plans.create(
            { name: "Debited", amount: 900n, currency: "EUR", ...terms },
            newKey()
          )
          const { id } = await subscriptions.create(
            { customer, paymentInstrument, plan: plan.id },
            newKey()
          )
          const subscriber = { id, customer, card: paymentInstrument }
          await shop.work()
          for (const step of steps) {
            await happenToDebit(shop, subscriber, step)
            expect([step.what, shop.commitFindings()]).toEqual([step.what, []])
          }
          await shop.restart()
          await atRest(shop)
          declineNoMore(shop)
          await shop.elapse(20 * day)
          await atRest(shop)
          expect(await shop.audit()).toEqual([])
          await shop.elapse(45 * day + 7 * hour)
          expect(await shop.audit()).toEqual([])
          await expectNothingOwed(shop, subscriber)
          expect(failedJobs(shop)).toEqual([])
        }
      ),
      { numRuns: runsOf(60 * times), seed, endOnFailure: process.env.NO_SHRINK === "1" }
    ))
})

/** A commit that the storage did not answer may fail its job once. */
const failedJobs = ({ logged }: Shop) =>
  logged.filter(
    ({ message, cause = "" }) =>
      message.startsWith("A job failed") && !cause.startsWith("StorageUnavailable")
  )

/** Without further steps and with good debits, every cycle is paid unless a pause holds it. */
const expectNothingOwed = async (shop: Shop, subscriber: Subscriber) => {
  const { status } = await standing(shop, subscriber)
  if (status === "paused") return
  const cycles = await cyclesOf(shop, subscriber)
  const owed = cycles.filter((cycle) => ["due", "charging", "retrying"].includes(cycle.status))
  const overdue = cycles.filter(
    (cycle) => cycle.status === "scheduled" && cycle.dueAt <= shop.clock.now()
  )
  expect([status, owed, overdue]).toEqual([status, [], []])
}
