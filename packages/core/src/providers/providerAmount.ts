import { minorUnitDecimals } from "../kernel/primitives/CurrencyCode.ts"

/** How a provider counts amounts, where that is not as ISO 4217 has it. */
export interface ProviderUnits {
  /** The decimals of a currency's unit at the provider, where they are others than ISO 4217's. */
  readonly decimals?: { readonly [currency: string]: number }
  /** The smallest step of an amount in the provider's own units, where it isn't 1. */
  readonly step?: { readonly [currency: string]: bigint }
}

/**
 * An amount of minor units as a provider counts it: ISK has no decimals in ISO 4217 and two at
 * some. Null where the provider's unit, or its step, is too coarse for the amount; the capability
 * `amountStep` has such amounts refused before they get here.
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
 * An amount in a provider's own units as minor units of ISO 4217. Null where it is finer than
 * these: then it can't be the amount that was asked for.
 */
export const amountFromProvider = (
  amount: bigint,
  currency: string,
  units: ProviderUnits = {}
): bigint | null => rescaled(amount, -decimalsMore(currency, units))

/** How many decimals more than ISO 4217 a provider has. */
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
