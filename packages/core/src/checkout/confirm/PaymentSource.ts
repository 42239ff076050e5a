import type { Schema } from "effect"
import type { VaultedCard } from "../../cards/vault/CardVault.ts"
import type { PaymentMethod } from "../../kernel/primitives/PaymentMethod.ts"
import type { BillingAddress, PayerDevice } from "../../providers/ChargeDetails.ts"
import type { ChargeSource } from "../../providers/ChargeSource.ts"

/** What a confirm brings of the payer beside how they pay. */
export interface PayerDeviceFacts {
  /** What they pay on, as far as page and server can tell; null where neither did. */
  readonly device: PayerDevice | null
  /** Where their bill goes to; null where they didn't say. */
  readonly billingAddress: BillingAddress | null
  /** Where a provider may send the payer back; null where it can't send them anywhere. */
  readonly returnUrl: string | null
}

/** What a payer chose to pay with. */
export interface PaymentSource {
  readonly method: PaymentMethod
  /** Which wallet or alternative method; null for cards. */
  readonly methodType: string | null
  readonly source: ChargeSource
  /** Null where no card of the vault pays. */
  readonly card: VaultedCard | null
  readonly payer: PayerDeviceFacts
}

/** A card of the vault. */
export interface CardMeans extends PaymentSource {
  readonly card: VaultedCard
}

/** Paid by a card that the vault keeps. */
export const byCard = (card: VaultedCard, payer: PayerDeviceFacts): CardMeans => ({
  method: "card",
  methodType: null,
  source: { _tag: "Vaulted", vaultReference: card.vaultReference },
  card,
  payer
})

/** Paid by what a wallet handed out. */
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

/** Paid by an alternative method, through its provider. */
export const byApm = (type: string, payer: PayerDeviceFacts): PaymentSource => ({
  method: "apm",
  methodType: type,
  source: { _tag: "Apm", apm: type },
  card: null,
  payer
})
