import { minorUnitDecimals } from "../kernel/primitives/CurrencyCode.ts"

/** The units of a provider that differ from ISO 4217. */
export interface ProviderUnits {
  /** The decimals of a currency at the provider, if they differ from ISO 4217. */
  readonly decimals?: { readonly [currency: string]: number }
  /** The smallest step of an amount in the provider's own units, if it isn't 1. */
  readonly step?: { readonly [currency: string]: bigint }
}

/**
 * Converts an amount of minor units to the provider's units. ISK has no decimals in ISO 4217 and
 * two at some providers. Returns null if the provider's unit, or its step, is too coarse for the
 * amount. Declare the capability `amountStep`, so that such amounts are refused earlier.
 *
 * @example
 * providerAmount(1250n, "ISK", { decimals: { ISK: 2 } }) // 125000n
 */
export const providerAmount = (
  amount: bigint,
  currency: string,
  units: ProviderUnits = {}
): bigint | null => {
  const scaled = rescaled(amount, decimalsMore(currency, units))
  const step = own(units.step, currency) ?? 1n
  return scaled === null || scaled % step !== 0n ? null : scaled
}

/**
 * Converts an amount in a provider's units to minor units of ISO 4217. Returns null if the amount
 * is finer than a minor unit. Then it can't be the amount of the request.
 */
export const amountFromProvider = (
  amount: bigint,
  currency: string,
  units: ProviderUnits = {}
): bigint | null => rescaled(amount, -decimalsMore(currency, units))

/**
 * Returns an amount of minor units as a decimal text in whole units, for providers that take such
 * amounts. Returns null if the provider's decimals, or its step, are too coarse for the amount.
 *
 * @example
 * decimalAmount(1250n, "EUR") // "12.50"
 */
export const decimalAmount = (
  amount: bigint,
  currency: string,
  units: ProviderUnits = {}
): string | null => {
  const counted = providerAmount(amount, currency, units)
  if (counted === null) return null
  const decimals = decimalsAt(currency, units)
  if (decimals === 0) return String(counted)
  const digits = String(counted).padStart(decimals + 1, "0")
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/**
 * Converts a decimal text in whole units, such as `12.50` or `12.5`, to minor units of ISO 4217.
 * Returns null if the text is no such amount, or if the amount is finer than a minor unit. Then it
 * can't be the amount of the request.
 */
export const amountFromDecimal = (text: string, currency: string): bigint | null => {
  const [, whole, part = ""] = /^(\d{1,30})(?:\.(\d{1,30}))?$/.exec(text) ?? []
  if (whole === undefined) return null
  const decimals = minorUnitDecimals(currency)
  const fine = part.replace(/0+$/, "")
  return fine.length > decimals ? null : BigInt(whole + fine.padEnd(decimals, "0"))
}

/** Returns the decimals of a currency at a provider. */
const decimalsAt = (currency: string, { decimals }: ProviderUnits): number =>
  own(decimals, currency) ?? minorUnitDecimals(currency)

/** Returns how many more decimals a provider has than ISO 4217. */
const decimalsMore = (currency: string, units: ProviderUnits): number =>
  decimalsAt(currency, units) - minorUnitDecimals(currency)

const own = <A>(table: { readonly [key: string]: A } = {}, key: string): A | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined

const rescaled = (amount: bigint, decimals: number): bigint | null => {
  if (decimals >= 0) return amount * 10n ** BigInt(decimals)
  const factor = 10n ** BigInt(-decimals)
  return amount % factor === 0n ? amount / factor : null
}
