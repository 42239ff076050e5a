import { Schema } from "effect"
import { KeptText, Reference } from "./bounds.ts"

/**
 * An alternative method that the provider saved at the charged account, to be charged again without
 * the payer. For a direct debit it is the mandate.
 */
export interface SavedMethod {
  /** The provider's token. A later charge has it as `source.token`. The token is never shown. */
  readonly token: string
  /** The last four characters of the bank account's number. Absent if unknown. */
  readonly last4?: string | undefined
  /** The name of the payer's bank, of which 255 characters are kept. Absent if unknown. */
  readonly bank?: string | undefined
  /** The country of the bank account, an ISO 3166-1 alpha-2 code. Absent if unknown. */
  readonly country?: string | undefined
  /** The reference of the mandate, as payers see it on their statement. Absent if unknown. */
  readonly mandateReference?: string | undefined
}
export const SavedMethod = Schema.Struct({
  token: Reference,
  last4: Schema.optional(KeptText),
  bank: Schema.optional(KeptText),
  country: Schema.optional(KeptText),
  mandateReference: Schema.optional(Reference)
})
