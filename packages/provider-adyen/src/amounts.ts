import {
  amountFromProvider,
  type HttpFailure,
  type ProviderCapabilities,
  type ProviderUnits,
  providerAmount
} from "@payloom/core"

/** The currencies for which Adyen has other decimals than ISO 4217. */
const adyenUnits: ProviderUnits = { decimals: { CLP: 2, CVE: 0, IDR: 0, ISK: 2 } }

/**
 * The steps of amounts in currencies whose minor unit is too fine for Adyen, in minor units of ISO
 * 4217.
 */
export const adyenSteps: NonNullable<ProviderCapabilities["amountStep"]> = { CVE: 100n, IDR: 100n }

/** The currencies on Adyen's list, with Adyen's decimals. */
export const adyenDecimals: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries({
    2:
      "AED ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BWP BYN BZD CAD CHF CLP " +
      "CNY COP CRC CUP CZK DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL " +
      "HTG HUF ILS INR ISK JMD KES KGS KHR KYD KZT LAK LBP LKR MAD MDL MKD MMK MNT MOP MRU MUR " +
      "MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR " +
      "SBD SCR SEK SGD SHP SLE SOS SRD STN SVC SZL THB TOP TRY TTD TWD TZS UAH USD UYU UZS WST " +
      "XCD YER ZAR ZMW",
    0: "CVE DJF GNF IDR JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF",
    3: "BHD IQD JOD KWD LYD OMR TND"
  }).flatMap(([decimals, codes]) => codes.split(" ").map((code) => [code, Number(decimals)]))
)

/** An amount of Adyen's: a whole number of Adyen's smallest units. */
export interface AdyenAmount {
  readonly value: number
  readonly currency: string
}

/**
 * Converts an amount from minor units to Adyen's units. Throws `AccountUnavailable` if Adyen can't
 * express it. The engine checks `amountStep` first, so a listed currency's amount is never too
 * fine.
 */
export const toAdyen = (amount: bigint, currency: string): AdyenAmount => {
  const counted = providerAmount(amount, currency, adyenUnits)
  if (counted !== null && counted <= Number.MAX_SAFE_INTEGER) {
    return { value: Number(counted), currency }
  }
  const reason = `Adyen can't express the amount ${amount} ${currency}.`
  throw { _tag: "AccountUnavailable", reason, rawCode: "amount" } satisfies HttpFailure
}

/** An amount that no request has. It stands for an amount that can't be read. */
const noAmount = { amount: -1n, currency: "XXX" } as const

/**
 * Converts an amount from Adyen's units to minor units. An amount that can't be read becomes -1,
 * which no request has.
 */
export const fromAdyen = (
  told: Partial<AdyenAmount> | null | undefined
): { readonly amount: bigint; readonly currency: string } => {
  const { value, currency } = told ?? {}
  if (typeof value !== "number" || !Number.isSafeInteger(value)) return noAmount
  if (typeof currency !== "string") return noAmount
  return { amount: amountFromProvider(BigInt(value), currency, adyenUnits) ?? -1n, currency }
}
