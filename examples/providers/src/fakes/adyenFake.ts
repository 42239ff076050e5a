import { startFakeAdyen } from "@payloom/provider-adyen/testing"
import type { ProviderFake } from "./ProviderFake.ts"

/** Starts Adyen's fake. */
export const adyenFake = async (currencies: ReadonlyArray<string>, now: () => number) => {
  const fake = await startFakeAdyen({ modificationDelayMs: 30, now })
  const { events, faults, dashboard, close } = fake
  const provider: ProviderFake = {
    provider: "adyen",
    currencies,
    methods: ["card", "apm"],
    charges: () =>
      fake
        .allPayments()
        .filter(({ authorised }) => authorised > 0)
        .map(({ reference, amount, status, isClosed, authorised, captured, refunded }) => ({
          reference,
          currency: amount.currency,
          held: BigInt(status === "authorised" && !isClosed && captured === 0 ? authorised : 0),
          taken: BigInt(captured),
          givenBack: BigInt(refunded)
        })),
    faults,
    events: {
      ...events,
      sendTo: (url) => events.sendTo(url),
      signed: () => events.all().map((item) => events.sign([item]))
    },
    dashboard: {
      refund: (reference) => void dashboard.refund(reference, 300),
      dispute: (reference) => void dashboard.dispute(reference)
    },
    close
  }
  return { provider, place: { baseUrl: fake.url, account: fake.account() } }
}
