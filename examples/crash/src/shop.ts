import type { Payloom } from "@payloom/core"
import type { Sandbox, SandboxShop, TestCardName } from "@payloom/testkit"

/** The test cards for payments. A card that is listed more often is used more often. */
const cards = [
  "approved",
  "approved",
  "approved",
  "insufficient_funds",
  "cascade",
  "lost_answer",
  "timeout_charged",
  "pending",
  "not_sent",
  "refund_timeout_done",
  "capture_timeout_done"
] as const satisfies ReadonlyArray<TestCardName>

/** A saved card and its customer. */
export interface SavedCard {
  readonly name: (typeof cards)[number]
  readonly card: string
  readonly customer: string
}

/** A shop with customers who pay. */
export interface Shop {
  readonly merchant: SandboxShop
  readonly secretKey: string
  readonly publishableKey: string
  readonly saved: ReadonlyArray<SavedCard>
}

/** Opens a shop and saves its customers' cards. */
export const openShop = async (payloom: Payloom, box: Sandbox): Promise<Shop> => {
  const merchant = await box.openShop(payloom)
  const keyOf = async (kind: "secret" | "publishable") =>
    (await payloom.tenants.createApiKey(merchant.scope, kind)).secret
  const saved: Array<SavedCard> = []
  for (const name of cards) {
    const ciphertext = await box.encryptCard(name)
    const { id: card, customer } = await merchant.cards.save({ ciphertext })
    saved.push({ name, card, customer })
  }
  return {
    merchant,
    secretKey: await keyOf("secret"),
    publishableKey: await keyOf("publishable"),
    saved
  }
}
