import { Context, type Effect, Schema } from "effect"
import { TaggedError } from "../../kernel/primitives/TaggedError.ts"
import type { Scope } from "../../platform/storage/Scope.ts"

/** What one merchant account at a provider knows a card as. */
export interface CardToken {
  /** The name of a registered provider. */
  readonly provider: string
  /** The credentials of the account, as its MID has them. */
  readonly credentials: string
  /** What the account knows it as. */
  readonly token: string
}
const CardToken = Schema.Struct({
  provider: Schema.String,
  credentials: Schema.String,
  token: Schema.String
})

/** What the vault tells of a card it keeps: nothing that could reconstruct the number. */
export interface VaultedCard {
  /** By which providers get the card from the vault. */
  readonly vaultReference: string
  /** Such as `visa`. */
  readonly brand: string
  /** The last four digits of its number. */
  readonly last4: string
  /** The last month in which it is good: 1 to 12. */
  readonly expMonth: number
  /** The year of that month, in four digits. */
  readonly expYear: number
  /** Such as `credit` or `debit`. */
  readonly funding: string
  /** ISO 3166-1 alpha-2 code of the issuer's country. */
  readonly country: string
  /** The same for the same number of the same tenant, and for no other. */
  readonly fingerprint: string
  /** What accounts know it as; none where this is absent. */
  readonly tokens?: ReadonlyArray<CardToken>
  /**
   * Who can charge it: every provider, to which the vault gives it, or the accounts alone that it
   * has a token at. Every provider where this is absent.
   */
  readonly chargeableBy?: "every_provider" | "token_accounts"
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
  chargeableBy: Schema.optionalKey(Schema.Literals(["every_provider", "token_accounts"]))
})

/** The vault can't read the ciphertext: it isn't from its own encryption field, or was altered. */
export class CardNotRecognized extends TaggedError("CardNotRecognized")<{
  /** What is wrong with it, as a sentence for people; never what was given. */
  readonly message: string
}> {}

/** The vault did not answer. */
export class VaultUnavailable extends TaggedError("VaultUnavailable")<{
  /** Why: what the vault failed with. */
  readonly cause: unknown
}> {
  override get message(): string {
    return "The card vault did not answer, for the reason in `cause`; try again with the same key."
  }
}

/**
 * The port to whoever keeps card numbers: it turns ciphertext from the payer's browser into a
 * reference and a description (spec 1 and 2.13).
 */
export interface CardVaultPort {
  /** Keeps a card, and answers what it is and by which reference it is charged. */
  readonly store: (card: {
    /** Whose card it is, and whether a live one: for vaults that keep them apart. */
    readonly scope: Scope
    /** What the encryption field made of the card. */
    readonly ciphertext: string
    /** Keys the fingerprint, so that tenants can't compare cards. */
    readonly fingerprintKey: Uint8Array
  }) => Effect.Effect<VaultedCard, CardNotRecognized | VaultUnavailable>
  /**
   * Nobody charges this card with its security code any more: the vault forgets that code. Told
   * of cards that payers typed in, once their attempt is over, and told again where it failed. Of
   * cards that no attempt was made with, such as one whose confirm was refused, it isn't told: a
   * vault forgets codes by itself in its time.
   */
  readonly release?: (card: {
    readonly scope: Scope
    readonly vaultReference: string
  }) => Effect.Effect<void, VaultUnavailable>
}

/** The vault that an engine saves cards in. */
export class CardVault extends Context.Service<CardVault, CardVaultPort>()(
  "@payloom/core/cards/vault/CardVault"
) {}
