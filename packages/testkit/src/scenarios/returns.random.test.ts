import type { PaymentProvider, Storage } from "@payloom/core"
import { Effect, Option } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { lookupThat } from "../sandbox/conduct.ts"
import { auditedShops, typesOf } from "./testing/auditedShops.ts"
import { captureByHand } from "./testing/captureByHand.ts"
import { openCheckout } from "./testing/openCheckout.ts"
import { day, hour, minute, openShop, second } from "./testing/openShop.ts"
import {
  atBank,
  lastAttempt,
  redirectToBank,
  returnFromRedirect,
  settlingAfterReturn
} from "./testing/redirectedPayer.ts"
import { runsOf } from "./testing/runsOf.ts"

const open = auditedShops({ methods: ["card", "wallet", "apm"] })

describe("a payer who has returned", () => {
  it("is looked up soon, even if their charge has waited for long", async () => {
    const shop = await open()
    const checkout = await redirectToBank(shop)
    await shop.elapse(15 * minute)
    await atBank(shop, true)
    shop.box.script.lookup(lookupThat.isUnavailable())
    expect((await returnFromRedirect(checkout)).status).toBe("processing")
    await shop.elapse(minute)
    expect((await checkout.retrieve()).status).toBe("succeeded")
  })

  it("has not paid while the provider only holds the money, and has after the capture", async () => {
    const shop = await open({
      adapted: (provider) => ({
        ...provider,
        charge: (request) => provider.charge({ ...request, capture: false })
      })
    })
    const checkout = await openCheckout(shop)
    const { payment } = await checkout.choose("sandbox_bank")
    await atBank(shop, true)
    expect((await returnFromRedirect(checkout)).status).toBe("processing")
    const { attempts } = await shop.shop().payments.retrieve(payment ?? "")
    await captureByHand(shop, { attempts })
    await shop.notify(await lastAttempt(shop))
    expect((await checkout.retrieve()).status).toBe("succeeded")
    expect(await typesOf(shop)).toEqual(["payment.pending", "payment.succeeded"])
  })

  it("has no call sent after the deadline by a process that slept", async () => {
    const resumed: Array<string> = []
    const slow = sleepAfter((changes) => changes.some(isReturn), minute)
    const shop = await open({
      between: slow.between,
      adapted: settlingAfterReturn(resumed)
    })
    const checkout = await redirectToBank(shop)
    await atBank(shop, true)
    expect((await returnFromRedirect(checkout)).status).toBe("succeeded")
    expect(resumed).toEqual([])
  })

  it("from instructions does not exist, so the instructions stay", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    const instructions = await checkout.choose("sandbox_voucher")
    expect(await returnFromRedirect(checkout)).toEqual(instructions)
    await atBank(shop, true)
    await shop.notify(await lastAttempt(shop))
    expect((await checkout.retrieve()).status).toBe("succeeded")
  })
})

describe("a late action for the payer", () => {
  it("does not change a charge that a recovery has considered lost meanwhile", async () => {
    const slow = sleepBefore((changes) => changes.some(isAsked), 2 * minute)
    const shop = await open({ between: slow.between })
    const checkout = await openCheckout(shop)
    shop.box.script.lookup(lookupThat.isUnavailable())
    const other = await shop.start()
    const choosing = checkout.payer().confirm({
      method: "apm",
      apm: { type: "sandbox_bank" },
      returnUrl: "https://shop.example/back"
    })
    await shop.clock.advance(minute)
    await other.payloom.runDue()
    expect((await shop.until(choosing)).status).toBe("processing")
    await shop.elapse(hour)
    expect((await checkout.payer().status()).status).toBe("declined")
  })
})

describe("a notification of a pending charge", () => {
  it("cancels no payer at the bank, and causes a lookup", async () => {
    const shop = await open({
      adapted: (provider) => ({
        ...provider,
        readNotification: (mid, raw, known) =>
          Effect.map(
            provider.readNotification(mid, raw, known),
            Option.map((notifications) =>
              notifications.map((notification) =>
                notification._tag === "Charge"
                  ? { ...notification, charge: { ...notification.charge, state: "pending" } }
                  : notification
              )
            )
          )
      })
    })
    const checkout = await openCheckout(shop)
    await checkout.choose("sandbox_voucher")
    await shop.notify(await lastAttempt(shop))
    await shop.elapse(hour)
    expect((await checkout.payer().status()).status).toBe("requires_action")
    await atBank(shop, true)
    await shop.notify(await lastAttempt(shop))
    await shop.work()
    expect((await checkout.retrieve()).status).toBe("succeeded")
  })
})

describe("a session's charge", () => {
  it("can't be resolved by hand as held, because it was paid or not", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    await checkout.confirm("timeout_charged")
    const attempt = await lastAttempt(shop)
    const resolve = (captured: boolean) =>
      shop.shop().payments.resolveAttempt(attempt, {
        _tag: "Charged",
        captured,
        providerReference: `ch_${attempt}`
      })
    await expect(resolve(false)).rejects.toThrow("captured")
    expect((await resolve(true)).status).toBe("succeeded")
  })
})

