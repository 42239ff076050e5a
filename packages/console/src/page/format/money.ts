/** The decimals of currencies whose minor unit isn't a hundredth, as the server knows them. */
let decimals: Readonly<Record<string, number>> = {}

/** Sets the decimals of currencies that don't have two. */
export const setDecimals = (given: Readonly<Record<string, number>>): void => {
  decimals = given
}

const decimalsOf = (currency: string): number => decimals[currency] ?? 2

/** Returns an amount of minor units as a decimal, such as `12.50`. It is exact at any size. */
export const decimalOf = (minor: string, currency: string): string => {
  const places = decimalsOf(currency)
  const sign = minor.startsWith("-") ? "-" : ""
  const digits = minor.slice(sign.length).padStart(places + 1, "0")
  const split = digits.length - places
  return places === 0 ? minor : `${sign}${digits.slice(0, split)}.${digits.slice(split)}`
}

/**
 * Formats an amount of minor units for people, such as `€12.50`. A provider may report a currency
 * that is no code.
 */
export const money = (minor: string, currency: string): string => {
  if (!/^[a-z]{3}$/i.test(currency)) return `${minor} ${currency}`
  const places = decimalsOf(currency)
  const format = new Intl.NumberFormat(undefined, {
    style: "currency",
    currency,
    minimumFractionDigits: places,
    maximumFractionDigits: places
  })
  return format.format(decimalOf(minor, currency) as `${number}`)
}

/** Returns the minor units of a typed amount. Null if the text is no amount of the currency. */
export const minorOf = (typed: string, currency: string): string | null => {
  const places = decimalsOf(currency)
  const match = /^(\d{1,15})(?:[.,](\d+))?$/.exec(typed.trim().replaceAll(/[\s'’]/g, ""))
  if (match === null) return null
  const [, whole = "", part = ""] = match
  if (part.length > places) return null
  return BigInt(`${whole}${part.padEnd(places, "0")}`).toString()
}
