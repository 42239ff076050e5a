import type { BankDisputeNotification } from "@payloom/testkit"
import { Clock, Effect } from "effect"
import { describe, expect, it } from "vitest"
import { openShop } from "./testing/openShop.ts"
import { itemsOf, type Json } from "./testing/shopClient.ts"

const shop = await openShop()
const card = await shop.saveCard("approved")
const day = 86_400_000
const at = (ms: number) => new Date(shop.clock.now() + ms).toISOString()

/** Creates a dispute of a payment, or changes it. Returns the bank's reference. */
const dispute = async (payment: Json, news?: BankDisputeNotification) => {
  const attempts = payment.attempts as never
  const entering = Effect.provideService(
    shop.box.dispute({ attempts }, news),
    Clock.Clock,
    shop.clock
  )
  const name = await Effect.runPromise(entering)
  await shop.box.notify(shop.payloom)
  return name
}

const [first, second] = [
  (await shop.pay({ payment_instrument: card })).json,
  (await shop.pay({ payment_instrument: card })).json
]
const evidenceDueBy = shop.clock.now() + 20 * day
const due = at(20 * day)
await dispute(first, { stage: "alert" })
await shop.clock.advance(1000)
const received = at(0)
const lost = await dispute(first, { amount: 500n, evidenceDueBy })
await shop.clock.advance(1000)
await dispute(second, { reason: "13.1" })
await shop.clock.advance(1000)
const resolved = at(0)
await dispute(first, { dispute: lost, stage: "lost" })

const list = async (query = "") => {
  const reply = await shop.get(`/disputes?${query}`)
  expect([query, reply.status]).toEqual([query, 200])
  return reply
}

const stagesOf = async (query = "") => itemsOf(await list(query)).map(({ stage }) => stage)

describe("the list of disputes", () => {
  it("is newest first, of all payments", async () => {
    expect(await stagesOf()).toEqual(["chargeback_received", "lost", "alert"])
  })

  it("shows each dispute as retrieve does", async () => {
    for (const one of itemsOf(await list())) {
      expect((await shop.get(`/disputes/${one.id}`)).json).toEqual(one)
    }
  })

  it("filters by one stage or by several, and by payment", async () => {
    expect(await stagesOf("stage=lost")).toEqual(["lost"])
    expect(await stagesOf("stage=lost&stage=alert")).toEqual(["lost", "alert"])
    expect(await stagesOf("stage[]=won")).toEqual([])
    expect(await stagesOf(`payment=${first.id}`)).toEqual(["lost", "alert"])
    expect(await stagesOf(`payment=${first.id}&stage=chargeback_received`)).toEqual([])
  })

  it("is paged both ways by signed cursors, which don't work with other filters", async () => {
    const page = await list("limit=2")
    expect(page.json.has_more).toBe(true)
    const cursor = encodeURIComponent(String(page.json.next_cursor))
    expect(await stagesOf(`limit=2&starting_after=${cursor}`)).toEqual(["alert"])
    expect(await stagesOf(`limit=2&ending_before=${cursor}`)).toEqual(["chargeback_received"])
    for (const query of ["stage=lost", `payment=${first.id}`]) {
      const { status, error } = await shop.get(`/disputes?${query}&starting_after=${cursor}`)
      expect([status, error.param]).toEqual([422, "starting_after"])
    }
  })

  it("refuses an unknown stage, a text that is not a payment's id, and an unknown expansion", async () => {
    for (const [query, param] of [
      ["stage=open", "stage"],
      ["stage=lost&stage=", "stage"],
      ["payment=first", "payment"],
      ["expand[]=customer", "expand"]
    ]) {
      const { status, error } = await shop.get(`/disputes?${query}`)
      expect([query, status, error.code, error.param]).toEqual([
        query,
        422,
        "parameter_invalid",
        param
      ])
    }
  })

  it("has only the account's own disputes", async () => {
    const [one] = itemsOf(await list())
    for (const other of [await shop.open(), await shop.open("live", shop.tenant)]) {
      expect(itemsOf(await other.get("/disputes"))).toEqual([])
      expect((await other.get(`/disputes/${one?.id}`)).error.code).toBe("resource_not_found")
    }
  })
})

describe("a dispute", () => {
  it("has exactly the fields of its resource, and its payment by its id", async () => {
    const [one] = itemsOf(await list("stage=lost"))
    expect(one).toEqual({
      object: "dispute",
      id: expect.stringMatching(/^dispute_[0-9A-HJKMNP-TV-Z]{26}$/),
      payment: first.id,
      stage: "lost",
      reason: "fraud",
      reason_raw: "10.4",
      source: "provider",
      liability_shift: false,
      evidence_due_by: due,
      received_at: received,
      resolved_at: resolved,
      created: received,
      amount: "500",
      currency: "EUR",
      provider_amount: "500",
      provider_currency: "EUR",
      mid: expect.stringMatching(/^mid_/)
    })
  })

  it("has one reason for all schemes, and the scheme's own reason beside it", async () => {
    const [one] = itemsOf(await list("stage=chargeback_received"))
    expect([one?.reason, one?.reason_raw]).toEqual(["not_received", "13.1"])
  })

  it("shows its payment if it is expanded, in a list and retrieved", async () => {
    const payment = (await shop.get(`/payments/${first.id}`)).json
    const [one] = itemsOf(await list("stage=lost&expand[]=payment"))
    expect(one?.payment).toEqual(payment)
    expect((await shop.get(`/disputes/${one?.id}?expand[]=payment`)).json).toEqual(one)
    const unknown = await shop.get(`/disputes/${one?.id}?expand[]=attempt`)
    expect([unknown.status, unknown.error.param]).toEqual([422, "expand"])
  })

  it("makes its payment disputed, while it is open and after it is lost", async () => {
    for (const { id } of [first, second]) {
      expect((await shop.get(`/payments/${id}`)).json.disputed).toBe(true)
    }
  })

  it("can be created, changed and removed only by its provider", async () => {
    const [one] = itemsOf(await list())
    for (const [method, path] of [
      ["POST", "/disputes"],
      ["PATCH", `/disputes/${one?.id}`],
      ["DELETE", `/disputes/${one?.id}`]
    ] as const) {
      const { status, error } = await shop.send(method, path, { body: {} })
      expect([method, status, error.code]).toEqual([method, 405, "method_not_allowed"])
    }
  })

  it("that is unknown is resource_not_found", async () => {
    for (const id of ["dispute_01KA0000000000000000000000", first.id, "x"]) {
      const { status, error } = await shop.get(`/disputes/${id}`)
      expect([id, status, error.code]).toEqual([id, 404, "resource_not_found"])
    }
  })
})
