import type { ChargeFound, ProviderNotification } from "@payloom/core"
import { Effect, Option } from "effect"
import { describe, expect, it } from "vitest"
import { settled } from "../clock/manualClock.ts"
import { type ChargeConduct, chargeThat, lookupThat } from "../sandbox/conduct.ts"
import { sandboxAccounts } from "../sandbox/sandboxAccounts.ts"
import { nothingKnown } from "../sandbox/sandboxCalls.ts"
import { auditedShops, statusOf } from "./testing/auditedShops.ts"
import { openCheckout } from "./testing/openCheckout.ts"
import { day, encrypted, minute, type Shop, second } from "./testing/openShop.ts"

const open = auditedShops()

/** Declines at once at the bank. The answer takes this many seconds. */
const declinesSlowly = (rawCode: string, seconds = 5): ChargeConduct => ({
  _tag: "Reaches",
  verdict: { _tag: "Decline", rawCode },
  line: { _tag: "Answers", afterMs: seconds * second }
})

/** Begins a payment whose first attempt waits for its answer. */
const beginToPay = async (shop: Shop) => {
  const paymentInstrument = await shop.saveCard("approved")
  const paying = shop
    .shop()
    .payments.create(
      { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument },
      { idempotencyKey: "noticed" }
    )
  await settled()
  const [payment] = (await shop.shop().payments.list()).data
  if (payment === undefined) throw new Error("There is no payment.")
  return { paying, payment }
}

/** Pays, and delivers the bank's notification of the first attempt before its answer. */
const payWithNotification = async (shop: Shop) => {
  const begun = await beginToPay(shop)
  await shop.notify(shop.lastAttempt(begun.payment))
  return begun
}

/** Opens a shop whose provider's notifications say of a charge what the test says. */
const openWithNotification = async () => {
  let told: ReadonlyArray<ProviderNotification> = []
  const shop = await open({
    adapted: (provider) => ({ ...provider, readNotification: () => Effect.succeedSome(told) })
  })
  const tell = async (reference: string, state: "pending" | "declined") => {
    const { background } = shop.process().payloom.services
    const charge: ChargeFound = {
      _tag: "Found",
      state,
      amount: 1250n,
      currency: "EUR",
      providerReference: "charge at the bank",
      networkReference: null,
      rawCode: state === "declined" ? "issuer_down" : null
    }
    told = [{ _tag: "Charge", id: state, reference, charge }]
    const [mid = ""] = shop.mids
    const raw = { headers: {}, body: "" }
    await shop.until(Effect.runPromise(background.receiveNotification(mid, raw)))
  }
  return { shop, tell }
}

describe("a notified decline of a charge whose call may still answer", () => {
  it("leaves the cascade to the caller, and the next account approves", async () => {
    const shop = await open()
    const { primary: account } = sandboxAccounts
    shop.box.script.charge(declinesSlowly("issuer_down"), { account })
    const { paying, payment } = await payWithNotification(shop)
    expect(await statusOf(shop, payment)).toBe("processing")
    const paid = await shop.until(paying)
    expect(paid.status).toBe("succeeded")
    expect(paid.attempts).toHaveLength(2)
  })

  it("leaves the step-up to the caller, and the payer sees the challenge", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    shop.box.script.charge(declinesSlowly("sca_required"))
    const ciphertext = await encrypted(shop.box, "step_up")
    const confirming = checkout.payer().confirm({ method: "card", card: { ciphertext } })
    await settled()
    const { payment } = await checkout.retrieve()
    const { attempts } = await shop.shop().payments.retrieve(payment ?? "")
    await shop.notify(attempts.at(-1) ?? "")
    expect(await shop.until(confirming)).toMatchObject({ status: "requires_action" })
  })

  it("is left to the caller, even if the provider first reported the charge as pending", async () => {
    const { shop, tell } = await openWithNotification()
    const { primary: account } = sandboxAccounts
    shop.box.script.charge(declinesSlowly("issuer_down", 9), { account })
    const { paying, payment } = await beginToPay(shop)
    await tell(shop.lastAttempt(payment), "pending")
    await shop.elapse(8 * second)
    await tell(shop.lastAttempt(payment), "declined")
    expect(await statusOf(shop, payment)).toBe("processing")
    const paid = await shop.until(paying)
    expect(paid.status).toBe("succeeded")
    expect(paid.attempts).toHaveLength(2)
  })

  it("is looked up by the attempt's job if the caller is dead", async () => {
    const shop = await open()
    shop.box.script.charge(declinesSlowly("nsf"))
    const { paying, payment } = await payWithNotification(shop)
    paying.catch(() => undefined)
    await shop.restart()
    await shop.elapse(minute)
    expect(await statusOf(shop, payment)).toBe("declined")
  })

  it("settles the payment at once if the call has already answered pending", async () => {
    const shop = await open()
    const payment = await shop.pay("pending_declined")
    await shop.clock.advance(15 * second)
    await shop.notify(shop.lastAttempt(payment))
    expect(await statusOf(shop, payment)).toBe("declined")
  })

  it("does not prevent that an approval is settled at once", async () => {
    const shop = await open()
    const { primary: account } = sandboxAccounts
    const approved: ChargeConduct = {
      _tag: "Reaches",
      verdict: { _tag: "Approve", surplus: 0n, appearsAfterMs: 0 },
      line: { _tag: "Answers", afterMs: 5 * second }
    }
    shop.box.script.charge(approved, { account })
    const { paying, payment } = await payWithNotification(shop)
    expect(await statusOf(shop, payment)).toBe("succeeded")
    expect((await shop.until(paying)).status).toBe("succeeded")
  })
})

