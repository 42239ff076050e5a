import {
  AttemptCollection,
  type ChargeOutcome,
  type CheckoutResult,
  type PaymentProvider
} from "@payloom/core"
import { Clock, Effect, Option } from "effect"
import { describe, expect, it } from "vitest"
import { sandboxReturn } from "../sandbox/sandboxReturns.ts"
import { auditedShops } from "./testing/auditedShops.ts"
import { atBank, lastAttempt } from "./testing/awayPayer.ts"
import { type Checkout, openCheckout } from "./testing/openCheckout.ts"
import { hour, minute, type Shop } from "./testing/openShop.ts"

const audited = auditedShops()

/** A provider that can't be asked, and has to be told what its payers bring back. */
const told = { payers: "told", capabilities: { lookup: false } } as const

const open = (provider: object = told, options: Parameters<typeof audited>[0] = {}) =>
  audited({ methods: ["card", "wallet", "apm"], providers: [provider], ...options })

const back = async (
  shop: Shop,
  checkout: Checkout,
  returned = sandboxReturn
): Promise<CheckoutResult> =>
  checkout.submit({ method: "apm", returned: returned(await lastAttempt(shop)) })

describe("a provider that wants back what it sent along with its payer", () => {
  it("hears of it, and has been paid", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    expect(await checkout.choose("sandbox_bank")).toMatchObject({ status: "requires_action" })
    await atBank(shop, true)
    expect(await back(shop, checkout)).toMatchObject({ status: "succeeded" })
    expect(await shop.ledger()).toHaveLength(1)
  })

  it("says that they refused, and they may choose another way to pay", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    await checkout.choose("sandbox_bank")
    await atBank(shop, false)
    expect(await back(shop, checkout)).toMatchObject({ status: "declined" })
    expect((await checkout.confirm("approved")).status).toBe("succeeded")
  })

  it("is told it again after the process died that heard of it", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    await checkout.choose("sandbox_bank")
    await atBank(shop, true)
    shop.process().mortal.meet((commit) => (commit === 1 ? "dies_after" : undefined))
    await shop.untilDead(back(shop, checkout))
    await shop.restart()
    await shop.elapse(hour)
    expect((await checkout.retrieve()).status).toBe("succeeded")
    expect(await shop.run(shop.box.bank.doubled())).toEqual([])
  })

  it("settles nothing where the payer brought nothing back, until they do", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    await checkout.choose("sandbox_bank")
    await atBank(shop, true)
    const result = await checkout.submit({ method: "apm", returned: true })
    expect(result).toMatchObject({ status: "processing" })
    await shop.elapse(minute)
    await shop.notify(await lastAttempt(shop))
    expect((await checkout.retrieve()).status).toBe("succeeded")
  })

  it("lets them choose another way while they are away, for it gives the first one up", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    await checkout.choose("sandbox_bank")
    const first = await lastAttempt(shop)
    expect((await checkout.confirm("approved")).status).toBe("succeeded")
    await atBank(shop, true, first)
    expect(await shop.run(shop.box.bank.timesCharged(first))).toBe(0)
  })

  it("has whoever never comes back declined when their time is up", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    await checkout.choose("sandbox_bank")
    await shop.elapse(2 * hour)
    expect(await checkout.payer().status()).toMatchObject({ status: "declined" })
  })

  it("keeps neither the state nor what was brought once it is over", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    await checkout.choose("sandbox_bank")
    const id = await lastAttempt(shop)
    const stored = () => shop.run(shop.storage.get(shop.shop().scope, AttemptCollection, id))
    expect(Option.getOrThrow(await stored()).row.action?.state).toBe(`state_of_${id}`)
    await atBank(shop, true)
    await back(shop, checkout)
    expect(Option.getOrThrow(await stored()).row.action).toBeNull()
  })
})

