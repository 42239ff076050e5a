import { Schema } from "effect"

/** The name of a wallet or of an alternative payment method, such as `apple_pay` or `ideal`. */
export const MethodType = Schema.String.check(Schema.isPattern(/^[a-z][a-z0-9_]{0,39}$/))

/** A card that the vault keeps. */
export interface VaultedSource {
  readonly _tag: "Vaulted"
  /** By which the provider gets the card from the vault. */
  readonly vaultReference: string
  /**
   * What the account that is charged knows the card as, where it has one there; without it the
   * provider gets the card from the vault.
   */
  readonly token?: string
}

/** What a wallet handed out, carried through as it came; null once the charge is settled. */
export interface WalletSource {
  readonly _tag: "Wallet"
  /** Such as `apple_pay`. */
  readonly wallet: string
  /** As the wallet handed it out; null once the charge is settled. */
  readonly payload: Schema.Json
}

/** An alternative payment method, which the payer sees through elsewhere. */
export interface ApmSource {
  readonly _tag: "Apm"
  /** Such as `ideal`. */
  readonly apm: string
}

/** What is charged. */
export type ChargeSource = VaultedSource | WalletSource | ApmSource
export const ChargeSource = Schema.TaggedUnion({
  Vaulted: { vaultReference: Schema.String, token: Schema.optionalKey(Schema.String) },
  Wallet: { wallet: MethodType, payload: Schema.Json },
  Apm: { apm: MethodType }
})

/** What is left to keep of a source that is not charged any more. */
export const withoutSourceSecrets = (source: ChargeSource): ChargeSource =>
  source._tag === "Wallet" ? { ...source, payload: null } : source
