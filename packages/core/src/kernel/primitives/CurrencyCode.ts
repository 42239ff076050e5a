import { type Brand, Schema } from "effect"
import { refusedAs } from "./RefusalCode.ts"

const twoDecimals =
  "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF " +
  "CHF CNY COP CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD " +
  "HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA " +
  "MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN " +
  "QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP " +
  "TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG"
const zeroDecimals = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF"
const threeDecimals = "BHD IQD JOD KWD LYD OMR TND"

const decimalsByCode: ReadonlyMap<string, number> = new Map([
  ...twoDecimals.split(" ").map((code) => [code, 2] as const),
  ...zeroDecimals.split(" ").map((code) => [code, 0] as const),
  ...threeDecimals.split(" ").map((code) => [code, 3] as const)
])

/** The active currencies of ISO 4217 that payments can have, without funds codes and metals. */
export const activeCurrencies: ReadonlyArray<string> = [...decimalsByCode.keys()].sort()

/** Returns the decimals of a currency's minor unit: 2 for EUR, 0 for JPY, 3 for KWD. */
export const minorUnitDecimals = (currency: string): number => decimalsByCode.get(currency) ?? 2

/** An active alphabetic ISO 4217 code in upper case, such as EUR. */
export type CurrencyCode = string & Brand.Brand<"CurrencyCode">
export const CurrencyCode: Schema.Codec<CurrencyCode, string> = Schema.String.check(
  Schema.isPattern(
    /^[A-Z]{3}$/,
    refusedAs("parameter_invalid", "an ISO 4217 alphabetic code, such as EUR", activeCurrencies)
  ).abort(),
  Schema.makeFilter(
    (code: string) => decimalsByCode.has(code),
    refusedAs(
      "currency_unsupported",
      "an active ISO 4217 currency, such as EUR or USD",
      activeCurrencies
    )
  )
).pipe(Schema.brand("CurrencyCode"))