describe("a provider whose own script asks the payer", () => {
  it("has its action told to the page, with the kind and the payload that it gave", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    const result = await checkout.choose("sandbox_app")
    expect(result).toMatchObject({
      status: "requires_action",
      action: {
        type: "client_side",
        kind: "sandbox_challenge",
        payload: { reference: await lastAttempt(shop) }
      }
    })
    expect(await checkout.payer().status()).toEqual(result)
  })

  it.each([
    [true, "succeeded"],
    [false, "declined"]
  ] as const)("is told what its script had from the payer: %s", async (approves, status) => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    await checkout.choose("sandbox_app")
    const result = await back(shop, checkout, (reference) => sandboxReturn(reference, approves))
    expect(result.status).toBe(status)
    await shop.elapse(hour)
    expect((await checkout.payer().status()).status).toBe(status)
  })
})

describe("a provider that asks for one thing after another", () => {
  /** Its script looks at the device first, and then asks the payer. */
  const inTwoSteps =
    (states: Array<string | null>) =>
    (provider: PaymentProvider): PaymentProvider => ({
      ...provider,
      resume: (request) => {
        states.push(request.state)
        if (states.length > 1) {
          const state = `state_of_${request.reference}`
          return provider.resume?.({ ...request, state }) ?? Effect.die("it resumes")
        }
        return Effect.map(
          Clock.currentTimeMillis,
          (now): ChargeOutcome => ({
            _tag: "RequiresAction",
            providerReference: request.providerReference,
            action: { _tag: "ClientSide", kind: "second_step", payload: null },
            expiresAt: now + hour,
            state: "second"
          })
        )
      }
    })

  it("has each told to the page, and gets back the state of the one that was done", async () => {
    const states: Array<string | null> = []
    const shop = await open(told, { adapted: inTwoSteps(states) })
    const checkout = await openCheckout(shop)
    await checkout.choose("sandbox_app")
    const approved = (reference: string) => sandboxReturn(reference, true)
    expect(await back(shop, checkout, approved)).toMatchObject({
      status: "requires_action",
      action: { type: "client_side", kind: "second_step", payload: null }
    })
    expect(await back(shop, checkout, approved)).toMatchObject({
      status: "succeeded",
      action: null
    })
    expect(states).toEqual([`state_of_${await lastAttempt(shop)}`, "second"])
    expect(await shop.ledger()).toHaveLength(1)
  })

  it("is told the second as well by another process, where one died in between", async () => {
    const states: Array<string | null> = []
    const shop = await open(told, { adapted: inTwoSteps(states) })
    const checkout = await openCheckout(shop)
    await checkout.choose("sandbox_app")
    const first = (reference: string) => sandboxReturn(reference, true)
    await back(shop, checkout, first)
    await shop.restart()
    expect(await checkout.payer().status()).toMatchObject({ status: "requires_action" })
    expect(await back(shop, checkout, first)).toMatchObject({ status: "succeeded" })
  })
})

describe("a provider that can't be asked, but tells by notifications", () => {
  const notifying = { capabilities: { lookup: false, notifications: true } }

  it("may send payers away: its notification settles what they did", async () => {
    const shop = await open(notifying)
    const checkout = await openCheckout(shop)
    await checkout.choose("sandbox_bank")
    await atBank(shop, true)
    expect(await checkout.submit({ method: "apm", returned: true })).toMatchObject({
      status: "processing"
    })
    await shop.notify(await lastAttempt(shop))
    expect((await checkout.retrieve()).status).toBe("succeeded")
  })
})

describe("what a payer brings back", () => {
  it.each([
    ["too large", { query: { a: "x".repeat(33_000) } }],
    ["nested too deep", { result: JSON.parse(`${"[".repeat(30)}${"]".repeat(30)}`) }],
    ["a card number", { query: { pan: "4242424242424242" } }]
  ] as const)("is refused where it is %s", async (_, returned) => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    await checkout.choose("sandbox_bank")
    await expect(checkout.submit({ method: "apm", returned })).rejects.toMatchObject({
      _tag: "InvalidInput",
      param: "returned"
    })
    await atBank(shop, true)
    expect(await back(shop, checkout)).toMatchObject({ status: "succeeded" })
  })
})
