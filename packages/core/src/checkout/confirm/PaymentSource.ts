import type { Schema } from "effect"
import type { VaultedCard } from "../../cards/vault/CardVault.ts"
import type { PaymentMethod } from "../../kernel/primitives/PaymentMethod.ts"
import type { ApmDetails } from "../../providers/ApmDetails.ts"
import type { BillingAddress, PayerDevice } from "../../providers/ChargeDetails.ts"
import type { ChargeSource } from "../../providers/ChargeSource.ts"

/** Facts about the payer that a confirm has beside the payment source. */
export interface PayerDeviceFacts {
  /** The payer's device, as far as the page and the server know it. Null if neither does. */
  readonly device: PayerDevice | null
  /** The billing address. Null if the payer gave none. */
  readonly billingAddress: BillingAddress | null
  /** The address to which a provider may send the payer back. Null if no redirect is possible. */
  readonly returnUrl: string | null
}

/** The payment source that a payer chose. */
export interface PaymentSource {
  readonly method: PaymentMethod
  /** The wallet or alternative method. Null for cards. */
  readonly methodType: string | null
  readonly source: ChargeSource
  /** The card in the vault, or the decrypted wallet. Null for other methods. */
  readonly card: VaultedCard | null
  readonly payer: PayerDeviceFacts
}

/** A payment source that is a card in the vault. */
export interface CardMeans extends PaymentSource {
  readonly card: VaultedCard
}

/** Returns the payment source of a card in the vault. */
export const byCard = (card: VaultedCard, payer: PayerDeviceFacts): CardMeans => ({
  method: "card",
  methodType: null,
  source: { _tag: "Vaulted", vaultReference: card.vaultReference },
  card,
  payer
})

/** Returns the payment source of a wallet's payload. */
export const byWallet = (
  { type, payload }: { readonly type: string; readonly payload: unknown },
  payer: PayerDeviceFacts
): PaymentSource => ({
  method: "wallet",
  methodType: type,
  source: { _tag: "Wallet", wallet: type, payload: payload as Schema.Json },
  card: null,
  payer
})

/** Returns the payment source of a wallet that the vault decrypted. */
export const byDecryptedWallet = (
  wallet: string,
  card: VaultedCard,
  payer: PayerDeviceFacts
): PaymentSource => ({
  method: "wallet",
  methodType: wallet,
  source: { _tag: "Vaulted", vaultReference: card.vaultReference, wallet },
  card,
  payer
})

/** Returns the payment source of an alternative method, which its provider carries out. */
export const byApm = (
  { type, details }: { readonly type: string; readonly details?: ApmDetails },
  payer: PayerDeviceFacts
): PaymentSource => ({
  method: "apm",
  methodType: type,
  source: { _tag: "Apm", apm: type, ...(details === undefined ? {} : { details }) },
  card: null,
  payer
})
