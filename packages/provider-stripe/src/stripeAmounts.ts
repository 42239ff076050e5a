import { amountFromProvider, type ProviderUnits, providerAmount } from "@payloom/core"
import { accountUnavailable } from "./stripeErrors.ts"

/**
 * The currencies that Stripe counts in other units than ISO 4217. ISK and UGX have two decimals at
 * Stripe, MGA has none, and currencies with three decimals go in steps of ten
 * (docs.stripe.com/currencies).
 */
const units: ProviderUnits = {
  decimals: { ISK: 2, UGX: 2, MGA: 0 },
  step: { BHD: 10n, JOD: 10n, KWD: 10n, OMR: 10n, TND: 10n }
}

/**
 * The step of amounts in minor units, for each currency whose minor unit is too fine for Stripe.
 */
export const amountStep: Readonly<Record<string, bigint>> = {
  ...units.step,
  MGA: amountFromProvider(1n, "MGA", units) ?? 1n
}

/**
 * The currencies that Stripe charges (docs.stripe.com/currencies), without those that ISO 4217 has
 * withdrawn.
 */
export const currencies: ReadonlyArray<string> = (
  "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BWP BYN BZD CAD " +
  "CDF CHF CLP CNY COP CRC CVE CZK DJF DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GNF GTQ " +
  "GYD HKD HNL HTG HUF IDR ILS INR ISK JMD JOD JPY KES KGS KHR KMF KRW KWD KYD KZT LAK LBP LKR " +
  "LRD LSL MAD MDL MGA MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB " +
  "PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SEK SGD SHP SLE SOS SRD STN SZL THB " +
  "TJS TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VND VUV WST XAF XCD XOF XPF YER ZAR ZMW"
).split(" ")

/**
 * Converts an amount to Stripe's units. Throws `AccountUnavailable` if Stripe can't express the
 * amount, or JavaScript can't as a number.
 */
export const stripeAmount = (amount: bigint, currency: string): number => {
  const counted = amountToStripe(amount, currency)
  if (counted !== null) return counted
  const reason = `Stripe can't express the amount ${amount} ${currency}.`
  throw accountUnavailable(reason, "amount_invalid")
}

/** Converts an amount to Stripe's units. Returns null if it has no such form. */
export const amountToStripe = (amount: bigint, currency: string): number | null => {
  const counted = providerAmount(amount, currency, units)
  return counted !== null && counted <= Number.MAX_SAFE_INTEGER ? Number(counted) : null
}

/** Returns an amount and its currency as parameters of a request. */
export const moneyParams = (amount: bigint, currency: string) => ({
  amount: stripeAmount(amount, currency),
  currency: currency.toLowerCase()
})

/**
 * Converts an amount from Stripe's units. Returns -1 if the amount is finer than the currency's
 * minor unit, because no request has such an amount.
 */
export const amountFromStripe = (amount: number, currency: string): bigint =>
  amountFromProvider(BigInt(amount), currency.toUpperCase(), units) ?? -1n
