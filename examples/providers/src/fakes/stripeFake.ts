import { oneOf } from "@payloom/example-kit/crew"
import { type FakeStripe, startFakeStripe } from "@payloom/provider-stripe/testing"
import type { FakeCharge, ProviderFake } from "./ProviderFake.ts"

/** Starts Stripe's fake. */
export const stripeFake = async (currencies: ReadonlyArray<string>, now: () => number) => {
  const fake = await startFakeStripe({ now })
  const { events, faults, dashboard, close } = fake
  const provider: ProviderFake = {
    provider: "stripe",
    currencies,
    methods: ["card", "apm"],
    charges: () => chargesIn(fake),
    faults,
    events: {
      ...events,
      sendTo: (url) => events.sendTo(url),
      signed: () => events.all().map((event) => events.sign(event, "main", now()))
    },
    dashboard: {
      refund: (reference) => void dashboard.refund(reference, 300),
      dispute: (reference) => {
        const { id } = dashboard.dispute(reference)
        dashboard.moveDispute(id, oneOf(["won", "lost", "under_review"]) ?? "won")
      }
    },
    close
  }
  return { provider, place: { address: fake.address, account: fake.account() } }
}

/** A payment that was only a look-up of the connector is canceled, and has no reference of ours. */
const chargesIn = (fake: FakeStripe): ReadonlyArray<FakeCharge> =>
  fake.allPayments().flatMap(({ payment, charge }) => {
    const reference = payment.metadata.payloom_reference
    if (reference === undefined || charge?.status !== "succeeded") return []
    const isHeld = payment.status === "requires_capture"
    return {
      reference,
      currency: payment.currency.toUpperCase(),
      held: BigInt(isHeld ? payment.amount_capturable : 0),
      taken: BigInt(charge.amount_captured),
      givenBack: BigInt(charge.amount_refunded)
    }
  })
