import type { Texts } from "../texts/Texts.ts"
import type { PayerSession } from "./PayerApi.ts"

/**
 * The currencies of ISO 4217 whose minor unit isn't a hundredth. Browsers use customary digits,
 * which differ from the minor units for some currencies.
 */
const decimalsByCurrency: ReadonlyMap<string, number> = new Map([
  ..."BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF"
    .split(" ")
    .map((code) => [code, 0] as const),
  ..."BHD IQD JOD KWD LYD OMR TND".split(" ").map((code) => [code, 3] as const)
])

/** The texts beside an amount or a date. It is written in the same locale. */
type Beside = Pick<Texts, "locale">

/**
 * Formats an amount for the payer, such as "12,50 €". It is exact at any size. Negative amounts
 * begin with a minus.
 */
export const formatAmount = (
  { locale }: Beside,
  { amount, currency }: Pick<PayerSession, "amount" | "currency">
): string => {
  const decimals = decimalsByCurrency.get(currency) ?? 2
  const sign = amount.startsWith("-") ? "-" : ""
  const digits = amount.slice(sign.length).padStart(decimals + 1, "0")
  const split = digits.length - decimals
  const decimal = `${sign}${digits.slice(0, split)}.${digits.slice(split)}` as `${number}`
  return new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals
  }).format(decimal)
}

/** Formats a count for the payer. */
export const formatCount = ({ locale }: Beside, count: number): string =>
  new Intl.NumberFormat(locale).format(count)

/** Formats the date of a time, in UTC, for the payer. */
export const formatDate = (texts: Beside, rfc3339: string): string =>
  formatMoment(texts, rfc3339, { dateStyle: "long", timeZone: "UTC" })

/** Formats a date with its time of day, for the payer. */
export const formatTime = (texts: Beside, rfc3339: string): string =>
  formatMoment(texts, rfc3339, { dateStyle: "long", timeStyle: "short" })

const formatMoment = (
  { locale }: Beside,
  rfc3339: string,
  options: Intl.DateTimeFormatOptions
): string => {
  const written = new Intl.DateTimeFormat(locale, options).format(new Date(rfc3339))
  // In French only the first day of a month is an ordinal.
  return locale.startsWith("fr") ? written.replace(/^1 /, "1er ") : written
}
