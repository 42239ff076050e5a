import type { ModificationQuery, ModificationRequest } from "@payloom/core"
import { Effect } from "effect"
import { describe, expect, it, onTestFinished } from "vitest"
import { type FakeStripeAccount, startFakeStripe } from "./fake/index.ts"
import { stripe } from "./stripe.ts"
import { chargeRequest } from "./testing/chargeRequest.ts"

/** Opens a fake, with a charge or a hold on one of its accounts. */
const world = async (capture: boolean, account?: (name: FakeStripe) => FakeStripeAccount) => {
  const fake = await startFakeStripe()
  onTestFinished(fake.close)
  const accounts = { main: account?.(fake) ?? fake.account() }
  const provider = stripe({ ...fake.address, accountOf: () => accounts.main })
  const token = "pm_card_visa"
  const source = { _tag: "Vaulted", vaultReference: token, token } as const
  const request = chargeRequest({ source, capture })
  const made = await Effect.runPromise(provider.charge(request))
  if (made._tag !== "Approved") throw new Error(`It was ${made._tag}.`)
  const { mid, reference, sendBefore, amount, currency } = request
  const charge = { mid, reference, providerReference: made.providerReference }
  const asked = (kind: string): ModificationRequest => ({
    reference: `${kind}_1`,
    charge,
    amount,
    currency,
    sendBefore
  })
  return {
    fake,
    accounts,
    modify: (kind: "capture" | "void" | "refund") => Effect.runPromise(provider[kind](asked(kind))),
    lookUp: (kind: ModificationQuery["kind"]) =>
      Effect.runPromise(
        provider.lookupModification({
          kind,
          reference: `${kind}_1`,
          providerReference: null,
          charge
        })
      )
  }
}
type FakeStripe = Awaited<ReturnType<typeof startFakeStripe>>

describe("a hold at Stripe", () => {
  it.each(["capture", "void"] as const)("that has expired is over: %s", async (kind) => {
    const { fake, modify } = await world(false)
    fake.dashboard.expire("attempt_1")
    expect(await modify(kind)).toEqual({ _tag: "HoldExpired" })
  })

  it("that was voided in the dashboard has not expired", async () => {
    const { fake, modify } = await world(false)
    const { apiKey } = fake.account()
    const [made] = fake.payments("attempt_1")
    await fetch(`${fake.url}/v1/payment_intents/${made?.payment.id}/cancel`, {
      method: "POST",
      headers: { authorization: `Bearer ${apiKey}` }
    })
    expect(await modify("capture")).toMatchObject({ _tag: "Failed" })
  })
})

describe("a modification of a payment at Stripe", () => {
  it.each([
    ["capture", false],
    ["void", false],
    ["refund", true]
  ] as const)("as a %s is sent again once the account's own key is back", async (kind, capture) => {
    const { fake, accounts, modify } = await world(capture)
    const own = accounts.main
    accounts.main = fake.account("another")
    expect(await modify(kind)).toMatchObject({
      _tag: "AccountUnavailable",
      rawCode: "resource_missing"
    })
    accounts.main = own
    expect(await modify(kind)).toMatchObject({ _tag: "Succeeded" })
  })

  it.each([
    ["capture", false],
    ["void", false],
    ["refund", true]
  ] as const)("as a %s is done on a connected account, and found there", async (kind, capture) => {
    const { fake, modify, lookUp } = await world(capture, (fake) => fake.connected("seller"))
    expect(await modify(kind)).toMatchObject({ _tag: "Succeeded" })
    expect(await lookUp(kind)).toMatchObject({ _tag: "Found", state: "succeeded" })
    expect(fake.allPayments("main")).toEqual([])
    expect(fake.allPayments("seller")).toHaveLength(1)
  })
})
