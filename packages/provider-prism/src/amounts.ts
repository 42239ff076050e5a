import {
  amountFromDecimal,
  amountFromProvider,
  decimalAmount,
  type HttpFailure,
  type ProviderUnits
} from "@payloom/core"
import type { Money } from "./Processor.ts"

/**
 * Returns an amount of whole units of the processor's in minor units, or null if it can't be read.
 * An amount that is finer than a minor unit becomes -1, which no request has.
 */
export const moneyIn = (
  value: unknown,
  currency: unknown,
  units: ProviderUnits = {}
): Money | null => {
  if (typeof value !== "number" || !Number.isSafeInteger(value)) return null
  if (typeof currency !== "string") return null
  return { amount: amountFromProvider(BigInt(value), currency, units) ?? -1n, currency }
}

/**
 * Returns a decimal amount such as `12.50` in minor units, or null if it can't be read. An amount
 * that is finer than a minor unit becomes -1, which no request has.
 */
export const decimalMoneyIn = (value: unknown, currency: unknown): Money | null => {
  if (typeof currency !== "string") return null
  const text = String(value)
  if (!/^\d{1,30}(?:\.\d{1,30})?$/.test(text)) return null
  return { amount: amountFromDecimal(text, currency) ?? -1n, currency }
}

/**
 * Returns minor units as a number of whole units, such as 12.5. Throws if a number can't be exactly
 * the amount.
 */
export const decimalIn = (amount: bigint, currency: string): number => {
  const number = Number(decimalAmount(amount, currency))
  if (decimalMoneyIn(number, currency)?.amount === amount) return number
  const reason = `The amount ${amount} ${currency} is too large.`
  throw { _tag: "AccountUnavailable", reason, rawCode: "amount" } satisfies HttpFailure
}
