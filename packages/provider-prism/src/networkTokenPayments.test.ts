import { Payloom } from "@payloom/core"
import { memory, sandbox } from "@payloom/testkit"
import { describe, expect, it, onTestFinished } from "vitest"
import { startFakeProcessor } from "./fake/index.ts"
import type { PrismOptions } from "./PrismOptions.ts"
import { prism } from "./prism.ts"
import { testLibrary } from "./testing/testLibrary.ts"

const library = await testLibrary()

/** Pays with a saved card whose vault has a network token. Returns the attempts. */
const payAt = async (processor: "adyen" | "checkout" | "paypal", number: string) => {
  const fake = await startFakeProcessor({ processor })
  const box = sandbox({ networkTokens: true })
  const options = { processor, url: fake.url, accountOf: fake.account, library, relay: box.relay }
  const provider = prism(options as unknown as PrismOptions)
  const payloom = await Payloom.make({
    ...box.setup,
    storage: memory(),
    providers: [provider],
    workers: false,
    onLog: () => undefined
  })
  onTestFinished(async () => {
    await payloom.close()
    await fake.close()
  })
  const tenant = await payloom.tenants.create({ displayName: "Shop", defaultCurrency: "EUR" })
  const shop = payloom.merchant({ tenant: tenant.id, mode: "test" })
  await shop.routing.createMid({
    name: processor,
    provider: provider.name,
    currencies: ["EUR"],
    credentials: "main"
  })
  const ciphertext = await box.encryptCard({ number, expMonth: 3, expYear: 2041, cvc: "737" })
  const card = await shop.cards.save({ ciphertext })
  const { id, status } = await shop.payments.create(
    { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument: card.id },
    { idempotencyKey: "order-1" }
  )
  const attempts = await shop.payments.explain(id)
  return { status, attempts, payments: fake.allPayments() }
}

describe.skipIf(library === null).each(["adyen", "checkout", "paypal"] as const)(
  "a payment by a card with a network token, at %s",
  (processor) => {
    it("is one charge of the token", async () => {
      const { status, attempts, payments } = await payAt(processor, "4242424242424242")
      expect(status).toBe("succeeded")
      expect(attempts).toMatchObject([{ usedNetworkToken: true, status: "captured" }])
      expect(payments).toHaveLength(1)
    })

    it("is charged by the card's number if the token has expired", async () => {
      const { status, attempts, payments } = await payAt(processor, "4000000004000081")
      expect(status).toBe("succeeded")
      expect(attempts).toMatchObject([
        { usedNetworkToken: true, status: "declined" },
        { usedNetworkToken: false, status: "captured" }
      ])
      expect(payments.map(({ status: state }) => state)).toEqual(["declined", "authorized"])
    })
  }
)
