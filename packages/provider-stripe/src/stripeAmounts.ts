import {
  amountFromProvider,
  type HttpFailure,
  type ProviderUnits,
  providerAmount
} from "@payloom/core"

/**
 * Stripe counts in minor units, but for these: ISK and UGX as if they had two decimals, MGA as if
 * it had none, and those with three decimals in steps of ten (docs.stripe.com/currencies).
 */
const units: ProviderUnits = {
  decimals: { ISK: 2, UGX: 2, MGA: 0 },
  step: { BHD: 10n, JOD: 10n, KWD: 10n, OMR: 10n, TND: 10n }
}

/** The steps that amounts go in, in minor units, where a minor unit is too fine for Stripe. */
export const amountStep: Readonly<Record<string, bigint>> = {
  ...units.step,
  MGA: amountFromProvider(1n, "MGA", units) ?? 1n
}

/** What can be charged in (docs.stripe.com/currencies), less what ISO 4217 has withdrawn. */
export const currencies: ReadonlyArray<string> = (
  "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BWP BYN BZD CAD " +
  "CDF CHF CLP CNY COP CRC CVE CZK DJF DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GNF GTQ " +
  "GYD HKD HNL HTG HUF IDR ILS INR ISK JMD JOD JPY KES KGS KHR KMF KRW KWD KYD KZT LAK LBP LKR " +
  "LRD LSL MAD MDL MGA MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB " +
  "PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SEK SGD SHP SLE SOS SRD STN SZL THB " +
  "TJS TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VND VUV WST XAF XCD XOF XPF YER ZAR ZMW"
).split(" ")

/** An amount as Stripe counts it; it takes none that JavaScript can't count. */
export const stripeAmount = (amount: bigint, currency: string): number => {
  const counted = providerAmount(amount, currency, units)
  if (counted !== null && counted <= Number.MAX_SAFE_INTEGER) return Number(counted)
  const reason = `Stripe can't count ${amount} ${currency}.`
  throw { _tag: "AccountUnavailable", reason, rawCode: "amount_invalid" } satisfies HttpFailure
}

/** An amount of a currency, in the words of a request. */
export const moneyParams = (amount: bigint, currency: string) => ({
  amount: stripeAmount(amount, currency),
  currency: currency.toLowerCase()
})

/** An amount finer than ISO 4217 has it is none that was asked for, and neither is -1. */
export const amountFromStripe = (amount: number, currency: string): bigint =>
  amountFromProvider(BigInt(amount), currency.toUpperCase(), units) ?? -1n
