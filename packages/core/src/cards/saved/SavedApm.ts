import { Schema } from "effect"
import { countryInCapitals } from "../../kernel/primitives/CountryCode.ts"
import type { RouteFacts } from "../../providers/RouteFacts.ts"
import type { SavedMethod } from "../../providers/SavedMethod.ts"

/** A saved alternative method, such as the mandate of a direct debit, as it is stored. */
export const SavedApm = Schema.Struct({
  /** Such as `sepa_debit`. */
  apm: Schema.String,
  /** The provider that saved it. */
  provider: Schema.String,
  /** The credentials of the account that saved it. No other account can charge it. */
  credentials: Schema.String,
  /** The provider's token of it at that account. */
  token: Schema.String,
  last4: Schema.NullOr(Schema.String),
  bank: Schema.NullOr(Schema.String),
  country: Schema.NullOr(Schema.String),
  mandateReference: Schema.NullOr(Schema.String)
})
export interface SavedApm extends Schema.Schema.Type<typeof SavedApm> {}

/** The number of characters that are kept of a bank's name. */
const bankLimit = 255

/**
 * Returns a provider's saved method as it is stored: of an account's number only the last four
 * characters, and of a bank's name the start. Null if there is no token, because nothing could be
 * charged by it.
 */
export const storableMethod = (saved: SavedMethod | null | undefined): SavedMethod | null => {
  if (saved == null || saved.token === "") return null
  const { last4, bank, ...method } = saved
  return {
    ...method,
    ...(last4 === undefined ? {} : { last4: last4.slice(-4) }),
    ...(bank === undefined ? {} : { bank: bank.slice(0, bankLimit).toWellFormed() })
  }
}

/** An attempt that may have saved its method at its account. */
interface SavingAttempt {
  readonly provider: string
  readonly credentials: string
  readonly facts: Pick<RouteFacts, "method" | "methodType">
  readonly savedMethod?: SavedMethod
}

/** Returns the method that an attempt saved. Null if it saved none. */
export const savedApmOf = ({
  provider,
  credentials,
  facts: { method, methodType },
  savedMethod
}: SavingAttempt): SavedApm | null => {
  if (savedMethod === undefined || method !== "apm" || methodType === null) return null
  const { token, last4 = null, bank = null, country, mandateReference = null } = savedMethod
  return {
    apm: methodType,
    provider,
    credentials,
    token,
    last4,
    bank,
    country: country === undefined ? null : countryInCapitals(country),
    mandateReference
  }
}
