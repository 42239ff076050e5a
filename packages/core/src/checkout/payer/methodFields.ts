import { Schema } from "effect"
import { openEnum } from "../../kernel/primitives/openEnum.ts"
import type { BillingAddress } from "../../providers/ChargeDetails.ts"
import {
  DebitMandate,
  type PayerField,
  PayerFormat,
  type PayerNeed,
  type PayerOption,
  payerFields
} from "../../providers/PayerNeed.ts"
import type { MethodCapabilities } from "../../providers/ProviderCapabilities.ts"

/** A field that the page shows for an alternative method. */
export interface MethodField {
  /**
   * The field of `apm.details` in a confirm that takes the value, such as `account_number`. A part
   * of the billing address begins with `billing_address`, such as `billing_address.city`.
   */
  readonly name: string
  /** False if the payer may leave it empty. */
  readonly required: boolean
  /** The form of the value. Any text if absent. */
  readonly format?: PayerFormat
  /** The values to choose from. The payer types the value if absent. */
  readonly options?: ReadonlyArray<PayerOption>
  /** The value to begin with: the session's market for a country. */
  readonly value?: string
}
const MethodField = Schema.Struct({
  name: Schema.String,
  required: Schema.Boolean,
  format: Schema.optionalKey(openEnum(PayerFormat)),
  options: Schema.optionalKey(
    Schema.Array(Schema.Struct({ code: Schema.String, name: Schema.optionalKey(Schema.String) }))
  ),
  value: Schema.optionalKey(Schema.String)
})

/** The fields that the page shows, by alternative method. Methods without fields are absent. */
export interface MethodFields {
  readonly [method: string]: ReadonlyArray<MethodField>
}
export const MethodFields = Schema.Record(Schema.String, Schema.Array(MethodField))

/** The mandate that the payer gives with a debit, by method. Other methods are absent. */
export interface MethodMandates {
  readonly [method: string]: DebitMandate
}
export const MethodMandates = Schema.Record(Schema.String, openEnum(DebitMandate))

/** The facts about the payer that the engine has. */
export interface KnownFacts {
  readonly customer: { readonly name: string | null; readonly email: string | null } | null
  readonly billingAddress: BillingAddress
  /** The session's market. Null if none was given. */
  readonly country: string | null
}

/**
 * Returns the fields of a method: the needs of all accounts that could take it, without the facts
 * that the engine has. A billing address is asked for as a whole, because it replaces the stored
 * one.
 */
export const fieldsOf = (
  entries: ReadonlyArray<MethodCapabilities>,
  known: KnownFacts
): ReadonlyArray<MethodField> => {
  const needs = mergedNeeds(entries)
  const isAddressAsked = needs.some((need) => isOfAddress(need.name) && isMissing(need, known))
  const asked = needs.filter((need) =>
    isOfAddress(need.name) ? isAddressAsked : isMissing(need, known)
  )
  // An entered address without its country would hide the session's market.
  const isCountryLacking =
    isAddressAsked && !asked.some(({ name }) => name === "billingAddress.country")
  return [...asked, ...(isCountryLacking ? [{ name: "billingAddress.country" as const }] : [])].map(
    ({ name, isOptional = false, format, options }) => ({
      name: wireName(name),
      required: !isOptional,
      ...(format === undefined ? {} : { format }),
      ...(options === undefined ? {} : { options }),
      ...(name === "billingAddress.country" && known.country !== null
        ? { value: known.country }
        : {})
    })
  )
}

/** Returns the needs of several accounts as one list, in the order in which a page shows them. */
const mergedNeeds = (entries: ReadonlyArray<MethodCapabilities>): ReadonlyArray<PayerNeed> => {
  const all = entries.flatMap(({ needs = [] }) =>
    needs.map((need): PayerNeed => (typeof need === "string" ? { name: need } : need))
  )
  return payerFields.flatMap((name) => {
    const same = all.filter((need) => need.name === name)
    return same.length === 0 ? [] : [same.reduce(merged)]
  })
}

/** A fact is optional if no account requires it. Options are those of all accounts. */
const merged = (one: PayerNeed, other: PayerNeed): PayerNeed => {
  const format = one.format ?? other.format
  return {
    name: one.name,
    isOptional: one.isOptional === true && other.isOptional === true,
    ...(format === undefined ? {} : { format }),
    ...(one.options === undefined || other.options === undefined
      ? {}
      : { options: withoutRepeats([...one.options, ...other.options]) })
  }
}

const withoutRepeats = (options: ReadonlyArray<PayerOption>): ReadonlyArray<PayerOption> => [
  ...new Map(options.map((option) => [option.code, option])).values()
]

const isOfAddress = (name: PayerField): boolean => name.startsWith("billingAddress.")

/** Returns true if the engine doesn't have a fact. Of an address, only required parts count. */
const isMissing = (
  { name, format, isOptional = false }: PayerNeed,
  { customer, billingAddress }: KnownFacts
): boolean => {
  if (isOfAddress(name)) {
    const part = name.slice("billingAddress.".length) as keyof BillingAddress
    return !isOptional && (billingAddress[part] ?? "") === ""
  }
  if (name === "email") return (customer?.email ?? "") === ""
  if (name !== "name") return true
  return format === "full_name"
    ? !/\S\s+\S/.test(customer?.name ?? "")
    : (customer?.name ?? "") === ""
}

const wireName = (name: PayerField): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
