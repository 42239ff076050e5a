import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { chargeThat, lookupThat } from "../sandbox/conduct.ts"
import { alertsOf, auditedShops, statusOf, typesOf } from "./testing/auditedShops.ts"
import { day, hour, minute, type Shop, second } from "./testing/openShop.ts"

const open = auditedShops()

describe("a charge without an answer", () => {
  it("is looked up and found to be captured, once", async () => {
    const shop = await open()
    const payment = await shop.pay("timeout_charged")
    expect(payment.status).toBe("processing")
    expect(await typesOf(shop)).toEqual(["payment.pending"])
    await shop.elapse(5 * second)
    expect(await statusOf(shop, payment)).toBe("succeeded")
    expect(await shop.run(shop.box.bank.timesCharged(shop.lastAttempt(payment)))).toBe(1)
    expect(await typesOf(shop)).toEqual(["payment.pending", "payment.succeeded"])
  })

  it("fails at the end of the provider's settle window if it is not found", async () => {
    const shop = await open()
    const payment = await shop.pay("timeout_not_charged")
    await shop.elapse(9 * minute)
    expect(await statusOf(shop, payment)).toBe("processing")
    await shop.elapse(2 * minute)
    const failed = await shop.shop().payments.retrieve(payment.id)
    expect(failed).toMatchObject({ status: "failed", decline: { code: "processing_error" } })
    expect(failed.attempts).toHaveLength(1)
  })

  it("is found if the connection broke after the charge", async () => {
    const shop = await open()
    const payment = await shop.pay("lost_answer")
    expect(payment.status).toBe("processing")
    await shop.elapse(5 * second)
    expect(await statusOf(shop, payment)).toBe("succeeded")
  })

  it("is found even if it appears only later", async () => {
    const shop = await open()
    const payment = await shop.pay("late_charge")
    await shop.elapse(2 * minute)
    expect(await statusOf(shop, payment)).toBe("processing")
    await shop.elapse(15 * minute)
    expect(await statusOf(shop, payment)).toBe("succeeded")
  })

  it("is settled by its answer if that comes, however late", async () => {
    const shop = await open()
    shop.box.script.charge(chargeThat.answersAfter(31 * second))
    shop.box.script.lookup(lookupThat.isUnavailable(), { times: Number.POSITIVE_INFINITY })
    const payment = await shop.pay("approved")
    expect(payment.status).toBe("processing")
    await shop.clock.advance(2 * second)
    expect(await statusOf(shop, payment)).toBe("succeeded")
    await shop.elapse(hour)
    expect(await typesOf(shop)).toEqual(["payment.pending", "payment.succeeded"])
  })

  it("that was looked up meanwhile is not changed by its late answer", async () => {
    const shop = await open()
    shop.box.script.charge(chargeThat.answersAfter(60 * second))
    const payment = await shop.pay("approved")
    await shop.elapse(5 * second)
    expect(await statusOf(shop, payment)).toBe("succeeded")
    await shop.clock.advance(minute)
    expect(await typesOf(shop)).toEqual(["payment.pending", "payment.succeeded"])
    expect(await shop.ledger()).toHaveLength(1)
  })

  it("is looked up after 5 s, 30 s, 2 min, 10 min and 1 h, then daily", async () => {
    const asked: Array<number> = []
    const shop: Shop = await open({
      adapted: (provider) => ({
        ...provider,
        lookup: (by) => {
          asked.push(shop.clock.now())
          return provider.lookup(by)
        }
      })
    })
    shop.box.script.lookup(lookupThat.isUnavailable(), { times: Number.POSITIVE_INFINITY })
    const began = shop.clock.now()
    const payment = await shop.pay("timeout_charged")
    const unknownSince = shop.clock.now()
    await shop.elapse(4 * day)
    const waits = asked.map((at, position) => at - (asked[position - 1] ?? unknownSince))
    expect(waits.slice(0, 5)).toEqual([5 * second, 30 * second, 2 * minute, 10 * minute, hour])
    // The first daily lookup is when the charge is a day old, which is also the time of the alert.
    expect(asked.slice(5).map((at) => at - began)).toEqual([day, 2 * day, 3 * day, 4 * day])
    expect(await statusOf(shop, payment)).toBe("processing")
  })

  it("stays unknown while the lookup fails, raises one alert after a day, and waits on", async () => {
    const shop = await open()
    shop.box.script.lookup(lookupThat.isUnavailable(), { times: Number.POSITIVE_INFINITY })
    const payment = await shop.pay("timeout_charged")
    await shop.elapse(day - minute)
    expect(alertsOf(shop)).toEqual([])
    await shop.elapse(5 * minute)
    expect(alertsOf(shop)).toEqual(["alert.outcome_unknown"])
    await shop.elapse(5 * day)
    expect(alertsOf(shop)).toEqual(["alert.outcome_unknown"])
    expect(await statusOf(shop, payment)).toBe("processing")
    shop.box.script.clear()
    await shop.elapse(day)
    expect(await statusOf(shop, payment)).toBe("succeeded")
  })

  it("that waits for a payer is canceled at the provider before it is declined", async () => {
    for (const hears of ["lookup", "notification"]) {
      const shop = await open()
      shop.box.script.charge({
        _tag: "Reaches",
        verdict: { _tag: "AskPayer" },
        line: { _tag: "Breaks" }
      })
      const payment = await shop.pay("approved")
      const attempt = shop.lastAttempt(payment)
      await (hears === "lookup" ? shop.elapse(minute) : shop.notify(attempt))
      expect(await statusOf(shop, payment)).toBe("declined")
      await shop.run(shop.box.bank.payerAnswers(attempt, true))
      expect(await shop.run(shop.box.bank.charges())).toMatchObject([{ state: "declined" }])
    }
  })

  it("may be resolved by hand as charged", async () => {
    const shop = await open()
    shop.box.script.lookup(lookupThat.isUnavailable(), { times: Number.POSITIVE_INFINITY })
    const payment = await shop.pay("timeout_charged")
    const attempt = shop.lastAttempt(payment)
    const [charge] = await shop.run(shop.box.bank.charges())
    const resolution = {
      _tag: "Charged",
      captured: true,
      providerReference: charge?.providerReference ?? ""
    } as const
    const resolved = await shop.shop().payments.resolveAttempt(attempt, resolution)
    expect(resolved).toMatchObject({ status: "succeeded", amountCaptured: 1250n })
    await expect(
      shop.shop().payments.resolveAttempt(attempt, { _tag: "NotCharged" })
    ).rejects.toMatchObject({ _tag: "InvalidInput", param: "attempt" })
    await shop.elapse(day)
    expect(await typesOf(shop)).toEqual(["payment.pending", "payment.succeeded"])
  })

  it("may be resolved by hand as not charged", async () => {
    const shop = await open()
    shop.box.script.lookup(lookupThat.isUnavailable(), { times: Number.POSITIVE_INFINITY })
    const payment = await shop.pay("timeout_not_charged")
    const resolved = await shop
      .shop()
      .payments.resolveAttempt(shop.lastAttempt(payment), { _tag: "NotCharged" })
    expect(resolved).toMatchObject({ status: "failed", decline: { code: "processing_error" } })
  })
})

