import { createServer } from "node:http"
import { text } from "node:stream/consumers"
import { Payloom, type Payment } from "@payloom/core"
import { manualClock, memory } from "@payloom/testkit"
import { onLoopback } from "@payloom/testkit/fake-provider"
import { Effect } from "effect"
import { onTestFinished } from "vitest"
import type { AdyenOptions } from "../AdyenOptions.ts"
import { adyen } from "../adyen.ts"
import { adyenVault } from "../adyenVault.ts"
import { type FakeAdyenOptions, startFakeAdyen } from "../fake/index.ts"
import { encryptedCard } from "./adyenHarness.ts"

/** Longer than the engine waits before it looks a charge up. */
const untilLookUpMs = 6000

/**
 * Opens a shop with one account at a fake of Adyen, which posts webhooks to it, until the test is
 * over.
 */
export const openAdyenShop = async (
  more: Partial<AdyenOptions> = {},
  as: FakeAdyenOptions = {}
) => {
  const clock = manualClock()
  const fake = await startFakeAdyen({ now: clock.now, ...as })
  onTestFinished(fake.close)
  const account = { baseUrl: fake.url, accountOf: (name: string) => fake.account(name), ...more }
  const alerts: Array<string> = []
  const payloom = await Payloom.make({
    clock,
    storage: memory(),
    providers: [adyen(account)],
    vault: adyenVault({ ...account, credentialsOf: () => "main" }),
    secret: "at least 32 characters, the same on all processes",
    workers: false,
    onAlert: ({ event }) => void alerts.push(event.type),
    onLog: () => undefined
  })
  onTestFinished(() => payloom.close())
  const tenant = await payloom.tenants.create({ displayName: "Shop", defaultCurrency: "EUR" })
  const shop = payloom.merchant({ tenant: tenant.id, mode: "test" })
  const mid = await shop.routing.createMid({
    name: "Adyen",
    provider: "adyen",
    currencies: ["EUR", "IDR", "ISK"],
    methods: ["card", "apm"],
    credentials: "main"
  })
  fake.events.sendTo(await receiverOf(payloom, mid.id))

  let orders = 0
  const runDue = async (): Promise<void> => {
    while ((await payloom.runDue()) > 0);
  }
  return {
    clock,
    fake,
    payloom,
    shop,
    alerts,
    runDue,
    /** Charges a card by its holder's name, which decides the outcome. */
    pay: async (
      holderName = "J. Payer",
      changes: Partial<Parameters<typeof shop.payments.create>[0]> = {}
    ): Promise<Payment> => {
      const ciphertext = JSON.stringify(encryptedCard(holderName))
      const { id } = await shop.cards.save({ ciphertext })
      orders += 1
      return shop.payments.create(
        { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument: id, ...changes },
        { idempotencyKey: `order-${orders}` }
      )
    },
    /** Waits until all webhooks are accepted, and runs the jobs that follow. */
    hear: async (): Promise<void> => {
      await fake.events.idle()
      await runDue()
      await fake.events.idle()
    },
    /** Advances the clock, and runs the jobs that are due by then. */
    recover: async (): Promise<void> => {
      await clock.advance(untilLookUpMs)
      await runDue()
    }
  }
}

/** Starts a server that receives an account's webhooks, as a merchant's own server would. */
const receiverOf = async (payloom: Payloom, mid: string): Promise<string> => {
  const server = createServer(async (request, response) => {
    const headers = request.headers as Record<string, string>
    const raw = { headers, body: await text(request) }
    const taken = payloom.services.background.receiveNotification(mid, raw)
    const exit = await Effect.runPromiseExit(taken)
    response.writeHead(exit._tag === "Success" ? 200 : 500).end()
  })
  const { url, close } = await onLoopback(server)
  onTestFinished(close)
  return url
}
