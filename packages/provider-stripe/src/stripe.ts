import { definePaymentProvider, type PaymentProvider } from "@payloom/core"
import type { StripeOptions } from "./StripeOptions.ts"
import { changedDetails } from "./sentTexts.ts"
import { amountStep, currencies } from "./stripeAmounts.ts"
import { stripeCharges } from "./stripeCharges.ts"
import { stripeClients } from "./stripeClients.ts"
import { stripeDeclines } from "./stripeDeclines.ts"
import { stripeEvidenceForms } from "./stripeEvidenceForms.ts"
import { stripeListing } from "./stripeListing.ts"
import { methodCapabilities, usualApms } from "./stripeMethods.ts"
import { stripeModifications } from "./stripeModifications.ts"
import { readingNotifications } from "./stripeNotifications.ts"
import { knownWallets } from "./stripeWallets.ts"

/**
 * Creates a connector to Stripe, which uses PaymentIntents and SetupIntents. It supports charges,
 * holds, partial captures, refunds, 3-D Secure, agreements, wallets, bank redirects, direct debits,
 * disputes and webhooks. `accountOf` finds the account of a MID by the MID's `credentials`.
 *
 * @example
 * ```ts
 * const provider = stripe({
 *   accountOf: () => ({
 *     apiKey: process.env.STRIPE_SECRET_KEY ?? "",
 *     webhookSecrets: [process.env.STRIPE_WEBHOOK_SECRET ?? ""]
 *   })
 * })
 * ```
 */
export const stripe = (options: StripeOptions): PaymentProvider => {
  const { name = "stripe", environment = "test", relay, apms = usualApms } = options
  const offered: ReadonlyArray<string> = apms
  const clients = stripeClients(options)
  return definePaymentProvider({
    name,
    environment,
    capabilities: {
      methods: ["card", "wallet", "apm"],
      wallets: knownWallets,
      apms,
      currencies,
      amountStep,
      refunds: "partial",
      manualCapture: true,
      partialCapture: true,
      multipleCaptures: true,
      incrementalAuthorization: true,
      byMethod: methodCapabilities,
      splits: "one",
      holdHours: { default: 168 },
      dedupesForHours: 24,
      lookup: true,
      notifications: true,
      settleWindowMinutes: 5,
      usesCardRelay: relay !== undefined
    },
    declines: stripeDeclines,
    canCharge: (source) => {
      if (source._tag === "Vaulted") return source.token !== undefined || relay !== undefined
      return source._tag === "Wallet"
        ? knownWallets.includes(source.wallet)
        : offered.includes(source.apm)
    },
    changedDetails,
    ...stripeCharges(options, clients),
    ...stripeModifications(clients),
    ...stripeListing(clients),
    ...stripeEvidenceForms(options, clients),
    readNotification: readingNotifications(options, clients)
  })
}