describe("a provider without lookups that de-duplicates", () => {
  const onlyDedupe = { providers: [{ capabilities: { lookup: false } }] } as const

  it("gets the same reference again and charges once", async () => {
    const shop = await open(onlyDedupe)
    const payment = await shop.pay("timeout_charged")
    expect(payment.status).toBe("processing")
    await shop.elapse(minute)
    expect(await statusOf(shop, payment)).toBe("succeeded")
    expect(await shop.run(shop.box.bank.timesCharged(shop.lastAttempt(payment)))).toBe(1)
  })

  it("charges at the second call if the first was lost", async () => {
    const shop = await open(onlyDedupe)
    shop.box.script.charge(chargeThat.throws())
    const payment = await shop.pay("approved")
    expect(payment.status).toBe("processing")
    await shop.elapse(minute)
    expect(await statusOf(shop, payment)).toBe("succeeded")
  })

  it("is not believed if it answers NotSent to the second call", async () => {
    const shop = await open(onlyDedupe)
    shop.box.script.charge(chargeThat.throwsAfterCharging())
    shop.box.script.charge(chargeThat.isNotSent(), { times: 2 })
    const payment = await shop.pay("approved")
    await shop.elapse(40 * second)
    expect(await statusOf(shop, payment)).toBe("processing")
    await shop.elapse(hour)
    expect(await statusOf(shop, payment)).toBe("succeeded")
  })

  it("gets no call after it has forgotten the reference, and the outcome stays open", async () => {
    const shop = await open(onlyDedupe)
    shop.box.script.charge(chargeThat.throwsAfterCharging(), { times: Number.POSITIVE_INFINITY })
    const payment = await shop.pay("approved")
    await shop.elapse(2 * day)
    shop.box.script.clear()
    await shop.elapse(5 * day)
    expect(await statusOf(shop, payment)).toBe("processing")
    expect(await shop.run(shop.box.bank.timesCharged(shop.lastAttempt(payment)))).toBe(1)
    expect(alertsOf(shop)).toEqual(["alert.outcome_unknown"])
  })
})

