import { Effect } from "effect"
import { describe, expect, it, onTestFinished } from "vitest"
import { startFakeStripe } from "./fake/index.ts"
import { stripe } from "./stripe.ts"
import { chargeRequest } from "./testing/chargeRequest.ts"

const chargeBy = async (payload: never) => {
  const fake = await startFakeStripe()
  onTestFinished(fake.close)
  const provider = stripe({ ...fake.address, accountOf: (name) => fake.account(name) })
  const source = { _tag: "Wallet", wallet: "apple_pay", payload } as const
  return Effect.runPromise(provider.charge(chargeRequest({ source })))
}

const googleToken = JSON.stringify({ id: "tok_visa", object: "token", type: "card" })

const taken: Readonly<Record<string, unknown>> = {
  "a token of Stripe.js's": { token: "tok_visa" },
  "a PaymentMethod of Stripe.js's": { payment_method: "pm_card_visa" },
  "the same as text": "pm_card_visa",
  "Google Pay's payment data, with the gateway stripe": {
    apiVersion: 2,
    paymentMethodData: { tokenizationData: { type: "PAYMENT_GATEWAY", token: googleToken } }
  },
  "Apple's payment token": {
    paymentData: { version: "EC_v1", data: "AAAA" },
    paymentMethod: { displayName: "Visa 1234", network: "Visa", type: "credit" },
    transactionIdentifier: "ABCD"
  },
  "Apple's payment, with the token in it": { token: { paymentData: { version: "EC_v1" } } }
}

const refused: Readonly<Record<string, unknown>> = {
  nothing: null,
  "a number": 1,
  "an empty object": {},
  "what is no token": { token: "visa" },
  "a card's number": "4242424242424242",
  "a token with a Customer in it": "pm_card_visa:cus_1",
  "a path": { id: "pm_1/../../v1/customers" },
  "what every object has": { toString: 1 },
  "another gateway's data": {
    paymentMethodData: { tokenizationData: { token: '{"signature":"x"}' } }
  }
}

describe("a wallet's payload", () => {
  it.each(Object.entries(taken))("is charged if it is %s", async (_, payload) => {
    expect(await chargeBy(payload as never)).toMatchObject({ _tag: "Approved", amount: 1250n })
  })

  it.each(Object.entries(refused))("is refused if it is %s", async (_, payload) => {
    expect(await chargeBy(payload as never)).toMatchObject({
      _tag: "AccountUnavailable",
      rawCode: "wallet_payload_unknown"
    })
  })
})
