import {
  amountFromProvider,
  type HttpFailure,
  type ProviderCapabilities,
  type ProviderUnits,
  providerAmount
} from "@payloom/core"

/** Where Adyen's decimals are others than those of ISO 4217. */
const adyenUnits: ProviderUnits = { decimals: { CLP: 2, CVE: 0, IDR: 0, ISK: 2 } }

/** What Adyen can't count any finer, in minor units of ISO 4217. */
export const adyenSteps: NonNullable<ProviderCapabilities["amountStep"]> = { CVE: 100n, IDR: 100n }

/** The currencies on Adyen's list, with the decimals that it has there. */
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

/** An amount as Adyen has it: a whole number of its own smallest units. */
export interface AdyenAmount {
  readonly value: number
  readonly currency: string
}

/** An amount of minor units as Adyen counts it; none that `amountStep` lets through is too fine. */
export const toAdyen = (amount: bigint, currency: string): AdyenAmount => {
  const counted = providerAmount(amount, currency, adyenUnits)
  if (counted !== null && counted <= Number.MAX_SAFE_INTEGER) {
    return { value: Number(counted), currency }
  }
  const reason = `Adyen can't count ${amount} ${currency}.`
  throw { _tag: "AccountUnavailable", reason, rawCode: "amount" } satisfies HttpFailure
}

/** What nobody asks for, so that what can't be right is not believed. */
const noAmount = { amount: -1n, currency: "XXX" } as const

/** An amount of Adyen's in minor units. One that can't be read is -1, which nobody asks for. */
export const fromAdyen = (
  told: Partial<AdyenAmount> | null | undefined
): { readonly amount: bigint; readonly currency: string } => {
  const { value, currency } = told ?? {}
  if (typeof value !== "number" || !Number.isSafeInteger(value)) return noAmount
  if (typeof currency !== "string") return noAmount
  return { amount: amountFromProvider(BigInt(value), currency, adyenUnits) ?? -1n, currency }
}
