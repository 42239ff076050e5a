import { localeOf, textsFor } from "../texts/textsFor.ts"
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

/** The locale whose texts the payer reads: an amount in another would be of neither. */
const localeShown = (locale: string): string => localeOf(textsFor(locale), locale)

/** An amount as the session's payer reads it, such as "12,50 €". Exact at any size. */
export const formatAmount = ({
  amount,
  currency,
  locale
}: Pick<PayerSession, "amount" | "currency" | "locale">): string => {
  const decimals = decimalsByCurrency.get(currency) ?? 2
  const digits = amount.padStart(decimals + 1, "0")
  const split = digits.length - decimals
  const decimal = `${digits.slice(0, split)}.${digits.slice(split)}` as `${number}`
  return new Intl.NumberFormat(localeShown(locale), {
    style: "currency",
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals
  }).format(decimal)
}

/** The date of a moment, in UTC, as the session's payer reads it. */
export const formatDate = (rfc3339: string, locale: string): string =>
  new Intl.DateTimeFormat(localeShown(locale), { dateStyle: "long", timeZone: "UTC" }).format(
    new Date(rfc3339)
  )

/** A moment as the session's payer reads it, with the time of day. */
export const formatTime = (rfc3339: string, locale: string): string =>
  new Intl.DateTimeFormat(localeShown(locale), { dateStyle: "long", timeStyle: "short" }).format(
    new Date(rfc3339)
  )