describe("a charge of another amount than requested", () => {
  it("stays unknown, with an alert, until a person decides it", async () => {
    const shop = await open()
    const payment = await shop.pay("wrong_amount")
    expect(payment).toMatchObject({ status: "processing", amountCaptured: 0n })
    expect(alertsOf(shop)).toEqual(["alert.amount_mismatch"])
    await shop.elapse(hour)
    expect(await statusOf(shop, payment)).toBe("processing")
    expect(alertsOf(shop)).toEqual(["alert.amount_mismatch"])
    expect(await shop.ledger()).toEqual([])
  })

  /** The bank charges 1 EUR more than requested, and the answer is lost. */
  const tooMuch = {
    _tag: "Reaches",
    verdict: { _tag: "Approve", surplus: 100n, appearsAfterMs: 0 },
    line: { _tag: "Breaks" }
  } as const

  it("that is found after its answer was lost is recorded once, for any number of lookups", async () => {
    const shop = await open()
    shop.box.script.charge(tooMuch)
    const payment = await shop.pay("approved")
    expect([payment.status, alertsOf(shop)]).toEqual(["processing", []])
    await shop.elapse(5 * second)
    expect(alertsOf(shop)).toEqual(["alert.amount_mismatch"])
    await shop.notify(shop.lastAttempt(payment))
    await shop.elapse(hour)
    expect(alertsOf(shop)).toEqual(["alert.amount_mismatch"])
    expect(await statusOf(shop, payment)).toBe("processing")
    expect(await typesOf(shop, payment.id)).toEqual(["payment.pending", "alert.amount_mismatch"])
  })

  it("is not recorded again after lookups that found nothing or failed in between", async () => {
    const shop = await open()
    shop.box.script.charge(tooMuch)
    const payment = await shop.pay("approved")
    await shop.elapse(5 * second)
    shop.box.script.lookup(lookupThat.isUnavailable())
    shop.box.script.lookup(lookupThat.findsNothing())
    shop.box.script.lookup(lookupThat.throws())
    await shop.elapse(12 * hour)
    expect(alertsOf(shop)).toEqual(["alert.amount_mismatch"])
    expect(await statusOf(shop, payment)).toBe("processing")
    await shop.elapse(day)
    expect(alertsOf(shop)).toEqual(["alert.amount_mismatch", "alert.outcome_unknown"])
  })

  it("that a notification reported first is not recorded again by the lookup", async () => {
    const shop = await open()
    shop.box.script.charge(tooMuch)
    const payment = await shop.pay("approved")
    await shop.notify(shop.lastAttempt(payment))
    expect(alertsOf(shop)).toEqual(["alert.amount_mismatch"])
    await shop.elapse(hour)
    expect(alertsOf(shop)).toEqual(["alert.amount_mismatch"])
  })
})

describe("a lookup that is not answered in time", () => {
  it("is interrupted and repeated, and a late charge is still found", async () => {
    const given: Array<string> = []
    const hanging = (call: string) =>
      Effect.onInterrupt(Effect.never, () => Effect.sync(() => void given.push(call)))
    const shop = await open({
      adapted: (provider) => ({
        ...provider,
        charge: (request) => Effect.andThen(provider.charge(request), hanging("charge")),
        lookup: (query) => (given.length < 2 ? hanging("lookup") : provider.lookup(query))
      })
    })
    const { id } = await shop.pay("approved")
    await shop.elapse(hour)
    expect(given).toEqual(["lookup", "lookup"])
    expect((await shop.shop().payments.retrieve(id)).status).toBe("succeeded")
  })
})
