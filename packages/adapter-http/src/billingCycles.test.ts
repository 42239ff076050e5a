import { describe, expect, it } from "vitest"
import { expectInvalid } from "./testing/expectRefused.ts"
import { openShop } from "./testing/openShop.ts"
import { idsOf, itemsOf, type Json, type Reply } from "./testing/shopClient.ts"
import { clubOf, day, expectNotFound, pathOf } from "./testing/subscribing.ts"

const shop = clubOf(await openShop())
const stranger = await shop.open()

/** Returns a subscription that is renewed every day for some days, with one cycle each. */
const renewed = async (days: number, fields: Json = {}): Promise<Json> => {
  const made = await shop.subscribed({ interval: { unit: "day", count: 1 }, ...fields })
  await shop.elapse(days * day)
  return made
}

const daily = await renewed(27)
const other = await shop.subscribed()

const cyclesOf = async (query = "", of = daily): Promise<Reply> => {
  const reply = await shop.get(`${pathOf(of, "/billing_cycles")}?${query}`)
  expect([query, reply.status]).toEqual([query, 200])
  return reply
}

const all = itemsOf(await cyclesOf("limit=100"))

const sequencesOf = (reply: Reply) => itemsOf(reply).map(({ sequence }) => sequence)

const upTo = (from: number, to: number) =>
  Array.from({ length: Math.abs(to - from) + 1 }, (_, at) => from + at)

const nextOf = ({ json }: Reply) => encodeURIComponent(String(json.next_cursor))

const expectRefused = async (query: string, param: string) =>
  expectInvalid(await shop.get(`${pathOf(daily, "/billing_cycles")}?${query}`), param)

describe("a billing cycle", () => {
  it("has the fields of a billing cycle, and the payment that paid it", async () => {
    const [paid] = itemsOf(await cyclesOf("", other))
    expect(paid).toEqual({
      object: "billing_cycle",
      id: expect.stringMatching(/^cycle_[0-7][0-9A-HJKMNP-TV-Z]{25}$/),
      subscription: other.id,
      sequence: 1,
      due_at: other.created,
      period_start: other.created,
      period_end: other.current_period_end,
      amount: "1250",
      currency: "EUR",
      status: "paid",
      attempt_count: 1,
      payment: expect.stringMatching(/^payment_/),
      created: other.created
    })
    expect((await shop.get(`/payments/${paid?.payment}`)).json).toMatchObject({
      type: "subscription_initial",
      status: "succeeded",
      amount: "1250"
    })
  })

  it("in the future is scheduled, without a payment", async () => {
    const [, ...upcoming] = itemsOf(await cyclesOf("", other))
    expect(upcoming).toHaveLength(3)
    for (const one of upcoming) {
      expect(one).toMatchObject({ status: "scheduled", payment: null, attempt_count: 0 })
    }
  })

  it("of a trial has the sequence 0 and the trial's amount", async () => {
    const plan = await shop.plan({ trial: { days: 3, amount: "100" }, setup_fee: "500" })
    const tried = await shop.subscribed({ plan })
    const [trial, first] = itemsOf(await cyclesOf("", tried))
    expect(trial).toMatchObject({ sequence: 0, amount: "100", period_end: tried.trial_end })
    expect(first).toMatchObject({ sequence: 1, amount: "1250", due_at: tried.trial_end })
  })
})

describe("the list of billing cycles", () => {
  it("is ordered by sequence, past and upcoming cycles, 20 a page by default", async () => {
    expect(sequencesOf(await cyclesOf())).toEqual(upTo(1, 20))
    expect(all.map(({ sequence }) => sequence)).toEqual(upTo(1, 31))
    expect(sequencesOf(await cyclesOf("limit=1000"))).toEqual(upTo(1, 31))
    for (const limit of ["0", "-1", "1.5", "ten", ""]) {
      await expectRefused(`limit=${limit}`, "limit")
    }
  })

  it("is paged with starting_after, and back with ending_before", async () => {
    const first = await cyclesOf("limit=12")
    const second = await cyclesOf(`limit=12&starting_after=${nextOf(first)}`)
    const third = await cyclesOf(`limit=12&starting_after=${nextOf(second)}`)
    expect([first, second, third].flatMap(sequencesOf)).toEqual(upTo(1, 31))
    expect([third.json.has_more, third.json.next_cursor]).toEqual([false, null])
    const back = await cyclesOf(`limit=5&ending_before=${nextOf(first)}`)
    expect(sequencesOf(back)).toEqual(upTo(7, 11))
    const further = await cyclesOf(`limit=20&ending_before=${nextOf(back)}`)
    expect([sequencesOf(further), further.json.has_more]).toEqual([upTo(1, 6), false])
  })

  it("is filtered by status, page by page", async () => {
    expect(sequencesOf(await cyclesOf("status=scheduled"))).toEqual([29, 30, 31])
    expect(sequencesOf(await cyclesOf("status=paid&limit=100"))).toEqual(upTo(1, 28))
    expect(sequencesOf(await cyclesOf("status=failed"))).toEqual([])
    const first = await cyclesOf("status=paid&limit=25")
    const next = await cyclesOf(`status=paid&limit=25&starting_after=${nextOf(first)}`)
    expect([sequencesOf(next), next.json.has_more]).toEqual([upTo(26, 28), false])
  })

  it("refuses an unknown status, and names the known ones", async () => {
    for (const status of ["active", "Paid", "", "paid,failed"]) {
      await expectRefused(`status=${status}`, "status")
    }
    await expectRefused("status=paid&status=failed", "status")
    const { error } = await shop.get(`${pathOf(daily, "/billing_cycles")}?status=active`)
    expect(error.message).toMatch(/^status must be one of scheduled, due, charging, paid, /)
  })

  it("refuses cursors that are ids, were changed, or are of another list or filter", async () => {
    const cursor = nextOf(await cyclesOf("limit=2"))
    const elsewhere = nextOf(await cyclesOf("limit=2", other))
    const filtered = nextOf(await cyclesOf("limit=2&status=paid"))
    for (const wrong of ["", "x", String(all[3]?.id), `${cursor}A`, elsewhere, filtered]) {
      await expectRefused(`starting_after=${wrong}`, "starting_after")
      await expectRefused(`ending_before=${wrong}`, "ending_before")
    }
    await expectRefused(`status=paid&starting_after=${cursor}`, "starting_after")
    await expectRefused(`starting_after=${cursor}&ending_before=${cursor}`, "ending_before")
  })

  it("shows the payment instead of its id if it is expanded", async () => {
    const [paid, upcoming] = itemsOf(await cyclesOf("expand[]=payment", other))
    const id = itemsOf(await cyclesOf("", other))[0]?.payment
    expect(paid?.payment).toEqual((await shop.get(`/payments/${id}`)).json)
    expect(upcoming?.payment).toBe(null)
  })

  it("refuses to expand anything else", async () => {
    for (const member of ["subscription", "payments", "", "payment.customer"]) {
      await expectRefused(`expand[]=${member}`, "expand")
    }
    await expectRefused("expand[]=payment&expand[]=customer", "expand")
  })

  it("of an unknown subscription or another tenant's is resource_not_found", async () => {
    expectNotFound(await stranger.get(pathOf(daily, "/billing_cycles")))
    expectNotFound(await shop.get("/subscriptions/sub_0000000000000000000000000A/billing_cycles"))
    expect(idsOf(await cyclesOf("", other))).toHaveLength(4)
  })
})
