import { amountFromProvider, type HttpFailure, type ProviderUnits } from "@payloom/core"
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

/** The currencies of ISO 4217 without decimals, and with three. All others here have two. */
const withoutDecimals = new Set(
  "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF".split(" ")
)
const withThree = new Set("BHD IQD JOD KWD LYD OMR TND".split(" "))

const decimalsOf = (currency: string): number =>
  withoutDecimals.has(currency) ? 0 : withThree.has(currency) ? 3 : 2

/**
 * Returns a decimal amount such as `12.50` in minor units, or null if it can't be read. An amount
 * that is finer than a minor unit becomes -1, which no request has.
 */
export const decimalMoneyIn = (value: unknown, currency: unknown): Money | null => {
  if (typeof currency !== "string") return null
  const text = typeof value === "number" ? String(value) : value
  const [, whole, part = ""] = /^(\d+)(?:\.(\d+))?$/.exec(String(text)) ?? []
  if (whole === undefined) return null
  const decimals = decimalsOf(currency)
  const fine = part.replace(/0+$/, "")
  if (fine.length > decimals) return { amount: -1n, currency }
  return { amount: BigInt(whole + fine.padEnd(decimals, "0")), currency }
}

/**
 * Returns minor units as an amount in main units, such as 12.5. Throws if a number can't say it
 * exactly.
 */
export const decimalIn = (amount: bigint, currency: string): number => {
  const decimals = decimalsOf(currency)
  const digits = String(amount).padStart(decimals + 1, "0")
  const whole = digits.length - decimals
  const number = Number(`${digits.slice(0, whole)}.${digits.slice(whole)}`)
  if (decimalMoneyIn(number, currency)?.amount === amount) return number
  const reason = `The amount ${amount} ${currency} can't be said exactly.`
  throw { _tag: "AccountUnavailable", reason, rawCode: "amount" } satisfies HttpFailure
}
