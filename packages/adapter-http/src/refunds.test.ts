import { PaymentCollection, update } from "@payloom/core"
import { modificationThat } from "@payloom/testkit"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { openTill, type Till } from "./testing/openTill.ts"
import { idsOf, itemsOf } from "./testing/shopClient.ts"

const shop = await openTill()
const { charged, payment, refund } = shop

/** Records that an amount of a payment is in open or lost disputes. */
const dispute = (id: string, amountDisputed: bigint, at: Till = shop) => {
  const { storage, merchant } = at
  return Effect.runPromise(
    Effect.gen(function* () {
      const found = yield* storage.get(merchant.scope, PaymentCollection, id)
      const payment = yield* Effect.fromOption(found)
      const row = { ...payment.row, amountDisputed }
      yield* storage.commit([update(PaymentCollection, payment, row)])
    })
  )
}

describe("a refund", () => {
  it("is answered as pending, with the fields of its resource, before any money has moved", async () => {
    const id = await charged()
    const { status, json } = await refund(id, { amount: "400", reason: "damaged" })
    expect(status).toBe(200)
    expect(json).toEqual({
      object: "refund",
      id: expect.stringMatching(/^refund_[0-7][0-9A-HJKMNP-TV-Z]{25}$/),
      payment: id,
      status: "pending",
      reason: "damaged",
      amount: "400",
      currency: "EUR",
      failure_reason: null,
      created: shop.clock.iso()
    })
    expect(await payment(id)).toMatchObject({ status: "succeeded", amount_refunded: "0" })
  })

  it("may be repeated until the captured amount is refunded", async () => {
    const id = await charged()
    for (const [amount, status, total] of [
      ["1", "partially_refunded", "1"],
      ["1248", "partially_refunded", "1249"],
      ["1", "refunded", "1250"]
    ] as const) {
      expect((await refund(id, { amount })).status).toBe(200)
      await shop.work()
      expect(await payment(id)).toMatchObject({
        status,
        amount_captured: "1250",
        amount_refunded: total
      })
    }
    const { status, error } = await refund(id, { amount: "1" })
    expect(status).toBe(409)
    expect(error).toMatchObject({ type: "conflict_error", code: "payment_not_refundable" })
  })

  it("without an amount refunds the rest", async () => {
    const id = await charged()
    await refund(id, { amount: "250" })
    const { json } = await refund(id)
    expect([json.amount, json.reason]).toEqual(["1000", null])
    await shop.work()
    expect(await payment(id)).toMatchObject({ status: "refunded", amount_refunded: "1250" })
  })

  it("of a partial capture is at most the captured amount", async () => {
    const id = await charged({ capture_method: "manual" })
    await shop.post(`/payments/${id}/capture`, { amount: "1000" })
    await shop.work()
    expect((await refund(id, { amount: "1001" })).error.code).toBe("amount_too_large")
    expect((await refund(id)).json.amount).toBe("1000")
    await shop.work()
    expect((await payment(id)).status).toBe("refunded")
  })

  it("of more than the rest is 422 amount_too_large", async () => {
    const id = await charged()
    const { status, error } = await refund(id, { amount: "1251" })
    expect([status, error.code, error.param]).toEqual([422, "amount_too_large", "amount"])
  })

  it("counts pending ones, so together they never exceed the captured amount", async () => {
    const id = await charged()
    expect((await refund(id, { amount: "1000" })).status).toBe(200)
    const over = await refund(id, { amount: "251" })
    expect([over.status, over.error.code]).toEqual([422, "amount_too_large"])
    expect((await refund(id, { amount: "250" })).status).toBe(200)
    const none = await refund(id, { amount: "1" })
    expect([none.status, none.error.code]).toEqual([409, "payment_not_refundable"])
  })

  it("at the same moment as others never exceeds the rest", async () => {
    const id = await charged()
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => refund(id, { amount: "400" }))
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(3)
    await shop.work()
    expect((await payment(id)).amount_refunded).toBe("1200")
  })

  it("that fails makes its amount refundable again", async () => {
    const id = await charged()
    shop.box.script.refund(modificationThat.fails("account_closed"))
    await refund(id)
    await shop.work()
    expect(await payment(id)).toMatchObject({ status: "succeeded", amount_refunded: "0" })
    expect(itemsOf(await shop.get(`/payments/${id}/refunds`))[0]?.status).toBe("failed")
    expect((await refund(id)).json.amount).toBe("1250")
  })

  it("that is reversed after it succeeded resets the payment's status", async () => {
    const id = await charged({ payment_instrument: await shop.saveCard("refund_reversed") })
    const made = (await refund(id)).json
    await shop.work()
    expect((await payment(id)).status).toBe("refunded")
    await shop.clock.advance(120_000)
    const [mid] = await shop.merchant.routing.listMids()
    const { body, headers } = await shop.notified("modification", String(made.id))
    await shop.post(`/providers/${mid?.id}/notifications`, body, { headers, bearer: null })
    expect(await payment(id)).toMatchObject({ status: "succeeded", amount_refunded: "0" })
    expect(itemsOf(await shop.get(`/payments/${id}/refunds`))[0]?.status).toBe("reversed")
  })

  it("of a payment that captured nothing is 409 payment_not_refundable", async () => {
    const poor = await shop.saveCard("insufficient_funds")
    const ids = [
      String((await shop.pay()).json.id),
      await charged({ capture_method: "manual" }),
      await charged({ payment_instrument: poor }),
      await charged({ type: "verify", amount: "0" })
    ]
    for (const id of ids) {
      const { status, error } = await refund(id)
      expect([status, error.code]).toEqual([409, "payment_not_refundable"])
    }
  })

  it("of zero is 422 parameter_invalid, and an ill-formed amount amount_invalid_format", async () => {
    const id = await charged()
    const zero = await refund(id, { amount: "0" })
    expect([zero.status, zero.error.code, zero.error.param]).toEqual([
      422,
      "parameter_invalid",
      "amount"
    ])
    expect((await refund(id, { amount: "-1" })).error.code).toBe("amount_invalid_format")
  })

  it("takes a reason of at most 500 characters without a card number, and no other fields", async () => {
    const id = await charged()
    expect((await refund(id, { amount: "1", reason: "x".repeat(500) })).status).toBe(200)
    const long = await refund(id, { reason: "x".repeat(501) })
    expect([long.status, long.error.code]).toEqual([422, "parameter_invalid"])
    const pan = await refund(id, { reason: "paid with 4242-4242-4242-4242" })
    expect([pan.status, pan.error.code]).toEqual([422, "card_number_not_allowed"])
    expect(pan.text).not.toContain("4242")
    expect((await refund(id, { metadata: {} })).error.code).toBe("parameter_unknown")
  })

  it("moves its amount in the ledger, which stays balanced", async () => {
    const refunded = async () => {
      const balances = await shop.merchant.ledger.trialBalance()
      expect(balances.reduce((sum, { balance }) => sum + balance, 0n)).toBe(0n)
      return balances.find(({ account }) => account === "refunds")?.balance ?? 0n
    }
    const id = await charged()
    await shop.work()
    const before = await refunded()
    await refund(id, { amount: "300" })
    expect(await refunded()).toBe(before)
    await shop.work()
    const moved = (await refunded()) - before
    expect(moved === 300n || moved === -300n).toBe(true)
  })
})

