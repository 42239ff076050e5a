const known = new Map<string, number>()

/** The fakes' own conversions. The connector's are not used, so that a mistake there is noticed. */
const decimalsOf = (currency: string): number => {
  const decimals = known.get(currency) ?? decimalsByIntl(currency)
  known.set(currency, decimals)
  return decimals
}

const decimalsByIntl = (currency: string): number =>
  new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions()
    .maximumFractionDigits ?? 2

/** Converts an amount such as `12.50` to minor units. Throws if it has too many decimals. */
export const minorUnits = (amount: string, currency: string): bigint => {
  const decimals = decimalsOf(currency)
  const [whole = "", part = ""] = amount.split(".")
  if (!/^\d+$/.test(whole) || !/^\d*$/.test(part)) throw new Error(`${amount} is no amount.`)
  const fine = part.replace(/0+$/, "")
  if (fine.length > decimals) throw new Error(`${amount} ${currency} has too many decimals.`)
  return BigInt(whole + fine.padEnd(decimals, "0"))
}

/** Converts minor units to an amount such as `12.50`. */
export const majorUnits = (amount: bigint, currency: string): string => {
  const decimals = decimalsOf(currency)
  const digits = String(amount).padStart(decimals + 1, "0")
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}
