import { Schema } from "effect"
import { bankAccountNumber, freeText } from "../kernel/primitives/FreeText.ts"

/**
 * The details that a payer enters for an alternative method. Each method needs its own, and the
 * provider's connector says which.
 */
export interface ApmDetails {
  /** The payer's name, as the bank or the method knows it. At most 255 characters. */
  readonly name?: string
  /** The payer's email address, at most 255 characters. */
  readonly email?: string
  /** The payer's telephone number, at most 32 characters. */
  readonly phone?: string
  /** The provider's code of the payer's bank, at most 64 characters. */
  readonly bank?: string
  /** The payer's tax number or identity number, such as a CPF. At most 32 characters. */
  readonly document?: string
  /** The number of the payer's bank account, such as an IBAN. At most 34 characters. */
  readonly accountNumber?: string
  /** The bank's routing number, sort code or BSB. At most 16 characters. */
  readonly routingNumber?: string
  /** A code from the payer's banking app, such as BLIK's. At most 16 characters. */
  readonly code?: string
}
export const ApmDetails = Schema.Struct({
  name: Schema.optionalKey(freeText(255)),
  email: Schema.optionalKey(freeText(255)),
  phone: Schema.optionalKey(freeText(32)),
  bank: Schema.optionalKey(freeText(64)),
  document: Schema.optionalKey(freeText(32)),
  accountNumber: Schema.optionalKey(bankAccountNumber(34)),
  routingNumber: Schema.optionalKey(freeText(16)),
  code: Schema.optionalKey(freeText(16))
}).pipe(Schema.encodeKeys({ accountNumber: "account_number", routingNumber: "routing_number" }))