describe("a charge that a notification reports as pending while its call may still answer", () => {
  it("is never considered absent, even without an answer and in no lookup", async () => {
    const { shop, tell } = await openWithNotification()
    shop.box.script.charge(chargeThat.hangsAfterCharging())
    shop.box.script.lookup(lookupThat.findsNothing(), { times: 8 })
    const { paying, payment } = await beginToPay(shop)
    await tell(shop.lastAttempt(payment), "pending")
    expect((await shop.until(paying)).status).toBe("processing")
    await shop.elapse(3 * day)
    expect(await statusOf(shop, payment)).toBe("processing")
    await shop.elapse(3 * day)
    expect(await statusOf(shop, payment)).toBe("succeeded")
  })
})

describe("an event of a provider with several notifications", () => {
  it("is processed completely and once, even if its notifications share an id", async () => {
    const shop = await open()
    const payments = [await shop.pay("pending"), await shop.pay("pending")]
    await shop.clock.advance(15 * second)
    const { readNotification } = shop.box.provider
    const [mid = ""] = shop.mids
    const told: Array<ProviderNotification> = []
    for (const payment of payments) {
      const raw = await shop.run(shop.box.notifications.charge(shop.lastAttempt(payment)))
      const account = { id: mid, credentials: sandboxAccounts.primary }
      const notifications = await shop.run(readNotification(account, raw, nothingKnown))
      for (const notification of Option.getOrThrow(notifications))
        told.push({ ...notification, id: "one event" })
    }
    Object.assign(shop.box.provider, { readNotification: () => Effect.succeedSome(told) })
    await shop.restart()
    const { background } = shop.process().payloom.services
    const whole = { headers: {}, body: "" }
    for (let time = 0; time < 2; time++) {
      await shop.until(Effect.runPromise(background.receiveNotification(mid, whole)))
    }
    for (const payment of payments) expect(await statusOf(shop, payment)).toBe("succeeded")
    expect(await shop.ledger()).toHaveLength(2)
  })
})

describe("a connector that reads a notification", () => {
  it("can read how a charge of that account was requested, and whether it is decided", async () => {
    const heard: Array<unknown> = []
    const shop = await open({
      adapted: (provider) => ({
        ...provider,
        readNotification: (_, { body }, known) =>
          Effect.map(known.attempt(body), (attempt) => {
            heard.push(Option.getOrNull(attempt))
            return Option.some([])
          })
      })
    })
    const { background } = shop.process().payloom.services
    const [mid = "", other = ""] = shop.mids
    const ask = (account: string, reference: string) =>
      shop.until(
        Effect.runPromise(background.receiveNotification(account, { headers: {}, body: reference }))
      )
    const { primary: account } = sandboxAccounts
    shop.box.script.charge(chargeThat.answersAfter(2 * second), { account })
    const { paying, payment } = await beginToPay(shop)
    const reference = shop.lastAttempt(payment)
    await ask(mid, reference)
    await shop.until(paying)
    await ask(mid, reference)
    await ask(other, reference)
    await ask(mid, "attempt_of_nobody")
    const known = { reference, amount: 1250n, currency: "EUR", type: "one_off", capture: true }
    expect(heard).toMatchObject([
      { ...known, isInFlight: true },
      { ...known, isInFlight: false },
      null,
      null
    ])
  })
})
