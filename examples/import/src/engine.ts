import { storageAt } from "@payloom/cli"
import { definePaymentProvider, Payloom, type PaymentProvider } from "@payloom/core"
import { sandbox } from "@payloom/testkit"
import type { Clock } from "effect"

/**
 * Creates a provider in the place of Stripe's connector. It approves each charge, so that a month
 * of charges takes a minute. The connector's own tests charge imported cards.
 */
const approvingProvider = (): PaymentProvider => {
  const charged = new Map<string, { readonly amount: bigint; readonly currency: string }>()
  return definePaymentProvider({
    name: "stripe",
    capabilities: {
      methods: ["card"],
      currencies: ["EUR", "USD"],
      refunds: "none",
      manualCapture: false,
      partialCapture: false,
      dedupesForHours: 24 * 365,
      lookup: true,
      settleWindowMinutes: 5,
      holdHours: { default: 168 },
      usesCardRelay: false
    },
    declines: { version: 1, meanings: {} },
    canCharge: (source) => source._tag === "Vaulted" && source.token !== undefined,
    charge: ({ reference, amount, currency }) => {
      charged.set(reference, { amount, currency })
      return { _tag: "Approved", captured: true, ...named(reference), amount, currency }
    },
    lookup: ({ reference }) => {
      const known = charged.get(reference)
      return known === undefined
        ? { _tag: "Absent" }
        : { _tag: "Found", state: "captured", rawCode: null, ...named(reference), ...known }
    }
  })
}

const named = (reference: string) => ({
  providerReference: `pi_${reference}`,
  networkReference: `nw_${reference}`
})

/** Starts an engine on the database of a trial. It has no workers: jobs run when it is called. */
export const startEngine = (
  database: string,
  secret: string,
  clock: Clock.Clock
): Promise<Payloom> =>
  Payloom.make({
    storage: storageAt(database),
    providers: [approvingProvider()],
    vault: sandbox().vault,
    secret,
    clock,
    workers: false,
    options: { workerConcurrency: 32 },
    onLog: () => undefined
  })
