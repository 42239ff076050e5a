import { startFakeAdyen } from "@payloom/provider-adyen/testing"
import { startFakeStripe } from "@payloom/provider-stripe/testing"

/** The amounts of a reference at a provider, in minor units. */
export interface ProviderAmounts {
  readonly taken: bigint
  readonly givenBack: bigint
}

/** A signed webhook and the provider that sends it. */
interface Notification {
  readonly provider: "stripe" | "adyen"
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Both providers on this machine. */
export type Fakes = Awaited<ReturnType<typeof startFakes>>

/** The probability of each fault of a call that moves money. */
const chances = {
  holds_before: 0.01,
  holds_after: 0.03,
  drops_before: 0.02,
  drops_after: 0.03,
  fails_before: 0.02,
  fails_after: 0.02
}

/** Starts both providers, with random faults. */
export const startFakes = async () => {
  const stripe = await startFakeStripe()
  const adyen = await startFakeAdyen({ modificationDelayMs: 30 })
  stripe.faults.chances(chances)
  adyen.faults.chances(chances)
  stripe.events.setFaults({ duplicates: 0.1, lateByMs: 150 })
  adyen.events.setFaults({ duplicates: 0.1, lateByMs: 150 })
  return {
    stripe,
    adyen,
    places: {
      stripe: { address: stripe.address, account: stripe.account() },
      adyen: { baseUrl: adyen.url, account: adyen.account() }
    },
    /** Sets the server that gets the notifications of both providers. */
    notifyAt: (url: string, mids: { readonly stripe: string; readonly adyen: string }) => {
      const addressOf = (mid: string) => `${url}/providers/${mid}/notifications`
      stripe.events.sendTo(addressOf(mids.stripe))
      adyen.events.sendTo(addressOf(mids.adyen))
    },
    /** Returns every notification so far, signed now. Providers repeat failed ones for days. */
    notifications: (): ReadonlyArray<Notification> => [
      ...stripe.events.all().map((event) => ({
        provider: "stripe" as const,
        ...stripe.events.sign(event)
      })),
      ...adyen.events.all().map((item) => ({
        provider: "adyen" as const,
        ...adyen.events.sign([item])
      }))
    ],
    /** Returns the real amounts of a reference at the providers. */
    amountsOf: (reference: string): ProviderAmounts => {
      const atStripe = stripe.payments(reference).map(({ charge }) => ({
        taken: BigInt(charge?.status === "succeeded" ? charge.amount_captured : 0),
        givenBack: BigInt(charge?.amount_refunded ?? 0)
      }))
      const atAdyen = adyen.payments(reference).map(({ captured, refunded }) => ({
        taken: BigInt(captured),
        givenBack: BigInt(refunded)
      }))
      return [...atStripe, ...atAdyen].reduce(
        (sum, one) => ({ taken: sum.taken + one.taken, givenBack: sum.givenBack + one.givenBack }),
        { taken: 0n, givenBack: 0n }
      )
    },
    /** Returns every reference with a payment at a provider. */
    references: (): ReadonlySet<string> =>
      new Set([
        // A payment that was only a look-up of the connector is canceled and has no reference of
        // ours.
        ...stripe.allPayments().flatMap(({ payment }) => payment.metadata.payloom_reference ?? []),
        ...adyen.allPayments().map(({ reference }) => reference)
      ]),
    calm: () => {
      stripe.faults.clear()
      adyen.faults.clear()
    },
    close: async () => {
      await Promise.all([stripe.close(), adyen.close()])
    }
  }
}
