import {
  amountFromDecimal,
  amountFromProvider,
  decimalAmount,
  type HttpFailure,
  providerAmount
} from "@payloom/core"
import type { AmountForm, WrittenAmount } from "./HttpProviderTable.ts"

/** Writes an amount in the provider's form. Throws if the form can't express it. */
export const writtenAmount = (
  amount: bigint,
  currency: string,
  units: AmountForm = {}
): WrittenAmount => {
  const { form = "integer" } = units
  const isDecimal = form === "decimal" || form === "decimal_text"
  const text = isDecimal
    ? decimalAmount(amount, currency, units)
    : (providerAmount(amount, currency, units)?.toString() ?? null)
  if (text !== null && form.endsWith("_text")) return text
  // A number of JSON has no more than 15 digits that are certain.
  if (text !== null && text.replace(".", "").length <= 15) return Number(text)
  const reason = `The provider can't take the amount ${amount} ${currency}.`
  throw { _tag: "AccountUnavailable", reason, rawCode: "amount" } satisfies HttpFailure
}

/**
 * Reads an amount of the provider's in minor units. Null if it can't be read. An amount that is
 * finer than a minor unit becomes -1, because it can't be the requested one.
 */
export const readAmount = (
  value: unknown,
  currency: string,
  units: AmountForm = {}
): bigint | null => {
  if (typeof value !== "number" && typeof value !== "string") return null
  const text = String(value)
  if (units.form === "decimal" || units.form === "decimal_text") {
    return /^\d{1,30}(\.\d{1,30})?$/.test(text) ? (amountFromDecimal(text, currency) ?? -1n) : null
  }
  if (!/^\d{1,30}$/.test(text)) return null
  return amountFromProvider(BigInt(text), currency, units) ?? -1n
}
