import { Payloom, type Payment } from "@payloom/core"
import { manualClock, memory } from "@payloom/testkit"
import { Effect } from "effect"
import { onTestFinished } from "vitest"
import { startFakeStripe } from "../fake/index.ts"
import { stripe } from "../stripe.ts"
import { stripeVault } from "../stripeVault.ts"

/** Longer than the engine waits before it looks a charge up. */
const untilItAsksMs = 6000

/** Opens a shop with one account at a fake of Stripe, until the test is over. */
export const openStripeShop = async () => {
  const clock = manualClock()
  const fake = await startFakeStripe({ now: clock.now })
  onTestFinished(fake.close)
  const account = { ...fake.address, accountOf: (name: string) => fake.account(name) }
  const alerts: Array<string> = []
  const payloom = await Payloom.make({
    clock,
    storage: memory(),
    providers: [stripe(account)],
    vault: stripeVault({ ...account, credentialsOf: () => "main" }),
    secret: "at least 32 characters, the same on all processes",
    workers: false,
    onAlert: ({ event }) => void alerts.push(event.type),
    onLog: () => undefined
  })
  onTestFinished(() => payloom.close())
  const tenant = await payloom.tenants.create({ displayName: "Shop", defaultCurrency: "EUR" })
  const shop = payloom.merchant({ tenant: tenant.id, mode: "test" })
  const mid = await shop.routing.createMid({
    name: "Stripe",
    provider: "stripe",
    currencies: ["EUR"],
    methods: ["card", "wallet", "apm"],
    credentials: "main"
  })
  let told = 0
  let orders = 0
  const runDue = async (): Promise<void> => {
    while ((await payloom.runDue()) > 0);
  }
  return {
    fake,
    clock,
    payloom,
    shop,
    alerts,
    runDue,
    /** Charges a card by its id at Stripe. */
    pay: async (
      card: string,
      more: Partial<Parameters<typeof shop.payments.create>[0]> = {}
    ): Promise<Payment> => {
      const { id } = await shop.cards.save({ ciphertext: card })
      orders += 1
      return shop.payments.create(
        { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument: id, ...more },
        { idempotencyKey: `order-${orders}` }
      )
    },
    /** Delivers each event since the last call, twice, and runs the due jobs. */
    hear: async (): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve, 10))
      for (const event of fake.events.all().slice(told)) {
        const raw = fake.events.sign(event)
        for (const _ of [1, 2]) {
          await Effect.runPromise(payloom.services.background.receiveNotification(mid.id, raw))
        }
        told += 1
      }
      await runDue()
    },
    /** Advances the clock, and runs the jobs that are due by then. */
    recover: async (): Promise<void> => {
      await clock.advance(untilItAsksMs)
      await runDue()
    }
  }
}
