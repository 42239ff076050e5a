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
import { type Checkout, openCheckout } from "./testing/openCheckout.ts"
import { hour, minute, type Shop } from "./testing/openShop.ts"
import { atBank, lastAttempt, redirectToBank } from "./testing/redirectedPayer.ts"

/** Opens a shop at a provider without lookups that needs the payer's return data. */
const open = auditedShops({
  methods: ["card", "wallet", "apm"],
  providers: [{ payerResult: "return_data", capabilities: { lookup: false } }]
})

const back = async (
  shop: Shop,
  checkout: Checkout,
  returned = sandboxReturn
): Promise<CheckoutResult> =>
  checkout.submit({ method: "apm", returned: returned(await lastAttempt(shop)) })

describe("a provider that needs the payer's return data", () => {
  it("gets the data, and the charge is paid", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    expect(await checkout.choose("sandbox_bank")).toMatchObject({ status: "requires_action" })
    await atBank(shop, true)
    expect(await back(shop, checkout)).toMatchObject({ status: "succeeded" })
    expect(await shop.ledger()).toHaveLength(1)
  })

  it("reports a refusal, and the payer may choose another method", async () => {
    const shop = await open()
    const checkout = await redirectToBank(shop)
    await atBank(shop, false)
    expect(await back(shop, checkout)).toMatchObject({ status: "declined" })
    expect((await checkout.confirm("approved")).status).toBe("succeeded")
  })

  it("gets the data again after the process died that received it", async () => {
    const shop = await open()
    const checkout = await redirectToBank(shop)
    await atBank(shop, true)
    shop.process().mortal.meet((commit) => (commit === 1 ? "dies_after" : undefined))
    await shop.untilDead(back(shop, checkout))
    await shop.restart()
    await shop.elapse(hour)
    expect((await checkout.retrieve()).status).toBe("succeeded")
    expect(await shop.run(shop.box.bank.doubled())).toEqual([])
  })

  it("settles nothing if the payer returned without data, until they bring it", async () => {
    const shop = await open()
    const checkout = await redirectToBank(shop)
    await atBank(shop, true)
    const result = await checkout.submit({ method: "apm", returned: true })
    expect(result).toMatchObject({ status: "processing" })
    await shop.elapse(minute)
    await shop.notify(await lastAttempt(shop))
    expect((await checkout.retrieve()).status).toBe("succeeded")
  })

  it("cancels the first charge if the payer chooses another method meanwhile", async () => {
    const shop = await open()
    const checkout = await redirectToBank(shop)
    const first = await lastAttempt(shop)
    expect((await checkout.confirm("approved")).status).toBe("succeeded")
    await atBank(shop, true, first)
    expect(await shop.run(shop.box.bank.timesCharged(first))).toBe(0)
  })

  it("declines a payer who never returns when their time is over", async () => {
    const shop = await open()
    const checkout = await redirectToBank(shop)
    await shop.elapse(2 * hour)
    expect(await checkout.payer().status()).toMatchObject({ status: "declined" })
  })

  it("leaves no state and no return data after the end", async () => {
    const shop = await open()
    const checkout = await redirectToBank(shop)
    const id = await lastAttempt(shop)
    const stored = () => shop.run(shop.storage.get(shop.shop().scope, AttemptCollection, id))
    expect(Option.getOrThrow(await stored()).row.action?.state).toBe(`state_of_${id}`)
    await atBank(shop, true)
    await back(shop, checkout)
    expect(Option.getOrThrow(await stored()).row.action).toBeNull()
  })
})

describe("a provider whose own script asks the payer", () => {
  it("has its action on the page, with its kind and payload", async () => {
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
  ] as const)(
    "gets the answer that its script had from the payer: %s",
    async (approves, status) => {
      const shop = await open()
      const checkout = await openCheckout(shop)
      await checkout.choose("sandbox_app")
      const result = await back(shop, checkout, (reference) => sandboxReturn(reference, approves))
      expect(result.status).toBe(status)
      await shop.elapse(hour)
      expect((await checkout.payer().status()).status).toBe(status)
    }
  )
})

describe("a provider that asks for one step after another", () => {
  /** Its script checks the device first, and then asks the payer. */
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

  it("has each step on the page, and gets the state of the completed step", async () => {
    const states: Array<string | null> = []
    const shop = await open({ adapted: inTwoSteps(states) })
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

  it("gets the second step also from another process, if a process died in between", async () => {
    const states: Array<string | null> = []
    const shop = await open({ adapted: inTwoSteps(states) })
    const checkout = await openCheckout(shop)
    await checkout.choose("sandbox_app")
    const first = (reference: string) => sandboxReturn(reference, true)
    await back(shop, checkout, first)
    await shop.restart()
    expect(await checkout.payer().status()).toMatchObject({ status: "requires_action" })
    expect(await back(shop, checkout, first)).toMatchObject({ status: "succeeded" })
  })
})

describe("a provider without lookups that sends notifications", () => {
  const notifying = { capabilities: { lookup: false, notifications: true } }

  it("may redirect payers, because its notification settles the charge", async () => {
    const shop = await open({ providers: [notifying] })
    const checkout = await redirectToBank(shop)
    await atBank(shop, true)
    expect(await checkout.submit({ method: "apm", returned: true })).toMatchObject({
      status: "processing"
    })
    await shop.notify(await lastAttempt(shop))
    expect((await checkout.retrieve()).status).toBe("succeeded")
  })
})

describe("the payer's return data", () => {
  it.each([
    ["too large", { query: { a: "x".repeat(33_000) } }],
    ["nested too deep", { result: JSON.parse(`${"[".repeat(30)}${"]".repeat(30)}`) }],
    ["a card number", { query: { pan: "4242424242424242" } }]
  ] as const)("is refused if it is %s", async (_, returned) => {
    const shop = await open()
    const checkout = await redirectToBank(shop)
    await expect(checkout.submit({ method: "apm", returned })).rejects.toMatchObject({
      _tag: "InvalidInput",
      param: "returned"
    })
    await atBank(shop, true)
    expect(await back(shop, checkout)).toMatchObject({ status: "succeeded" })
  })
})
