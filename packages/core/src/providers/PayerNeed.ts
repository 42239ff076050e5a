import { Schema } from "effect"
import type { Named } from "../kernel/primitives/Named.ts"

/** The facts about a payer that a page can ask for, in the order in which a page shows them. */
export const payerFields = [
  "name",
  "email",
  "phone",
  "document",
  "bank",
  "routingNumber",
  "accountNumber",
  "code",
  "billingAddress.line1",
  "billingAddress.postalCode",
  "billingAddress.city",
  "billingAddress.state",
  "billingAddress.country"
] as const

/**
 * A fact about a payer, by its place in a confirm: a field of `apm.details`, or a part of
 * `billingAddress`.
 */
export type PayerField = (typeof payerFields)[number]

/**
 * The form of a fact, for which a page has its own label and check: `full_name` has a first and a
 * last name. `iban`, `sort_code`, `bsb` and `aba` are numbers of accounts and banks. `blik` is a
 * code of six digits. `cpf_cnpj` is a Brazilian tax number.
 */
export const PayerFormat = Schema.Literals([
  "full_name",
  "iban",
  "sort_code",
  "bsb",
  "aba",
  "blik",
  "cpf_cnpj"
])
export type PayerFormat = Named<typeof PayerFormat.Type>

/** One of the values that a payer chooses from. */
export interface PayerOption {
  /** The value that the provider gets, such as its code of a bank. */
  readonly code: string
  /** The text for the payer. Pages know the names of countries, so a country needs none. */
  readonly name?: string
}

/** A fact about the payer that a method needs. */
export interface PayerNeed {
  /** The fact, such as `accountNumber`. */
  readonly name: PayerField
  /** The form of the fact. Any text if absent. */
  readonly format?: PayerFormat
  /** The values to choose from, such as banks. The payer types the fact if absent. */
  readonly options?: ReadonlyArray<PayerOption>
  /** True if the charge also passes without the fact. False if absent. */
  readonly isOptional?: boolean
}

/** The kind of a mandate, which decides the text that the payer reads before the payment. */
export const DebitMandate = Schema.Literals(["sepa", "bacs", "other"])
export type DebitMandate = Named<typeof DebitMandate.Type>
