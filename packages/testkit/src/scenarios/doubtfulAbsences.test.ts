import { JobCollection, type PaymentProvider } from "@payloom/core"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { everyRow } from "../audit/everyRow.ts"
import { chargeThat } from "../sandbox/conduct.ts"
import { sandboxAccounts } from "../sandbox/sandboxAccounts.ts"
import { alertsOf, auditedShops, statusOf } from "./testing/auditedShops.ts"
import { day, hour, minute, type Shop } from "./testing/openShop.ts"

const open = auditedShops()

const doubt = "The provider broke down under it."

/** A provider that reports every absence as doubtful, because the charge may still appear. */
const doubting = (provider: PaymentProvider): PaymentProvider => ({
  ...provider,
  lookup: (query) =>
    Effect.map(provider.lookup(query), (found) =>
      found._tag === "Absent" ? { ...found, doubt } : found
    )
})

const openDoubting = () => open({ adapted: doubting, accounts: [sandboxAccounts.primary] })

const jobsLeft = async (shop: Shop) =>
  (await shop.run(everyRow(shop.storage, shop.shop().scope, JobCollection))).filter(
    ({ kind }) => kind === "recover_attempt"
  )

describe("a charge whose absence is doubtful", () => {
  it("is given up half an hour after it was sent, once, with an alert", async () => {
    const shop = await openDoubting()
    shop.box.script.charge(chargeThat.throws())
    const payment = await shop.pay("approved")
    await shop.elapse(29 * minute)
    expect(await statusOf(shop, payment)).toBe("processing")
    await shop.elapse(2 * minute)
    expect(await statusOf(shop, payment)).toBe("failed")
    const [attempt] = await shop.shop().payments.explain(payment.id)
    expect(attempt).toMatchObject({ status: "failed", reason: doubt })
    await shop.elapse(3 * day)
    expect(alertsOf(shop)).toEqual(["alert.charge_given_up"])
  })

  it("is looked up for a day longer, and then no more", async () => {
    const shop = await openDoubting()
    shop.box.script.charge(chargeThat.throws())
    await shop.pay("approved")
    await shop.elapse(23 * hour)
    expect(await jobsLeft(shop)).toHaveLength(1)
    await shop.elapse(4 * hour)
    expect(await jobsLeft(shop)).toEqual([])
  })

  it.each([
    ["an hour", hour],
    ["20 hours", 20 * hour]
  ])("is refunded if it appears %s later", async (_, after) => {
    const shop = await openDoubting()
    shop.box.script.charge(chargeThat.appearsLate(after))
    const payment = await shop.pay("approved")
    await shop.elapse(40 * minute)
    expect(await statusOf(shop, payment)).toBe("failed")
    await shop.elapse(after + 7 * hour)
    expect(alertsOf(shop)).toEqual([
      ...["alert.charge_given_up", "alert.late_charge", "alert.late_charge_reversed"]
    ])
    expect(await statusOf(shop, payment)).toBe("failed")
    expect(await jobsLeft(shop)).toEqual([])
  })

  it("succeeds if it appears before that", async () => {
    const shop = await openDoubting()
    shop.box.script.charge(chargeThat.appearsLate(15 * minute))
    const payment = await shop.pay("approved")
    await shop.elapse(32 * minute)
    expect(await statusOf(shop, payment)).toBe("succeeded")
    expect(alertsOf(shop)).toEqual([])
  })

  it("is watched by any process that runs jobs", async () => {
    const shop = await openDoubting()
    shop.box.script.charge(chargeThat.appearsLate(2 * hour))
    await shop.pay("approved")
    await shop.elapse(40 * minute)
    await shop.restart()
    await shop.elapse(9 * hour)
    expect(alertsOf(shop)).toContain("alert.late_charge_reversed")
  })
})
