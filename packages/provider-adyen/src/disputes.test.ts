import { describe, expect, it } from "vitest"
import type { FakeAdyenOptions } from "./fake/index.ts"
import { openAdyenShop } from "./testing/openAdyenShop.ts"

/** Opens a paid order that is disputed. */
const openDispute = async (
  eventCode = "NOTIFICATION_OF_CHARGEBACK",
  as: FakeAdyenOptions = {},
  status?: string
) => {
  const { fake, pay, hear, shop, alerts } = await openAdyenShop({}, as)
  const payment = await pay()
  const begun = { eventCode, ...(status === undefined ? {} : { status }) }
  const dispute = fake.dashboard.dispute(payment.attempts[0] ?? "", begun)
  const standing = async () => {
    await hear()
    const { data } = await shop.disputes.list({ payment: payment.id })
    const { disputed } = await shop.payments.retrieve(payment.id)
    return [...data.map(({ stage }) => stage), disputed]
  }
  return {
    alerts,
    kept: async () => (await shop.notifications.list()).data,
    standing,
    /** Sends the next event. Returns the state of the dispute and of its payment. */
    after: (next: string, status?: string) => {
      fake.dashboard.moveDispute(dispute, next, status)
      return standing()
    },
    /** Returns the booked amounts in minor units. */
    booked: async () => {
      const balances = await shop.ledger.trialBalance()
      const of = (name: string) => balances.find(({ account }) => account === name)?.balance ?? 0n
      return { held: of("disputes_held"), lost: of("dispute_losses") }
    }
  }
}

describe("a dispute at Adyen", () => {
  it("takes the money with the chargeback, and is won or lost", async () => {
    const { standing, after } = await openDispute()
    expect(await standing()).toEqual(["retrieval_request", false])
    expect(await after("CHARGEBACK", "Undefended")).toEqual(["chargeback_received", true])
    expect(await after("CHARGEBACK_REVERSED", "Pending")).toEqual(["won", false])
    expect(await after("PREARBITRATION_OPEN")).toEqual(["pre_arbitration", true])
    expect(await after("PREARBITRATION_LOST", "Lost")).toEqual(["lost", true])
  })

  it("may follow an unanswered question, and takes the money then", async () => {
    const { standing, after, booked, alerts } = await openDispute("REQUEST_FOR_INFORMATION")
    expect(await standing()).toEqual(["retrieval_request", false])
    const asked = ["retrieval_request", false]
    expect(await after("DISPUTE_DEFENSE_PERIOD_ENDED", "Expired")).toEqual(asked)
    expect(await after("NOTIFICATION_OF_CHARGEBACK", "Undefended")).toEqual(asked)
    expect(await booked()).toEqual({ held: 0n, lost: 0n })
    expect(await after("CHARGEBACK", "Undefended")).toEqual(["chargeback_received", true])
    expect(await booked()).toEqual({ held: 1250n, lost: 0n })
    expect(await after("DISPUTE_DEFENSE_PERIOD_ENDED", "Lost")).toEqual(["lost", true])
    expect(await booked()).toEqual({ held: 0n, lost: 1250n })
    expect(alerts).toEqual([])
  })

  it("takes the money once if it opens with the chargeback", async () => {
    const { standing, after, booked } = await openDispute("DISPUTE_OPENED_WITH_CHARGEBACK")
    expect(await standing()).toEqual(["chargeback_received", true])
    expect(await after("CHARGEBACK", "Undefended")).toEqual(["chargeback_received", true])
    expect(await booked()).toEqual({ held: 1250n, lost: 0n })
    expect(await after("CHARGEBACK_REVERSED", "Pending")).toEqual(["won", false])
  })

  it("is lost with its chargeback if nobody can defend it, as for a returned debit", async () => {
    const { after, booked, alerts } = await openDispute("REQUEST_FOR_INFORMATION")
    expect(await after("CHARGEBACK", "Lost")).toEqual(["lost", true])
    expect(await booked()).toEqual({ held: 0n, lost: 1250n })
    expect(await after("DISPUTE_DEFENSE_PERIOD_ENDED", "Lost")).toEqual(["lost", true])
    expect(await booked()).toEqual({ held: 0n, lost: 1250n })
    expect(alerts).toEqual([])
  })

  it("is lost if its first event is a chargeback that nobody can defend", async () => {
    const { standing, booked } = await openDispute("CHARGEBACK", {}, "Lost")
    expect(await standing()).toEqual(["lost", true])
    expect(await booked()).toEqual({ held: 0n, lost: 1250n })
  })

  it("is ended by the same event with another status", async () => {
    const { after, booked } = await openDispute()
    await after("CHARGEBACK", "Undefended")
    await after("CHARGEBACK_REVERSED", "Pending")
    expect(await after("SECOND_CHARGEBACK", "Undefended")).toEqual(["pre_arbitration", true])
    expect(await booked()).toEqual({ held: 1250n, lost: 0n })
    expect(await after("SECOND_CHARGEBACK", "Lost")).toEqual(["lost", true])
    expect(await booked()).toEqual({ held: 0n, lost: 1250n })
  })

  it("books no money before Adyen takes it, even if evidence was supplied", async () => {
    const { after, booked } = await openDispute()
    expect(await after("INFORMATION_SUPPLIED", "Pending")).toEqual(["retrieval_request", false])
    expect(await booked()).toEqual({ held: 0n, lost: 0n })
    expect(await after("CHARGEBACK", "Undefended")).toEqual(["chargeback_received", true])
    expect(await booked()).toEqual({ held: 1250n, lost: 0n })
    expect(await after("INFORMATION_SUPPLIED", "Pending")).toEqual(["chargeback_received", true])
  })

  it.each([
    ["CHARGEBACK_REVERSED", "Pending"],
    ["SECOND_CHARGEBACK", "Lost"],
    ["PREARBITRATION_WON", "Won"],
    ["PREARBITRATION_LOST", "Lost"]
  ])("ignores a %s that doesn't name its payment, and raises an alert", async (code, status) => {
    const { after, booked, alerts, kept } = await openDispute("CHARGEBACK", {
      disputesNamePayment: false
    })
    expect(await after(code, status)).toEqual(["chargeback_received", true])
    expect(await booked()).toEqual({ held: 1250n, lost: 0n })
    expect(alerts).toEqual(["alert.notice_kept"])
    expect(await kept()).toMatchObject([{ kind: "dispute", obstacle: "unknown_reference" }])
  })

  it("may continue to the scheme after the merchant declined its pre-arbitration", async () => {
    const { after } = await openDispute("CHARGEBACK")
    await after("CHARGEBACK_REVERSED", "Pending")
    expect(await after("PREARBITRATION_DECLINED")).toEqual(["pre_arbitration", true])
    expect(await after("SCHEME_ARBITRATION")).toEqual(["arbitration", true])
    expect(await after("SCHEME_ARBITRATION_WON")).toEqual(["won", false])
  })
})