describe("a refund of a disputed payment", () => {
  it("is at most what is neither refunded nor disputed", async () => {
    const id = await charged()
    await dispute(id, 500n)
    const over = await refund(id, { amount: "751" })
    expect([over.status, over.error.code, over.error.param]).toEqual([
      422,
      "amount_too_large",
      "amount"
    ])
    expect((await refund(id)).json.amount).toBe("750")
    expect((await refund(id)).error.code).toBe("payment_not_refundable")
  })

  it("is 409 payment_not_refundable if all of it is disputed", async () => {
    const id = await charged()
    await dispute(id, 1250n)
    const { status, error } = await refund(id, { amount: "1" })
    expect([status, error.code]).toEqual([409, "payment_not_refundable"])
  })

  it("is 409 payment_not_refundable in part if its provider only refunds in full", async () => {
    const till = await openTill({ sandbox: { providers: [{ capabilities: { refunds: "full" } }] } })
    const id = await till.charged()
    await dispute(id, 500n, till)
    const { status, error } = await till.refund(id)
    expect([status, error.code, error.param]).toEqual([409, "payment_not_refundable", undefined])
    expect((await till.refund(id, { amount: "750" })).error.param).toBe("amount")
  })

  it("finds nothing left if refunded money is also disputed", async () => {
    const id = await charged()
    await refund(id, { amount: "1000" })
    await dispute(id, 1250n)
    expect((await refund(id, { amount: "1" })).error.code).toBe("payment_not_refundable")
    await dispute(id, 0n)
    expect((await refund(id)).json.amount).toBe("250")
  })

  it("counts a dispute that comes between its decision and its commit", async () => {
    const race: { before: (() => Promise<unknown>) | null } = { before: null }
    const till = await openTill({
      faulty: (storage) => ({
        ...storage,
        commit: (changes) => {
          const { before } = race
          race.before = null
          const commit = storage.commit(changes)
          return before === null ? commit : Effect.andThen(Effect.promise(before), commit)
        }
      })
    })
    const id = await till.charged()
    race.before = () => dispute(id, 1000n, till)
    const { status, error } = await till.refund(id, { amount: "251" })
    expect([status, error.code]).toEqual([422, "amount_too_large"])
  })
})

describe("the list of refunds", () => {
  it("is one page, newest first: has_more is false and next_cursor is null", async () => {
    const id = await charged()
    const made: Array<unknown> = []
    for (let n = 0; n < 25; n++) made.unshift((await refund(id, { amount: "1" })).json.id)
    const reply = await shop.get(`/payments/${id}/refunds`)
    expect(idsOf(reply)).toEqual(made)
    expect(reply.json).toMatchObject({ object: "list", has_more: false, next_cursor: null })
  })

  it("does not apply limit, starting_after and ending_before, whatever their values", async () => {
    const id = await charged()
    for (let n = 0; n < 3; n++) await refund(id, { amount: "1" })
    for (const query of ["limit=1", "limit=0", "limit=x&starting_after=x&ending_before=y"]) {
      const reply = await shop.get(`/payments/${id}/refunds?${query}`)
      expect([reply.status, idsOf(reply).length, reply.json.has_more]).toEqual([200, 3, false])
    }
  })

  it("shows only those of its payment, in their current state", async () => {
    const [one, other] = [await charged(), await charged()]
    const { json } = await refund(one)
    await refund(other)
    await shop.work()
    expect(itemsOf(await shop.get(`/payments/${one}/refunds`))).toEqual([
      { ...json, status: "succeeded" }
    ])
  })

  it("of a payment without any is empty, and of an unknown payment 404", async () => {
    expect(idsOf(await shop.get(`/payments/${await charged()}/refunds`))).toEqual([])
    const { status, error } = await shop.get("/payments/payment_01KA0000000000000000000000/refunds")
    expect([status, error.code]).toEqual([404, "resource_not_found"])
  })
})
