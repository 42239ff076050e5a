import type { CardVault, PaymentProvider } from "@payloom/core"
import { Effect, Option } from "effect"

/** A provider that approves everything at once, because the engine is measured, not a bank. */
export const instantProvider: PaymentProvider = {
  name: "instant",
  capabilities: {
    methods: ["card"],
    currencies: "any",
    refunds: "partial",
    manualCapture: true,
    partialCapture: true,
    dedupesForHours: 24,
    lookup: true,
    settleWindowMinutes: 5,
    holdHours: { default: 168 },
    usesCardRelay: false
  },
  environment: "test",
  declines: { version: 1, meanings: {} },
  charge: ({ reference, amount, currency, capture }) =>
    Effect.succeed({
      _tag: "Approved",
      providerReference: `instant_${reference}`,
      captured: capture,
      amount,
      currency,
      networkReference: null
    }),
  lookup: () => Effect.succeed({ _tag: "Absent" }),
  cancel: () => Effect.succeed({ _tag: "Canceled" }),
  capture: ({ reference }) =>
    Effect.succeed({ _tag: "Succeeded", providerReference: `instant_${reference}` }),
  void: ({ reference }) =>
    Effect.succeed({ _tag: "Succeeded", providerReference: `instant_${reference}` }),
  refund: ({ reference }) =>
    Effect.succeed({ _tag: "Succeeded", providerReference: `instant_${reference}` }),
  lookupModification: () => Effect.succeed({ _tag: "Absent" }),
  readNotification: () => Effect.succeed(Option.none())
}

/** A vault that stores every card at once, because the engine is measured, not cryptography. */
export const instantVault: CardVault["Service"] = {
  store: () =>
    Effect.succeed({
      vaultReference: "vault_1",
      brand: "visa",
      last4: "4242",
      expMonth: 12,
      expYear: 2049,
      funding: "credit",
      country: "US",
      fingerprint: "fingerprint_1"
    })
}
