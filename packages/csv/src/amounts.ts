import { minorUnitDecimals } from "@payloom/core"

/**
 * How amounts are written: `major` as decimals of the currency's unit, such as `12.50` EUR or
 * `1250` JPY, always with all their decimals; `minor` as whole numbers of its minor unit, such as
 * `1250`.
 */
export type AmountForm = "major" | "minor"

/** An amount as text. */
export const amountText = (amount: bigint, currency: string, form: AmountForm): string => {
  const decimals = form === "minor" ? 0 : minorUnitDecimals(currency)
  if (decimals === 0) return `${amount}`
  const digits = `${amount < 0n ? -amount : amount}`.padStart(decimals + 1, "0")
  return `${amount < 0n ? "-" : ""}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** How amounts of a file are read. */
export interface AmountReading {
  readonly form: AmountForm
  /** What stands before decimals. */
  readonly decimalMark: "." | ","
}

/** More digits than any amount has, before they cost anything to convert. */
const longestAmount = 40

/**
 * The amount that a text says, in minor units; null where it says none, or one that is finer than
 * the currency's minor unit. Marks of thousands are nobody's guess, so they are refused.
 */
export const amountIn = (
  text: string,
  currency: string,
  { form, decimalMark }: AmountReading
): bigint | null => {
  const decimals = form === "minor" ? 0 : minorUnitDecimals(currency)
  const [, sign, whole = "", fraction = ""] =
    text.length > longestAmount ? [] : (/^([+-]?)(\d+)(?:[.,](\d+))?$/.exec(text) ?? [])
  if (sign === undefined || (fraction !== "" && !text.includes(decimalMark))) return null
  const spare = fraction.slice(decimals)
  if (/[1-9]/.test(spare)) return null
  const amount = BigInt(`${whole}${fraction.slice(0, decimals).padEnd(decimals, "0")}`)
  return sign === "-" ? -amount : amount
}
