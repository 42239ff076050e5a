import { describe, expect, it } from "vitest"
import { auditedShops } from "../scenarios/testing/auditedShops.ts"
import { hold, increment, standing } from "../scenarios/testing/holds.ts"
import { day, hour, minute, type Shop } from "../scenarios/testing/openShop.ts"
import { applyFaults, type Fault, type FaultPlan, faultNames } from "./faultPlan.ts"

const open = auditedShops()

const apply = (shop: Shop, ...plan: FaultPlan) =>
  applyFaults(plan, { box: shop.box, storage: shop.process().mortal })

const statusOf = async (shop: Shop, { id }: { readonly id: string }) =>
  (await shop.shop().payments.retrieve(id)).status

const meets = <Of extends Fault["of"]>(of: Of, name: string, nth = 1): Fault =>
  ({ of, nth, meets: name }) as Fault

/**
 * The status of a charge's payment at once, its later status, and the number of charges at the
 * bank.
 */
const charges: Readonly<Record<(typeof faultNames)["charge"][number], ReadonlyArray<unknown>>> = {
  is_declined: ["declined", "declined", 0],
  cascades: ["succeeded", "succeeded", 1],
  is_not_sent: ["succeeded", "succeeded", 1],
  answers_late: ["processing", "succeeded", 1],
  hangs: ["processing", "failed", 0],
  hangs_after_charging: ["processing", "succeeded", 1],
  throws: ["processing", "failed", 0],
  throws_after_charging: ["processing", "succeeded", 1],
  appears_late: ["processing", "succeeded", 1],
  appears_very_late: ["processing", "failed", 1],
  settles_late: ["processing", "succeeded", 1],
  declines_late: ["processing", "declined", 0],
  asks_the_payer: ["declined", "declined", 0]
}

const made = async (shop: Shop) =>
  (await shop.run(shop.box.bank.charges())).filter(({ captured }) => captured > 0n).length

describe("a faulty charge", () => {
  it.each(Object.entries(charges))(
    "as %s has the expected statuses: %j",
    async (name, expected) => {
      const shop = await open()
      apply(shop, meets("charge", name))
      const payment = await shop.pay("approved")
      const atOnce = payment.status
      await shop.elapse(day)
      await shop.until(shop.box.notify(shop.process().payloom, { again: true }))
      await shop.elapse(day)
      expect([atOnce, await statusOf(shop, payment), await made(shop)]).toEqual(expected)
    }
  )
})

/** The status of a payment after a faulty refund, and of another after a faulty capture. */
const modified: Readonly<Record<string, ReadonlyArray<unknown>>> = {
  fails: ["succeeded", "expired"],
  is_not_sent: ["refunded", "succeeded"],
  hangs: ["refunded", "succeeded"],
  hangs_afterwards: ["refunded", "succeeded"],
  throws: ["refunded", "succeeded"],
  throws_afterwards: ["refunded", "succeeded"],
  settles_late: ["refunded", "succeeded"],
  fails_late: ["succeeded", "expired"],
  finds_the_hold_expired: [null, "expired"],
  is_reversed: ["succeeded", null]
}

describe("a faulty refund and a faulty capture", () => {
  const modify = async (kind: "refund" | "capture", name: string) => {
    const shop = await open()
    const payment = await shop.pay(
      "approved",
      kind === "capture" ? { captureMethod: "manual" } : {}
    )
    apply(shop, meets(kind, name))
    await shop.shop().payments[kind](payment.id, {}, { idempotencyKey: kind })
    await shop.elapse(8 * day)
    await shop.until(shop.box.notify(shop.process().payloom))
    return statusOf(shop, payment)
  }

  it.each(Object.entries(modified))(
    "as %s have the expected statuses: %j",
    async (name, [refund, capture]) => {
      if (refund !== null) expect(await modify("refund", name)).toBe(refund)
      if (capture !== null) expect(await modify("capture", name)).toBe(capture)
    }
  )

  it("cover all faults", () => {
    const { refund, capture } = faultNames
    expect(new Set([...refund, ...capture])).toEqual(new Set(Object.keys(modified)))
    expect(faultNames.void).toEqual(capture)
  })
})

