import { Payloom, type Payment } from "@payloom/core"
import { manualClock, memory, sandbox, sandboxAccounts, type TestCardName } from "@payloom/testkit"
import { onTestFinished } from "vitest"
import { startFakeStripe } from "../fake/index.ts"
import { stripe } from "../stripe.ts"

/**
 * Opens a shop with several accounts at a fake of Stripe, in that order, until the test is over. A
 * vault of the merchant's own keeps the cards, so each account can charge each card.
 */
export const openAccounts = async (
  names: ReadonlyArray<string>,
  /** True if the last MID is an account at another provider. */
  { hasOther = false }: { readonly hasOther?: boolean } = {}
) => {
  const clock = manualClock()
  const fake = await startFakeStripe({ now: clock.now })
  onTestFinished(fake.close)
  const box = sandbox()
  const alerts: Array<string> = []
  const payloom = await Payloom.make({
    clock,
    storage: memory(),
    providers: [
      stripe({ ...fake.address, accountOf: (name) => fake.account(name), relay: box.relay }),
      ...box.providers
    ],
    vault: box.vault,
    secret: "at least 32 characters, the same on all processes",
    workers: false,
    onAlert: ({ event }) => void alerts.push(event.type),
    onLog: () => undefined
  })
  onTestFinished(() => payloom.close())
  const tenant = await payloom.tenants.create({ displayName: "Shop", defaultCurrency: "EUR" })
  const shop = payloom.merchant({ tenant: tenant.id, mode: "test" })
  for (const name of names) {
    await shop.routing.createMid({
      name,
      provider: "stripe",
      currencies: ["EUR"],
      credentials: name
    })
  }
  if (hasOther) {
    await shop.routing.createMid({
      name: "other",
      provider: "sandbox",
      currencies: ["EUR"],
      credentials: sandboxAccounts.primary
    })
  }
  let orders = 0
  return {
    fake,
    shop,
    alerts,
    pay: async (
      card: TestCardName = "approved",
      more: Partial<Parameters<typeof shop.payments.create>[0]> = {}
    ): Promise<Payment> => {
      const { id } = await shop.cards.save({ ciphertext: await box.encryptCard(card) })
      orders += 1
      return shop.payments.create(
        { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument: id, ...more },
        { idempotencyKey: `order-${orders}` }
      )
    }
  }
}
