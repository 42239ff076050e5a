import { Schema } from "effect"

/** The name of a wallet or of an alternative payment method, such as `apple_pay` or `ideal`. */
export const MethodType = Schema.String.check(Schema.isPattern(/^[a-z][a-z0-9_]{0,39}$/))

/** What is charged. */
export const ChargeSource = Schema.TaggedUnion({
  /**
   * A card that the vault keeps. `token` is what the account that is charged knows it as, where the
   * card has one there; without it the provider gets the card from the vault.
   */
  Vaulted: { vaultReference: Schema.String, token: Schema.optionalKey(Schema.String) },
  /** What a wallet handed out, carried through as it came; null once the charge is settled. */
  Wallet: { wallet: MethodType, payload: Schema.Json },
  /** An alternative payment method, which the payer sees through elsewhere. */
  Apm: { apm: MethodType }
})
export type ChargeSource = typeof ChargeSource.Type

/** What is left to keep of a source that is not charged any more. */
export const spent = (source: ChargeSource): ChargeSource =>
  source._tag === "Wallet" ? { ...source, payload: null } : source