/** The status of a payment and its held amount after a faulty increment from 1,250 to 2,000. */
const raised: Readonly<
  Record<(typeof faultNames)["increment"][number], readonly [string, bigint]>
> = {
  fails: ["authorized", 1250n],
  is_not_sent: ["authorized", 2000n],
  hangs: ["authorized", 2000n],
  hangs_afterwards: ["authorized", 2000n],
  throws: ["authorized", 2000n],
  throws_afterwards: ["authorized", 2000n],
  settles_late: ["authorized", 2000n],
  fails_late: ["authorized", 1250n],
  finds_the_hold_expired: ["expired", 0n]
}

describe("a faulty increment", () => {
  it.each(Object.entries(raised))(
    "as %s leaves the payment with the expected hold",
    async (name, [status, amountCapturable]) => {
      const shop = await open()
      const payment = await hold(shop)
      apply(shop, meets("increment", name))
      await increment(shop, payment, 2000n)
      await shop.elapse(2 * hour)
      expect(await standing(shop, payment)).toMatchObject({ status, amountCapturable })
      expect(await shop.run(shop.box.bank.doubled())).toEqual([])
    }
  )
})

describe("a plan of faults", () => {
  it("applies only to the calls that it counts", async () => {
    const shop = await open()
    apply(shop, { of: "charge", nth: 2, times: 2, meets: "is_declined" })
    const statuses: Array<string> = []
    for (let n = 0; n < 4; n++) statuses.push((await shop.pay("approved")).status)
    expect(statuses).toEqual(["succeeded", "declined", "declined", "succeeded"])
  })

  it("applies beside another plan, and ends on demand", async () => {
    const shop = await open()
    const end = apply(shop, { of: "charge", nth: 1, times: 9, meets: "is_declined" })
    apply(shop, meets("charge", "cascades"))
    const { status } = await shop.pay("approved")
    end()
    const next = await shop.pay("approved")
    expect([status, next.status, next.attempts.length]).toEqual(["declined", "succeeded", 2])
  })

  it("skips spared calls and does not count them", async () => {
    const shop = await open()
    const first = await shop.pay("approved")
    const spared = new Set<string>()
    applyFaults([{ of: "refund", nth: 1, meets: "fails" }], {
      box: shop.box,
      spares: ({ reference }) => spared.has(reference)
    })
    const refund = async (key: string) => {
      const options = { idempotencyKey: key }
      const { id } = await shop.shop().payments.refund(first.id, { amount: 1n }, options)
      if (key === "spared") spared.add(id)
      await shop.work()
      const { data } = await shop.shop().payments.listRefunds(first.id)
      return data.find((one) => one.id === id)?.status
    }
    expect([await refund("spared"), await refund("met"), await refund("later")]).toEqual([
      "succeeded",
      "failed",
      "succeeded"
    ])
  })

  it("makes lookups fail as often as it says", async () => {
    const shop = await open()
    apply(shop, { of: "lookup", nth: 1, times: 3, meets: "is_unavailable" })
    const payment = await shop.pay("timeout_charged")
    await shop.elapse(10_000)
    expect(await statusOf(shop, payment)).toBe("processing")
    await shop.elapse(30 * minute)
    expect(await statusOf(shop, payment)).toBe("succeeded")
  })

  it("kills the process after the commit that it counts to", async () => {
    const shop = await open()
    await shop.saveCard("approved")
    apply(shop, meets("commit", "dies_after", 2))
    await expect(shop.pay("approved", {}, "order")).rejects.toThrow()
    expect(shop.process().mortal.isDead()).toBe(true)
    await shop.restart()
    expect((await shop.pay("approved", {}, "order")).status).toBe("succeeded")
  })

  it("with faults of commits is refused without a storage", async () => {
    const { box } = await open()
    expect(() => applyFaults([meets("commit", "dies_after")], { box })).toThrow("which storage")
  })
})
