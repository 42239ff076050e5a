import type { Schema } from "effect"
import { type TestCardName, testCards } from "./testCards.ts"

/** The wallets that the sandbox's providers take. */
export const sandboxWallets = ["sandbox_wallet"] as const

/** The alternative methods that the sandbox's providers take, and what paying with them does. */
export const sandboxApms = {
  sandbox_bank: "Sends the payer to the bank, where they approve or refuse within half an hour.",
  sandbox_voucher: "Gives the payer a reference to pay under, within three days.",
  sandbox_transfer: "Pending, approved 3 seconds later.",
  sandbox_app:
    "Has the bank's own script ask the payer on the page; for providers that are told of payers."
} as const

/** The name of an alternative method of the sandbox: its key in {@link sandboxApms}. */
export type SandboxApm = keyof typeof sandboxApms

export const sandboxApmNames = Object.keys(sandboxApms) as ReadonlyArray<SandboxApm>

/** What the sandbox's wallet hands out for a payer who has this test card in it. */
export const walletPayload = (card: TestCardName): { readonly sandbox_card: TestCardName } => ({
  sandbox_card: card
})

/** The test card in a wallet's payload; undefined where it holds none. */
export const cardInWallet = (payload: Schema.Json): TestCardName | undefined => {
  const name = typeof payload === "object" && payload !== null && "sandbox_card" in payload
  if (!name) return undefined
  const card = String(payload.sandbox_card)
  return Object.hasOwn(testCards, card) ? (card as TestCardName) : undefined
}
