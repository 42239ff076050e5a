import type { Merchant, Payloom } from "@payloom/core"
import type { Sandbox, TestCardName } from "@payloom/testkit"

/** The test cards for payments. A card that is listed more often is used more often. */
const cards = [
  "approved",
  "approved",
  "approved",
  "approved_mastercard",
  "insufficient_funds",
  "lost_card",
  // Declined with a code that cascades to the next account.
  "processing_error",
  "processing_error"
] as const satisfies ReadonlyArray<TestCardName>

/** A shop with an account at each provider. */
export interface Shop {
  readonly merchant: Merchant
  readonly secretKey: string
  readonly publishableKey: string
  readonly mids: { readonly stripe: string; readonly adyen: string }
  /** The saved cards. */
  readonly saved: ReadonlyArray<{ readonly card: string; readonly customer: string }>
}

/** Opens the shop and saves its cards. */
export const openShop = async (payloom: Payloom, box: Sandbox): Promise<Shop> => {
  const { id } = await payloom.tenants.create({
    displayName: "Shop",
    defaultCurrency: "EUR",
    returnOrigins: ["https://shop.example"]
  })
  const merchant = payloom.merchant({ tenant: id, mode: "test" })
  const midAt = async (provider: "stripe" | "adyen") => {
    const mid = await merchant.routing.createMid({
      name: provider,
      provider,
      currencies: ["EUR"],
      methods: ["card", "apm"],
      credentials: "main"
    })
    return mid.id
  }
  const mids = { stripe: await midAt("stripe"), adyen: await midAt("adyen") }
  // Each provider gets half of the first attempts, and the other one is next in the cascade.
  const targets = [
    { mid: mids.stripe, weight: 1 },
    { mid: mids.adyen, weight: 1 }
  ] as const
  await merchant.routing.setRules([{ name: "both", conditions: {}, order: "weighted", targets }])
  const keyOf = async (kind: "secret" | "publishable") =>
    (await payloom.tenants.createApiKey(merchant.scope, kind)).secret
  const saved: Array<Shop["saved"][number]> = []
  for (const name of cards) {
    const ciphertext = await box.encryptCard(name)
    const { id: card, customer } = await merchant.cards.save({ ciphertext })
    saved.push({ card, customer })
  }
  return {
    merchant,
    mids,
    saved,
    secretKey: await keyOf("secret"),
    publishableKey: await keyOf("publishable")
  }
}
