import { afterEach, describe, expect, it } from "vitest"
import { momentAfter } from "./duration.ts"
import { type Simulation, type SimulationOptions, simulation } from "./simulation.ts"

const opened: Array<Simulation> = []

afterEach(async () => {
  for (const lab of opened.splice(0)) {
    expect(await lab.audit()).toEqual([])
    await lab.close()
  }
})

const start = async (options?: SimulationOptions): Promise<Simulation> => {
  const lab = await simulation(options)
  opened.push(lab)
  return lab
}

describe("a simulation", () => {
  it("moves time by calendar months and runs each job when it is due", async () => {
    const lab = await start({ startsAt: "2026-01-31T12:00:00Z" })
    const { id } = await lab.subscribe()
    await lab.advance("13 months")
    expect(lab.clock.iso()).toBe("2027-02-28T12:00:00.000Z")
    const { data } = await lab.shop.subscriptions.listCycles(id, { status: "paid" })
    expect(data.map(({ dueAt }) => new Date(dueAt).toISOString().slice(0, 10))).toEqual([
      ...["2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31", "2026-06-30"],
      ...["2026-07-31", "2026-08-31", "2026-09-30", "2026-10-31", "2026-11-30", "2026-12-31"],
      ...["2027-01-31", "2027-02-28"]
    ])
    const payments = await lab.shop.payments.list({ limit: 100 })
    expect(payments.data.map(({ created }) => created)).toEqual(
      data.map(({ dueAt }) => dueAt).toReversed()
    )
  })

  it("reports the timeline of a subscription, one line for each event", async () => {
    const lab = await start()
    const card = await lab.card()
    const { id } = await lab.subscribe({ card, trialDays: 10 })
    await lab.advance("9 days")
    card.becomes("insufficient_funds")
    await lab.advance("2 days")
    card.becomes("approved")
    await lab.advance("3 days")
    await lab.shop.subscriptions.cancel(
      id,
      { cancelAtPeriodEnd: false, reason: "moved away" },
      { idempotencyKey: "cancel" }
    )
    expect(await lab.timeline(id)).toBe(
      [
        "2026-01-01 12:00  created             pending",
        "2026-01-01 12:00  checked             the card, for nothing",
        "2026-01-01 12:00  activated           trialing until 2026-01-11",
        "2026-01-04 12:00  upcoming renewal    due 2026-01-11",
        "2026-01-11 12:00  declined            9.00 EUR for cycle 1: insufficient_funds",
        "2026-01-11 12:00  payment failed      past_due until 2026-02-11",
        "2026-01-11 12:00  past due            past_due until 2026-02-11",
        "2026-01-12 12:00  declined            9.00 EUR for cycle 1: insufficient_funds",
        "2026-01-12 12:00  payment failed      past_due until 2026-02-11",
        "2026-01-15 12:00  paid                9.00 EUR for cycle 1",
        "2026-01-15 12:00  recovered           active until 2026-02-11",
        "2026-01-15 12:00  renewed             active until 2026-02-11",
        "2026-01-15 12:00  canceled            canceled: moved away"
      ].join("\n")
    )
  })

  it("gives every card its own number and the behavior that a test sets", async () => {
    const lab = await start()
    const [one, other] = [await lab.card({ as: "lost_card" }), await lab.card()]
    const fingerprints = await Promise.all(
      [one, other].map(async ({ id }) => (await lab.shop.paymentInstruments.retrieve(id)).card)
    )
    expect(new Set(fingerprints.map((card) => card?.fingerprint)).size).toBe(2)
    expect((await lab.subscribe({ card: one })).status).toBe("pending_first_payment")
    expect((await lab.subscribe({ card: other })).status).toBe("active")
  })

  it("counts subscriptions by status, and amounts paid, recovered and lost, by month", async () => {
    const lab = await start()
    const [good, poor, lost] = [await lab.card(), await lab.card(), await lab.card()]
    for (const card of [good, poor, lost]) await lab.subscribe({ card })
    await lab.advance("20 days")
    poor.becomes("insufficient_funds")
    lost.becomes("stolen_card")
    await lab.advance("13 days")
    poor.becomes("approved")
    await lab.advance("1 month")
    expect(await lab.figures()).toEqual([
      {
        month: "2026-01",
        byStatus: { pending_first_payment: 0, active: 3 },
        revenue: { EUR: 2700n },
        recovered: {},
        lost: {}
      },
      {
        month: "2026-02",
        byStatus: { pending_first_payment: 0, active: 2, past_due: 0, terminated: 1 },
        revenue: { EUR: 1800n },
        recovered: { EUR: 900n },
        lost: { EUR: 900n }
      },
      {
        month: "2026-03",
        byStatus: { pending_first_payment: 0, active: 2, past_due: 0, terminated: 1 },
        revenue: { EUR: 1800n },
        recovered: {},
        lost: {}
      }
    ])
  })

  it("draws its months as an SVG document", async () => {
    const lab = await start()
    await lab.subscribe()
    await lab.advance("3 months")
    const chart = await lab.chart()
    expect(chart).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg".*<\/svg>$/)
    expect(chart).toContain(">2026-04</text>")
    expect(chart).toContain(">active</text>")
    expect(chart).not.toContain("NaN")
  })

  it("leaves the same rows for the same seed", async () => {
    const ids = async (seed: string) => {
      const lab = await start({ seed })
      const { id } = await lab.subscribe()
      await lab.advance("2 months")
      return [id, ...(await lab.shop.payments.list()).data.map((payment) => payment.id)]
    }
    expect(await ids("one")).toEqual(await ids("one"))
    expect(await ids("one")).not.toEqual(await ids("other"))
  })
})

describe("a span of time", () => {
  const from = Date.parse("2026-01-31T12:00:00Z")

  it.each([
    [1500, "2026-01-31T12:00:01.500Z"],
    ["1 second", "2026-01-31T12:00:01.000Z"],
    ["90 minutes", "2026-01-31T13:30:00.000Z"],
    ["2 hours", "2026-01-31T14:00:00.000Z"],
    ["3 days", "2026-02-03T12:00:00.000Z"],
    ["1 week", "2026-02-07T12:00:00.000Z"],
    ["1 month", "2026-02-28T12:00:00.000Z"],
    ["36 months", "2029-01-31T12:00:00.000Z"],
    ["2 years", "2028-01-31T12:00:00.000Z"]
  ] as const)("of %j leads from a 31st to %s", (span, to) => {
    expect(new Date(momentAfter(from, span)).toISOString()).toBe(to)
  })

  it("that is not valid is refused with an example", () => {
    expect(() => momentAfter(from, "soon" as never)).toThrow(/such as "3 months": not "soon"/)
  })
})
