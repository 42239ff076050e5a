import type { Schema } from "effect"
import type { VaultedCard } from "../../cards/CardVault.ts"
import type { ChargeSource } from "../../providers/ChargeSource.ts"
import type { PaymentMethod } from "../../values/PaymentMethod.ts"

/** What a payer chose to pay with. */
export interface MeansOfPayment {
  readonly method: PaymentMethod
  /** Which wallet or alternative method; null for cards. */
  readonly methodType: string | null
  readonly source: ChargeSource
  /** Null where no card of the vault pays. */
  readonly card: VaultedCard | null
  /** Where a provider may send the payer back; null where it can't send them anywhere. */
  readonly returnUrl: string | null
}

/** A card of the vault. */
export interface CardMeans extends MeansOfPayment {
  readonly card: VaultedCard
}

/** Paid by a card that the vault keeps. */
export const byCard = (card: VaultedCard, returnUrl: string | null): CardMeans => ({
  method: "card",
  methodType: null,
  source: { _tag: "Vaulted", vaultReference: card.vaultReference },
  card,
  returnUrl
})

/** Paid by what a wallet handed out. */
export const byWallet = (
  { type, payload }: { readonly type: string; readonly payload: unknown },
  returnUrl: string | null
): MeansOfPayment => ({
  method: "wallet",
  methodType: type,
  source: { _tag: "Wallet", wallet: type, payload: payload as Schema.Json },
  card: null,
  returnUrl
})

/** Paid by an alternative method, through its provider. */
export const byApm = (type: string, returnUrl: string | null): MeansOfPayment => ({
  method: "apm",
  methodType: type,
  source: { _tag: "Apm", apm: type },
  card: null,
  returnUrl
})
