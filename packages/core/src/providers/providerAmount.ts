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

/** Returns how many more decimals a provider has than ISO 4217. */
const decimalsMore = (currency: string, { decimals }: ProviderUnits): number => {
  const usual = minorUnitDecimals(currency)
  return (own(decimals, currency) ?? usual) - usual
}

const own = <A>(table: { readonly [key: string]: A } = {}, key: string): A | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined

const rescaled = (amount: bigint, decimals: number): bigint | null => {
  if (decimals >= 0) return amount * 10n ** BigInt(decimals)
  const factor = 10n ** BigInt(-decimals)
  return amount % factor === 0n ? amount / factor : null
}
