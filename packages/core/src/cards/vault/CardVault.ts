import { Context, type Effect, Schema } from "effect"
import { TaggedError } from "../../kernel/primitives/TaggedError.ts"
import type { Scope } from "../../platform/storage/Scope.ts"

/** The token of a card at one merchant account of a provider. */
export interface CardToken {
  /** The name of a registered provider. */
  readonly provider: string
  /** The credentials of the account, as in its MID. */
  readonly credentials: string
  /** The token. */
  readonly token: string
}
const CardToken = Schema.Struct({
  provider: Schema.String,
  credentials: Schema.String,
  token: Schema.String
})

/**
 * A network token: the scheme's stand-in for the card's number. It stays valid when the issuer
 * sends the holder a new card.
 */
export interface NetworkToken {
  /** The last four digits of the token. */
  readonly last4: string
  /** The month of the token's expiry date, 1 to 12. */
  readonly expMonth: number
  /** The year of the token's expiry date, in four digits. */
  readonly expYear: number
}
const NetworkToken = Schema.Struct({
  last4: Schema.String.check(Schema.isPattern(/^[0-9]{4}$/)),
  expMonth: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 12 })),
  expYear: Schema.Int.check(Schema.isBetween({ minimum: 2000, maximum: 2999 }))
})

/** The vault's description of a card. The card number can't be derived from it. */
export interface VaultedCard {
  /** The reference with which providers get the card from the vault. */
  readonly vaultReference: string
  /** The brand, such as `visa`. */
  readonly brand: string
  /** The last four digits of the card number. */
  readonly last4: string
  /** The month of the expiry date, 1 to 12. The card is valid to its end. */
  readonly expMonth: number
  /** The year of the expiry date, in four digits. */
  readonly expYear: number
  /** The funding, such as `credit` or `debit`. */
  readonly funding: string
  /** The issuer's country, an ISO 3166-1 alpha-2 code. */
  readonly country: string
  /**
   * The fingerprint of the number. It is the same for the same number and tenant, and differs
   * otherwise.
   */
  readonly fingerprint: string
  /** The card's tokens at merchant accounts. None if absent. */
  readonly tokens?: ReadonlyArray<CardToken>
  /**
   * The accounts that can charge the card: those of every provider, which gets it from the vault,
   * or only those that have a token. `every_provider` if absent.
   */
  readonly chargeableBy?: "every_provider" | "token_accounts"
  /**
   * The card's network token. Providers with `networkTokens` charge it in place of the number.
   * Absent if the vault has none.
   */
  readonly networkToken?: NetworkToken
}
export const VaultedCard = Schema.Struct({
  vaultReference: Schema.NonEmptyString,
  brand: Schema.String,
  last4: Schema.String.check(Schema.isPattern(/^[0-9]{4}$/)),
  expMonth: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 12 })),
  expYear: Schema.Int.check(Schema.isBetween({ minimum: 2000, maximum: 2999 })),
  funding: Schema.String,
  country: Schema.String,
  fingerprint: Schema.String,
  tokens: Schema.optionalKey(Schema.Array(CardToken)),
  chargeableBy: Schema.optionalKey(Schema.Literals(["every_provider", "token_accounts"])),
  networkToken: Schema.optionalKey(NetworkToken)
})

/**
 * The vault can't read a ciphertext or the payload of a wallet. A ciphertext isn't from the vault's
 * encryption field. A payload was encrypted for another key. Or the text was altered.
 */
export class CardNotRecognized extends TaggedError("CardNotRecognized")<{
  /** A sentence for people about the reason. It never has the input. */
  readonly message: string
}> {}

/** The vault did not answer. */
export class VaultUnavailable extends TaggedError("VaultUnavailable")<{
  /** The error of the vault. */
  readonly cause: unknown
}> {
  override get message(): string {
    return "The card vault did not answer, for the reason in `cause`; try again with the same key."
  }
}

/**
 * The port to a card vault. A vault turns ciphertext from the payer's browser into a reference and
 * a description.
 */
export interface CardVaultPort {
  /** Stores a card. Returns its description and its reference. */
  readonly store: (card: {
    /** The tenant and mode of the card, for vaults that keep them apart. */
    readonly scope: Scope
    /** The ciphertext of the encryption field. */
    readonly ciphertext: string
    /** The key of the fingerprint. It differs by tenant, so tenants can't compare cards. */
    readonly fingerprintKey: Uint8Array
  }) => Effect.Effect<VaultedCard, CardNotRecognized | VaultUnavailable>
  /**
   * The wallets whose payloads the vault decrypts, such as `apple_pay`. None if absent. Needs
   * `storeWallet`.
   */
  readonly decryptedWallets?: ReadonlyArray<string>
  /**
   * Decrypts the payload of a wallet in `decryptedWallets`, and stores it for one payment. Returns
   * the description and the reference. The last four digits, the expiry date and the fingerprint
   * are those of the wallet's device number. It is called if an account of the payment's route
   * charges decrypted wallets.
   */
  readonly storeWallet?: (wallet: {
    /** The tenant and mode of the payment, for vaults that keep them apart. */
    readonly scope: Scope
    /** Such as `apple_pay`. */
    readonly wallet: string
    /** The wallet's payload, as the page handed it in. */
    readonly payload: Schema.Json
    /** The key of the fingerprint. It differs by tenant, so tenants can't compare cards. */
    readonly fingerprintKey: Uint8Array
  }) => Effect.Effect<VaultedCard, CardNotRecognized | VaultUnavailable>
  /**
   * Deletes the security code of a card, because no charge needs it any more. A decrypted wallet is
   * deleted whole. It is called for cards that payers typed in and for wallets, once their attempt
   * has ended, and again if it failed. It is not called for cards without an attempt, such as those
   * of a confirm that was refused. So a vault must also delete codes and wallets by itself after
   * some time.
   */
  readonly release?: (card: {
    readonly scope: Scope
    readonly vaultReference: string
  }) => Effect.Effect<void, VaultUnavailable>
  /**
   * Deletes a card. It can't be charged any more. It is called for the cards of an erased customer,
   * saved or not, unless another customer has saved the same reference. It is repeated after a
   * crash or a failure, so it succeeds for a card that the vault no longer has. Without it, the
   * answer of an erasure names the vault.
   */
  readonly forget?: (card: {
    readonly scope: Scope
    readonly vaultReference: string
  }) => Effect.Effect<void, VaultUnavailable>
}

/** The vault of an engine. */
export class CardVault extends Context.Service<CardVault, CardVaultPort>()(
  "@payloom/core/cards/vault/CardVault"
) {}
