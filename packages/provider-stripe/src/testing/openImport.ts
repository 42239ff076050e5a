import type { NewFakeSubscription } from "../fake/index.ts"
import { importFromStripe, type StripeImportOptions } from "../import/index.ts"
import { stripe } from "../stripe.ts"
import { stripeVault } from "../stripeVault.ts"
import { openEngine } from "./openEngine.ts"

const daySeconds = 86_400

/** Opens a shop beside an account at a fake of Stripe, until the test is over. */
export const openImport = async () => {
  const opened = await openEngine((fake) => {
    const account = { ...fake.address, accountOf: (name: string) => fake.account(name) }
    return {
      providers: [stripe(account)],
      vault: stripeVault({ ...account, credentialsOf: () => "main" })
    }
  })
  const { clock, fake, payloom, shop } = opened
  await shop.routing.createMid({
    name: "Stripe",
    provider: "stripe",
    currencies: ["EUR"],
    credentials: "main"
  })
  fake.billing.addPrice({
    id: "price_gold",
    amount: 1250,
    currency: "eur",
    interval: { unit: "month", count: 1 }
  })
  const now = () => clock.now()
  const moving = (more: Partial<StripeImportOptions> = {}) =>
    importFromStripe({
      merchant: shop,
      from: { apiKey: fake.account().apiKey, ...fake.address, retries: 0 },
      credentials: "main",
      now,
      ...more
    })
  return {
    ...opened,
    move: moving(),
    moving,
    /** Adds a subscription whose next charge is in some days. Returns its id. */
    subscribe: (id: string, days = 10, more: Partial<NewFakeSubscription> = {}): string => {
      const due = new Date((Math.floor(now() / 1000) + days * daySeconds) * 1000)
      due.setUTCMonth(due.getUTCMonth() - 2)
      return fake.billing.subscribe({
        id,
        price: "price_gold",
        anchor: due.getTime() / 1000,
        ...more
      })
    },
    /** Passes days at both sides, and runs the due jobs of each. */
    pass: async (days: number): Promise<void> => {
      for (let day = 0; day < days; day++) {
        await clock.advance(daySeconds * 1000)
        while ((await payloom.runDue()) > 0);
      }
    },
    /** Returns the number of periods that each side was paid for. */
    billed: async (id: string): Promise<{ readonly stripe: number; readonly payloom: number }> => {
      const [row] = await shop.imports.find([`stripe:${id}`])
      const cycles =
        row?.object == null ? [] : (await shop.subscriptions.listCycles(row.object)).data
      return {
        stripe: fake.billing.subscription(id).billed.length,
        payloom: cycles.filter(({ payment, status }) => payment !== null && status === "paid")
          .length
      }
    },
    stateOf: async (id: string) => (await shop.imports.find([`stripe:${id}`]))[0]
  }
}
