import {
  BillingCycleCollection,
  type BillingCycleRecord,
  JobCollection,
  remove,
  SubscriptionCollection,
  type SubscriptionRecord,
  update
} from "@payloom/core"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { day, openShop } from "../scenarios/testing/openShop.ts"
import { newKey, subscribe } from "../scenarios/testing/subscribing.ts"

interface Meddling {
  readonly subscription?: Partial<SubscriptionRecord>
  /** By sequence. */
  readonly cycles?: Readonly<Record<number, Partial<BillingCycleRecord>>>
  readonly jobless?: boolean
  readonly canceled?: boolean
}

/** Audits a subscription after its rows were changed without an engine. */
const auditAfter = async ({
  subscription = {},
  cycles = {},
  jobless = false,
  canceled = false
}: Meddling): Promise<string> => {
  const shop = await openShop()
  const { id } = await subscribe(shop)
  await shop.elapse(31 * day)
  const { subscriptions, scope } = shop.shop()
  if (canceled) await subscriptions.cancel(id, { cancelAtPeriodEnd: false }, newKey())
  expect(await shop.audit()).toEqual([])
  const { storage } = shop
  const all = { order: "asc", limit: 100 } as const
  await shop.run(
    Effect.gen(function* () {
      const [stored] = yield* storage.page(scope, SubscriptionCollection, all)
      const rows = yield* storage.page(scope, BillingCycleCollection, all)
      const jobs = yield* storage.page(scope, JobCollection, all)
      yield* storage.commit([
        ...(stored === undefined
          ? []
          : [update(SubscriptionCollection, stored, { ...stored.row, ...subscription })]),
        ...rows.map((row) =>
          update(BillingCycleCollection, row, { ...row.row, ...cycles[row.row.sequence] })
        ),
        ...(jobless ? jobs.map((job) => remove(JobCollection, job)) : [])
      ])
    })
  )
  return (await shop.audit()).join("\n")
}

const moment = Date.parse("2027-01-01T12:00:00Z")

describe("the auditor of subscriptions", () => {
  const meddled: ReadonlyArray<readonly [finding: string, Meddling]> = [
    ["there is a gap before cycle 3", { cycles: { 3: { periodStart: moment } } }],
    ["has a cycle 9 in the place of 5", { cycles: { 5: { sequence: 9 } } }],
    [
      "has 9 as its last cycle, which differs from its cycles",
      { subscription: { materialized: 9 } }
    ],
    ["is paid for until another time", { subscription: { paidUntil: moment } }],
    ["has a current period that none", { subscription: { currentPeriodEnd: moment } }],
    [
      "cycle 2 (paid) has an attempt count of 2, which differs from its payments",
      { cycles: { 2: { attemptCount: 2 } } }
    ],
    ["cycle 2 (paid) names another payment", { cycles: { 2: { payment: null } } }],
    [
      "cycle 2 (paid) has a payment of 900 EUR, which is not its price",
      { cycles: { 2: { amount: 901n } } }
    ],
    ["cycle 3 (paid) has no payment", { cycles: { 3: { status: "paid" } } }],
    ["cycle 2 (failed) has a payment that", { cycles: { 2: { status: "failed" } } }],
    [
      "cycle 3 (charging) disagrees with its payment on whether a charge is in flight",
      { cycles: { 3: { status: "charging" } } }
    ],
    ["would charge cycle 4 next", { subscription: { unpaid: 4 } }],
    ["has 2 cycles ahead", { subscription: { cycle: 3 } }],
    ["is not past due, though a cycle is retrying", { cycles: { 3: { status: "retrying" } } }],
    ["is past due, but no card was declined", { subscription: { status: "past_due" } }],
    ["has a pause that does not match its status", { subscription: { status: "paused" } }],
    ["lacks the job that bills it", { jobless: true }],
    ["cycle 3 is still due", { canceled: true, cycles: { 3: { status: "due" } } }],
    ["has no canceled_at", { canceled: true, subscription: { canceledAt: null } }],
    ["was charged after its end", { canceled: true, subscription: { canceledAt: 1 } }]
  ]

  it.each(meddled)("finds that it %s", async (finding, meddling) => {
    expect(await auditAfter(meddling)).toContain(finding)
  })
})
