import type { Schema } from "effect"
import { type TestCardName, testCards } from "./testCards.ts"

/** The wallets that the sandbox's providers support. */
export const sandboxWallets = ["sandbox_wallet"] as const

/**
 * The alternative methods that the sandbox's providers support, with the result of paying by each.
 */
export const sandboxApms = {
  sandbox_bank: "Sends the payer to the bank, where they approve or refuse within half an hour.",
  sandbox_voucher:
    "Gives the payer a reference to pay under, within three days. A later payment arrives as well.",
  sandbox_transfer: "Pending, approved 3 seconds later.",
  sandbox_debit:
    "Pending, approved 3 seconds later, and saved if it starts an agreement. Needs the payer's " +
    "name and IBAN. In euros only.",
  sandbox_app:
    "The bank's own script asks the payer on the page. For providers that learn the result there."
} as const

/** The name of an alternative method of the sandbox: its key in {@link sandboxApms}. */
export type SandboxApm = keyof typeof sandboxApms

export const sandboxApmNames = Object.keys(sandboxApms) as ReadonlyArray<SandboxApm>

/** Returns the payload of the sandbox's wallet for a payer with this test card. */
export const walletPayload = (card: TestCardName): { readonly sandbox_card: TestCardName } => ({
  sandbox_card: card
})

/** Returns the test card in a wallet's payload, or undefined. */
export const cardInWallet = (payload: Schema.Json): TestCardName | undefined => {
  const name = typeof payload === "object" && payload !== null && "sandbox_card" in payload
  if (!name) return undefined
  const card = String(payload.sandbox_card)
  return Object.hasOwn(testCards, card) ? (card as TestCardName) : undefined
}
