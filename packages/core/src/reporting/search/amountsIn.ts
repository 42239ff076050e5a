import { activeCurrencies, minorUnitDecimals } from "../../kernel/primitives/CurrencyCode.ts"
import { largestAmount } from "../../kernel/primitives/MinorAmount.ts"

/** An amount that a person wrote. It may be meant in several ways. */
export interface WrittenAmount {
  /** Null if none was written. */
  readonly currency: string | null
  /** All amounts in minor units that may be meant, in any currency. */
  readonly minorAmounts: ReadonlyArray<bigint>
  /** Returns true if an amount of a currency may be meant. */
  readonly means: (amount: bigint, currency: string) => boolean
}

/**
 * Reads an amount as people write it: `12.50`, `12,50`, `1.250,00 EUR` or `€12.50`. Digits alone
 * may be minor units or whole units. Returns null if the text is no amount.
 */
export const amountIn = (text: string): WrittenAmount | null => {
  const { number, currency } = withoutCurrency(text.trim())
  const readings = readingsOf(number.replace(/(?<=\d)[\s'’](?=\d{3})/g, ""))
  if (readings.length === 0) return null
  const amountsOf = (code: string) => inMinorUnits(readings, minorUnitDecimals(code))
  const all =
    currency === null ? decimals.flatMap((d) => inMinorUnits(readings, d)) : amountsOf(currency)
  const minorAmounts = [...new Set(all)].filter((amount) => amount <= largestAmount)
  if (minorAmounts.length === 0) return null
  return {
    currency,
    minorAmounts,
    means: (amount, of) => (currency === null || currency === of) && amountsOf(of).includes(amount)
  }
}

/** The numbers of decimals that currencies have. */
const decimals = [0, 2, 3]

const symbols: Readonly<Record<string, string | null>> = {
  "€": "EUR",
  "£": "GBP",
  $: null,
  "¥": null
}

const known: ReadonlySet<string> = new Set(activeCurrencies)

const withoutCurrency = (text: string) => {
  const found = /^([A-Za-z]{3}|[€£$¥])?\s*([\d.,\s'’]+?)\s*([A-Za-z]{3}|[€£$¥])?$/.exec(text)
  const [, before, number = "", after] = found ?? []
  const written = before ?? after
  if (written === undefined) return { number, currency: null }
  if (written in symbols) return { number, currency: symbols[written] ?? null }
  const code = written.toUpperCase()
  return known.has(code) ? { number, currency: code } : { number: "", currency: null }
}

/** A number in whole units with decimals, or in minor units. */
type Reading = { readonly whole: string; readonly fraction: string } | { readonly minor: string }

const readingsOf = (number: string): ReadonlyArray<Reading> => {
  if (/^\d{1,15}$/.test(number)) {
    return [{ minor: number }, { whole: number, fraction: "" }]
  }
  const [, whole, separator, fraction] = /^([\d.,]*\d)([.,])(\d{1,3})$/.exec(number) ?? []
  if (whole === undefined || separator === undefined || fraction === undefined) return []
  const other = separator === "." ? "," : "."
  const readings: Array<Reading> = []
  if (isGrouped(whole, other)) readings.push({ whole: whole.replaceAll(other, ""), fraction })
  // `1,250` may be 1250 in whole units.
  if (isGrouped(number, separator)) {
    readings.push({ whole: number.replaceAll(separator, ""), fraction: "" })
  }
  return readings
}

const isGrouped = (digits: string, separator: string): boolean => {
  const [first = "", ...groups] = digits.split(separator)
  const isFirst = groups.length === 0 ? /^\d{1,15}$/ : /^\d{1,3}$/
  return isFirst.test(first) && groups.every((group) => /^\d{3}$/.test(group))
}

const inMinorUnits = (readings: ReadonlyArray<Reading>, places: number): ReadonlyArray<bigint> =>
  readings.flatMap((reading) => {
    if ("minor" in reading) return [BigInt(reading.minor)]
    const { whole, fraction } = reading
    return fraction.length > places ? [] : [BigInt(whole + fraction.padEnd(places, "0"))]
  })
