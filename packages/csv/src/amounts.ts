import { minorUnitDecimals } from "@payloom/core"

/**
 * The format of amounts. `major` is decimals of the currency's unit, such as `12.50` EUR or `1250`
 * JPY, always with all their decimals. `minor` is whole numbers of its minor unit, such as `1250`.
 */
export type AmountForm = "major" | "minor"

/** The format of an amount below 0: -5.00, 5.00- or (5.00). */
export type NegativeForm = "leading" | "trailing" | "parentheses"

/** The mark between thousands. */
export type ThousandsMark = "," | "." | "'" | " "

/** Returns an amount as text. */
export const amountText = (amount: bigint, currency: string, form: AmountForm): string => {
  const decimals = form === "minor" ? 0 : minorUnitDecimals(currency)
  if (decimals === 0) return `${amount}`
  const digits = `${amount < 0n ? -amount : amount}`.padStart(decimals + 1, "0")
  return `${amount < 0n ? "-" : ""}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** The format of a file's amounts. */
export interface AmountReading {
  readonly form: AmountForm
  /** The mark before decimals. If undefined, a point, unless it may separate thousands. */
  readonly decimalMark?: "." | "," | undefined
  readonly thousandsMark?: ThousandsMark | undefined
  readonly negatives?: NegativeForm | undefined
  readonly decimals?: Readonly<Record<string, number | null>> | undefined
}

/** A mistake in an amount, and the remedy. */
export interface AmountRefused {
  readonly complaint: string
}

/** The largest number of characters of an amount. Longer ones would be slow to convert. */
const longestAmount = 40

/** Returns the amount of a text in minor units, or why it is unclear. It never guesses. */
export const amountIn = (
  text: string,
  currency: string,
  reading: AmountReading
): bigint | AmountRefused => {
  if (text === "") return { complaint: "is empty" }
  if (text.length > longestAmount) return { complaint: `has more than ${longestAmount} characters` }
  const { form, sign, body } = signOf(text)
  if (form !== null && form !== (reading.negatives ?? "leading"))
    return { complaint: negativeMeant }
  const amount =
    reading.form === "minor" ? minorIn(body, currency, reading) : majorIn(body, currency, reading)
  return typeof amount === "bigint" && sign === "-" ? -amount : amount
}

const negativeMeant =
  "has its sign in an unexpected place: if amounts below 0 are written 5.00- or (5.00), say so " +
  "with `negatives`"

interface Sign {
  readonly form: NegativeForm | null
  readonly sign: string
  readonly body: string
}

/** Returns the format of the sign, and the text without it. */
const signOf = (text: string): Sign => {
  if (/^[+-]/.test(text)) return { form: "leading", sign: text.slice(0, 1), body: text.slice(1) }
  if (/[+-]$/.test(text)) {
    return { form: "trailing", sign: text.slice(-1), body: text.slice(0, -1) }
  }
  return text.startsWith("(") && text.endsWith(")")
    ? { form: "parentheses", sign: "-", body: text.slice(1, -1) }
    : { form: null, sign: "", body: text }
}

const minorIn = (body: string, currency: string, reading: AmountReading) => {
  const digits = withoutGroups(body, reading.thousandsMark)
  if (digits === null || !/^\d+$/.test(digits)) {
    return { complaint: "must be a whole number of minor units, such as 1250" }
  }
  const own = minorUnitDecimals(currency)
  const { [currency]: written = own } = reading.decimals ?? {}
  if (written === null) {
    return {
      complaint:
        "can't be read: the report's documents don't say how many digits of this currency are " +
        "decimals. Set them with `decimals`"
    }
  }
  return scaled(digits, written, own) ?? { complaint: tooFine }
}

/** Converts digits with one number of decimals to another. Null if a digit would be lost. */
const scaled = (digits: string, written: number, own: number): bigint | null => {
  if (written <= own) return BigInt(digits) * 10n ** BigInt(own - written)
  const spare = 10n ** BigInt(written - own)
  const amount = BigInt(digits)
  return amount % spare === 0n ? amount / spare : null
}

const tooFine = "is finer than the currency's minor unit"

const majorIn = (body: string, currency: string, reading: AmountReading) => {
  const { decimalMark, thousandsMark } = reading
  if (decimalMark !== undefined && decimalMark === thousandsMark) return { complaint: sameMarks }
  const mark = decimalMark ?? (thousandsMark === "." ? "," : ".")
  const [whole = "", fraction, more] = body.split(mark)
  const digits = withoutGroups(whole, thousandsMark)
  const isNumber = digits !== null && /^\d+$/.test(digits) && /^\d+$/.test(fraction ?? "0")
  if (!isNumber || more !== undefined) return { complaint: marksMeant(body, currency, mark) }
  if (decimalMark === undefined && thousandsMark === undefined && mayBeThousands(body)) {
    return { complaint: eitherMeant }
  }
  const own = minorUnitDecimals(currency)
  const spare = (fraction ?? "").slice(own)
  if (/[1-9]/.test(spare)) return { complaint: tooFine }
  return BigInt(`${digits}${(fraction ?? "").slice(0, own).padEnd(own, "0")}`)
}

const sameMarks =
  "can't be read, because the mapping names one mark for decimals and for thousands: correct " +
  "`decimalMark` or `thousandsMark`"

/** 1.234 may be one or a thousand. */
const mayBeThousands = (body: string): boolean => /^[1-9]\d{0,2}\.\d{3}$/.test(body)

const eitherMeant =
  "can be read in two ways, because its point may separate decimals or thousands: say which with " +
  "`decimalMark` or `thousandsMark`"

const marksMeant = (body: string, currency: string, mark: string): string => {
  const own = minorUnitDecimals(currency)
  const example = own === 0 ? "1250" : `12${mark}${"50".padEnd(own, "0")}`
  const meant = `must be an amount such as ${example}`
  return /^\d[\d.,' \u00A0\u202F]*$/u.test(body)
    ? `${meant}: if its marks mean something else, say so with \`decimalMark\` or \`thousandsMark\``
    : meant
}

const groups: Readonly<Record<ThousandsMark, RegExp>> = {
  ",": /^\d{1,3}(,\d{3})+$/,
  ".": /^\d{1,3}(\.\d{3})+$/,
  "'": /^\d{1,3}(['\u2019]\d{3})+$/,
  " ": /^\d{1,3}([ \u00A0\u202F]\d{3})+$/
}

/**
 * Returns digits without the marks between thousands. Null if these aren't between all thousands.
 */
const withoutGroups = (text: string, mark: ThousandsMark | undefined): string | null => {
  if (/^\d+$/.test(text)) return text
  return mark !== undefined && groups[mark].test(text) ? text.replaceAll(/\D/g, "") : null
}
