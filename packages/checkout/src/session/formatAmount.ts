import type { Texts } from "../texts/Texts.ts"
import type { PayerSession } from "./PayerApi.ts"

/**
 * Currencies of ISO 4217 whose minor unit isn't a hundredth. Browsers know digits by custom, which
 * for some currencies are others than those that amounts are counted in.
 */
const decimalsByCurrency: ReadonlyMap<string, number> = new Map([
  ..."BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF"
    .split(" ")
    .map((code) => [code, 0] as const),
  ..."BHD IQD JOD KWD LYD OMR TND".split(" ").map((code) => [code, 3] as const)
])

/** The texts beside which something is written: an amount in another locale would be of neither. */
type Beside = Pick<Texts, "locale">

/** An amount as the payer reads it, such as "12,50 €". Exact at any size. */
export const formatAmount = (
  { locale }: Beside,
  { amount, currency }: Pick<PayerSession, "amount" | "currency">
): string => {
  const decimals = decimalsByCurrency.get(currency) ?? 2
  const digits = amount.padStart(decimals + 1, "0")
  const split = digits.length - decimals
  const decimal = `${digits.slice(0, split)}.${digits.slice(split)}` as `${number}`
  return new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals
  }).format(decimal)
}

/** A number of things, as the payer reads it. */
export const formatCount = ({ locale }: Beside, count: number): string =>
  new Intl.NumberFormat(locale).format(count)

/** The date of a moment, in UTC, as the payer reads it. */
export const formatDate = (texts: Beside, rfc3339: string): string =>
  formatMoment(texts, rfc3339, { dateStyle: "long", timeZone: "UTC" })

/** A moment as the payer reads it, with the time of day. */
export const formatTime = (texts: Beside, rfc3339: string): string =>
  formatMoment(texts, rfc3339, { dateStyle: "long", timeStyle: "short" })

const formatMoment = (
  { locale }: Beside,
  rfc3339: string,
  options: Intl.DateTimeFormatOptions
): string => {
  const written = new Intl.DateTimeFormat(locale, options).format(new Date(rfc3339))
  // The first of a month is the only day that French writes as an ordinal.
  return locale.startsWith("fr") ? written.replace(/^1 /, "1er ") : written
}
