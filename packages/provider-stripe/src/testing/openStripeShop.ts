import { Effect } from "effect"
import { stripe } from "../stripe.ts"
import { stripeApms } from "../stripeMethods.ts"
import { stripeVault } from "../stripeVault.ts"
import { openEngine } from "./openEngine.ts"

/** Longer than the engine waits before it looks a charge up. */
const untilLookUpMs = 6000

/** Opens a shop with one account and the vault at a fake of Stripe, until the test is over. */
export const openStripeShop = async (currency = "EUR") => {
  const opened = await openEngine((fake) => {
    const account = { ...fake.address, accountOf: (name: string) => fake.account(name) }
    return {
      providers: [stripe({ ...account, apms: stripeApms })],
      vault: stripeVault({ ...account, credentialsOf: () => "main" })
    }
  })
  const { clock, fake, payloom, shop } = opened
  const mid = await shop.routing.createMid({
    name: "Stripe",
    provider: "stripe",
    currencies: [currency],
    methods: ["card", "wallet", "apm"],
    credentials: "main"
  })
  let delivered = 0
  const runDue = async (): Promise<void> => {
    while ((await payloom.runDue()) > 0);
  }
  return {
    ...opened,
    runDue,
    /** Delivers each event since the last call, twice, and runs the due jobs. */
    hear: async (): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve, 10))
      for (const event of fake.events.all().slice(delivered)) {
        const raw = fake.events.sign(event)
        for (const _ of [1, 2]) {
          await Effect.runPromise(payloom.services.background.receiveNotification(mid.id, raw))
        }
        delivered += 1
      }
      await runDue()
    },
    /** Advances the clock, and runs the jobs that are due by then. */
    recover: async (): Promise<void> => {
      await clock.advance(untilLookUpMs)
      await runDue()
    }
  }
}