describe("a change of the payer's choice", () => {
  it("ten times does not count as ten declines", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    for (let time = 0; time < 12; time++) await checkout.choose("sandbox_bank")
    expect((await checkout.confirm("approved")).status).toBe("succeeded")
  })
})

describe("a charge with an unknown outcome", () => {
  it("is recorded once, for any number of lookups and any provider references", async () => {
    const ours = (provider: PaymentProvider): PaymentProvider => ({
      ...provider,
      charge: (request) =>
        Effect.map(provider.charge(request), (answer) => ({
          ...answer,
          providerReference: request.reference
        })) as ReturnType<PaymentProvider["charge"]>,
      lookup: ({ reference, ...by }) =>
        Effect.map(provider.lookup({ reference, ...by }), (answer) =>
          answer._tag === "Found" ? { ...answer, providerReference: reference } : answer
        )
    })
    const shop = await openShop({ adapted: ours })
    const checkout = await openCheckout(shop)
    await checkout.confirm("pending")
    shop.box.script.lookup(lookupThat.isUnavailable(), { times: 3 })
    await shop.elapse(second)
    await shop.notify(await lastAttempt(shop))
    await shop.elapse(day)
    expect(await typesOf(shop)).toEqual(["payment.pending", "payment.succeeded"])
  })
})

describe("after any actions of a payer at the bank and on the page, at any speed", () => {
  const ms = fc.nat({ max: 4000 })
  const moment = fc.nat({ max: 20_000 })
  const life = fc.record({
    lookup: ms,
    cancel: ms,
    commit: fc.nat({ max: 1500 }),
    approves: moment,
    returns: fc.array(moment, { maxLength: 3 }),
    otherCard: fc.option(moment)
  })

  it("they are charged at most once, without the help of notifications", () =>
    fc.assert(
      fc.asyncProperty(life, async ({ lookup, cancel, commit, approves, returns, otherCard }) => {
        const slow = sleepBefore(() => true, 0)
        const shop = await openShop({
          methods: ["card", "wallet", "apm"],
          between: slow.between,
          adapted: (provider) => ({
            ...provider,
            lookup: (by) => Effect.delay(provider.lookup(by), lookup),
            cancel: (charge) => Effect.delay(provider.cancel(charge), cancel)
          })
        })
        const other = await shop.start()
        const checkout = await redirectToBank(shop)
        const attempt = await lastAttempt(shop)
        const card = { ciphertext: await shop.box.encryptCard("approved") }
        slow.by(commit)
        const done: Array<Promise<unknown>> = []
        const payers = [checkout.payer(), checkout.payer(other.payloom)]
        const plan = [
          { at: approves, act: () => shop.run(shop.box.bank.payerAnswers(attempt, true)) },
          ...returns.map((at, n) => ({
            at,
            act: () => payers[n % 2]?.confirm({ method: "apm", returned: true })
          })),
          ...(otherCard === null
            ? []
            : [{ at: otherCard, act: () => payers[1]?.confirm({ method: "card", card }) }])
        ].toSorted((one, next) => one.at - next.at)
        const start = shop.clock.now()
        for (const { at, act } of plan) {
          await shop.clock.advance(Math.max(start + at - shop.clock.now(), 0))
          done.push(Promise.resolve(act()).catch(() => undefined))
        }
        await shop.until(Promise.all(done))
        slow.by(0)
        await shop.elapse(2 * hour)
        const charges = await shop.run(shop.box.bank.charges())
        const taken = charges.filter(({ state }) => state === "captured").length
        expect(taken).toBeLessThanOrEqual(1)
        const { status } = await checkout.retrieve()
        expect(status).toBe(taken === 1 ? "succeeded" : "active")
        expect(await shop.audit()).toEqual([])
      }),
      { numRuns: runsOf(60), seed: 20_261_121 }
    ))
})

type Changes = Parameters<Storage["Service"]["commit"]>[0]

const rowIn = (change: Changes[number]) =>
  change._tag === "Update" ? (change.row as { readonly status?: string }) : {}

const isReturn = (change: Changes[number]): boolean =>
  change._tag === "Update" &&
  (change.before as { readonly status?: string }).status === "requires_action" &&
  rowIn(change).status === "pending"

const isAsked = (change: Changes[number]): boolean => rowIn(change).status === "requires_action"

/** Makes commits slow: once, or as `by` says from then on. */
const sleepBefore = (isMeant: (changes: Changes) => boolean, ms: number) => {
  let delay = ms
  const between = (storage: Storage["Service"]): Storage["Service"] => ({
    ...storage,
    commit: (changes) =>
      delay > 0 && isMeant(changes)
        ? Effect.delay(storage.commit(changes), delay)
        : storage.commit(changes)
  })
  const by = (next: number) => {
    delay = next
  }
  return { between, by }
}

/** Makes a process sleep after such a commit. */
const sleepAfter = (isMeant: (changes: Changes) => boolean, ms: number) => ({
  between: (storage: Storage["Service"]): Storage["Service"] => ({
    ...storage,
    commit: (changes) =>
      isMeant(changes)
        ? Effect.andThen(storage.commit(changes), Effect.sleep(ms))
        : storage.commit(changes)
  })
})
