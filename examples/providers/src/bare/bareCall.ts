import { type ChargeRequest, unknownAddress } from "@payloom/core"
import {
  type FlowCall,
  type PrismLibrary,
  PrismRefused,
  type SecretText
} from "@payloom/provider-prism"
import { testCards } from "@payloom/testkit"
import { Effect } from "effect"
import { prismAt } from "../engine.ts"
import type { PrismPlace } from "../fakes/prismFake.ts"
import type { Order } from "../orders.ts"
import { payer } from "../payer.ts"
import { processors } from "../processors.ts"
import { credentials, tokenOf } from "../vault.ts"

/**
 * Returns the library's request to charge an order, before the library has built it. Null if the
 * processor can't charge the order.
 */
export type BareCalls = (order: Order, reference: string) => Promise<FlowCall | null>

/**
 * Describes charges at a processor to the library as the connector does, and sends nothing. So the
 * bare client fills in the library's messages no worse than Payloom.
 */
export const bareCalls = (place: PrismPlace, library: PrismLibrary): BareCalls => {
  const calls = new Map<unknown, FlowCall>()
  const listening: PrismLibrary = {
    ...library,
    request: async (call) => {
      const { merchantTransactionId: reference } = call.message
      // Access tokens are requested by the connector itself.
      if (reference === undefined) return library.request(call)
      calls.set(reference, call)
      throw new PrismRefused("BARE", "The bare client sends this charge.")
    }
  }
  const connector = prismAt(place, { relay: noRelay, library: listening })
  return async (order, reference) => {
    await Effect.runPromise(connector.charge(requestOf(order, reference, place)))
    const call = calls.get(reference)
    calls.delete(reference)
    return call === undefined ? null : withNumber(call, order)
  }
}

const noRelay = {
  marksOf: () => ({
    number: "number",
    expiryMonth: "month",
    expiryYear: "year",
    securityCode: null,
    holderName: null
  }),
  fetch
}

const browser = {
  ip: "203.0.113.7",
  userAgent: "Browser",
  acceptHeader: "*/*",
  language: "de",
  screen: null,
  timeZone: null,
  utcOffsetMinutes: null
}

const requestOf = (order: Order, reference: string, { processor }: PrismPlace): ChargeRequest => {
  const takesTokens = processors.find(({ name }) => name === processor)?.takesTokensOnly === true
  return {
    reference,
    mid: { id: processor, credentials },
    amount: order.amount,
    currency: order.currency,
    capture: true,
    source: {
      _tag: "Vaulted",
      vaultReference: order.card,
      ...(takesTokens ? { token: tokenOf(order.card) } : {})
    },
    returnUrl: "https://shop.example/back",
    type: "one_off",
    initiator: "customer",
    agreement: null,
    customer: { id: "customer_1", name: payer.name, email: payer.email },
    billingAddress: { ...unknownAddress, ...payer.billingAddress },
    description: null,
    statementDescriptor: null,
    metadata: {},
    device: browser,
    threeDs: null,
    sendBefore: Date.now() + 60_000
  }
}

const secret = (value: string): SecretText => ({ value })

/** Replaces the placeholders of a vault by the card's number, which the bare client has. */
const withNumber = (call: FlowCall, { card }: Order): FlowCall => {
  const { cardProxy, paymentMethod, ...message } = call.message
  const placeholders = cardProxy ?? Object(paymentMethod).card
  if (placeholders === undefined) return call
  const details = {
    ...Object(placeholders),
    cardNumber: secret(testCards[card].number),
    cardExpMonth: secret("12"),
    cardExpYear: secret("2049"),
    cardCvc: secret("123")
  }
  return { ...call, flow: "authorize", message: { ...message, paymentMethod: { card: details } } }
}
