import { type EngineSetup, Payloom, type Payment } from "@payloom/core"
import { manualClock, memory } from "@payloom/testkit"
import { onTestFinished } from "vitest"
import { type FakeStripe, startFakeStripe } from "../fake/index.ts"

/** Starts a fake of Stripe, and an engine with a shop, until the test is over. */
export const openEngine = async (
  setupOf: (fake: FakeStripe) => Pick<EngineSetup, "providers" | "vault">
) => {
  const clock = manualClock()
  const fake = await startFakeStripe({ now: clock.now })
  onTestFinished(fake.close)
  const alerts: Array<string> = []
  const payloom = await Payloom.make({
    clock,
    storage: memory(),
    ...setupOf(fake),
    secret: "at least 32 characters, the same on all processes",
    workers: false,
    onAlert: ({ event }) => void alerts.push(event.type),
    onLog: () => undefined
  })
  onTestFinished(() => payloom.close())
  const tenant = await payloom.tenants.create({ displayName: "Shop", defaultCurrency: "EUR" })
  const shop = payloom.merchant({ tenant: tenant.id, mode: "test" })
  let orders = 0
  return {
    clock,
    fake,
    payloom,
    shop,
    alerts,
    /** Saves a card, and charges 12.50 EUR to it. */
    pay: async (
      ciphertext: string,
      changes: Partial<Parameters<typeof shop.payments.create>[0]> = {}
    ): Promise<Payment> => {
      const { id } = await shop.cards.save({ ciphertext })
      orders += 1
      return shop.payments.create(
        { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument: id, ...changes },
        { idempotencyKey: `order-${orders}` }
      )
    }
  }
}
