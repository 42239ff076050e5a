import { Schema } from "effect"
import { ApmDetails } from "./ApmDetails.ts"

/** The name of a wallet or of an alternative payment method, such as `apple_pay` or `ideal`. */
export const MethodType = Schema.String.check(Schema.isPattern(/^[a-z][a-z0-9_]{0,39}$/))

/** A card in the vault. */
export interface VaultedSource {
  readonly _tag: "Vaulted"
  /** The reference with which the provider gets the card from the vault. */
  readonly vaultReference: string
  /**
   * The token of the card at the account that is charged. If absent, the provider gets the card
   * from the vault.
   */
  readonly token?: string
  /**
   * True if the card's network token is charged in place of its number. The vault has it under the
   * same reference. Only providers with `networkTokens` get it.
   */
  readonly usesNetworkToken?: true
  /**
   * The wallet, such as `apple_pay`, if the vault decrypted its payload. The reference then stands
   * for the wallet's device number and for a cryptogram that exists once. Only providers with
   * `decryptedWallets` get it. Absent for cards.
   */
  readonly wallet?: string
}

/** The payload of a wallet, passed on unchanged. It is null once the charge is settled. */
export interface WalletSource {
  readonly _tag: "Wallet"
  /** Such as `apple_pay`. */
  readonly wallet: string
  /** The wallet's payload, unchanged. Null once the charge is settled. */
  readonly payload: Schema.Json
}

/**
 * An alternative payment method. The payer completes it outside of the checkout page, or has agreed
 * before to be charged again.
 */
export interface ApmSource {
  readonly _tag: "Apm"
  /** Such as `ideal`. */
  readonly apm: string
  /**
   * The token of the saved method at the account that is charged. Absent if the payer is present
   * and has chosen the method anew.
   */
  readonly token?: string
  /** The payer's details. Absent if the payer gave none, and once they were sent. */
  readonly details?: ApmDetails
}

/** The source of a charge's money. */
export type ChargeSource = VaultedSource | WalletSource | ApmSource
export const ChargeSource = Schema.TaggedUnion({
  Vaulted: {
    vaultReference: Schema.String,
    token: Schema.optionalKey(Schema.String),
    usesNetworkToken: Schema.optionalKey(Schema.Literal(true)),
    wallet: Schema.optionalKey(MethodType)
  },
  Wallet: { wallet: MethodType, payload: Schema.Json },
  Apm: {
    apm: MethodType,
    token: Schema.optionalKey(Schema.String),
    details: Schema.optionalKey(Schema.toType(ApmDetails))
  }
})

/** Returns the wallet of a source that the vault decrypted. Null for all other sources. */
export const decryptedWalletOf = (source: ChargeSource): string | null =>
  source._tag === "Vaulted" ? (source.wallet ?? null) : null

/** Removes the secrets of a source that will not be charged again. */
export const withoutSourceSecrets = (source: ChargeSource): ChargeSource => {
  switch (source._tag) {
    case "Vaulted":
      return source
    case "Wallet":
      return { ...source, payload: null }
    case "Apm": {
      const { details: _, ...kept } = source
      return kept
    }
  }
}
