import { latinDigits } from "./digits.ts"
import { beginsMonth, type MonthNames, monthOf, noMonthNames } from "./monthNames.ts"

/** A month, 1 to 12, and a year in four digits. */
export interface Expiry {
  readonly month: number
  readonly year: number
}

/** Longer than any written date. */
const longestDate = 40

/** Returns the beginning of a text that may be a date, with the digits 0 to 9. */
const dateIn = (text: string): string => latinDigits(text.slice(0, longestDate))

/** Returns the runs of digits in a text. */
const numbersIn = (text: string): ReadonlyArray<string> => dateIn(text).match(/\d+/g) ?? []

const isMonth = (digits: string): boolean => /^(0?[1-9]|1[0-2])$/.test(digits)
const isYear = (digits: string): boolean => /^20\d\d$/.test(digits)

/** Returns a month in two digits, if one digit is clear. */
const fullMonth = (digits: string): string => (/^[1-9]$/.test(digits) ? `0${digits}` : digits)

/**
 * Returns a year as cards have it, in two digits. A year in four digits stays until all four are
 * typed.
 */
const shortYear = (digits: string): string => {
  // No card has a year of another century, so its first two digits are no year either.
  if (/^(?!20)\d{4}$/.test(digits)) return digits
  if (!digits.startsWith("20")) return digits.slice(0, 2)
  return digits.length > 3 ? digits.slice(2, 4) : digits
}

/**
 * Formats a whole date, such as a pasted one, as month and year with a slash between them. A year
 * may have four digits, and may come first if it does. A month may be a name. A date with a day is
 * read if it is clear which number is the day: `01/02/2030` stays as it is, and is no expiry.
 */
export const expiryText = (text: string, names: MonthNames = noMonthNames): string => {
  const named = withNamedMonth(text, names)
  if (named !== null) return named
  const [first = "", second, third = ""] = numbersIn(text)
  if (second === undefined) return inOne(first, /\d\D+$/.test(dateIn(text)))
  const isYearFirst = isYear(first) && isMonth(second)
  // A security code of three or four digits may follow.
  const isThirdOfDate = /^\d{1,2}$/.test(third) || isYear(third)
  if (isThirdOfDate && !isYearFirst) return [first, second, third].join(" / ")
  const [month, year] = isYearFirst ? [second, first] : [first, second]
  return `${fullMonth(month)} / ${shortYear(year)}`
}

/**
 * Formats a date after each key. A text that can still become a date stays as it was typed. The
 * slash appears as soon as the month is clear: by a separator, by its second digit or by a digit
 * that begins no month.
 */
export const typedExpiry = (text: string, names: MonthNames = noMonthNames): string => {
  const [, name = ""] = /^\s*(\p{L}[\p{L}\p{M}.]*)$/u.exec(text) ?? []
  if (name !== "" && beginsMonth(names, name)) return name
  const digits = dateIn(text)
  // No card is valid to 2009 or before, so this 2 is not February. It begins a year.
  if (digits === "02 / 0") return "20"
  const [, year = "", separator = "", month = ""] =
    /^(20\d{0,2})(?:(?<=\d{4})(\D*)([01]?))?$/.exec(digits) ?? []
  if (year === "" || isNamed(text, names)) return expiryText(text, names)
  const [begun = ""] = month === "" ? (/\p{L}[\p{L}\p{M}.]*$/u.exec(separator) ?? []) : []
  if (begun !== "" && beginsMonth(names, begun)) return `${year} ${begun}`
  return `${year}${separator === "" ? "" : "-"}${month}`
}

/** Returns true if a month's name has ended, by a space. */
const isNamed = (text: string, names: MonthNames): boolean =>
  /\s$/.test(text) && withNamedMonth(text, names) !== null

/**
 * Returns a month that is named, and its year. Returns null if no month is named, or if words name
 * several. Beside two numbers the year is the one in four digits. If there is none, the date is
 * left as it is.
 */
const withNamedMonth = (text: string, names: MonthNames): string | null => {
  const words = text.slice(0, longestDate).match(/\p{L}[\p{L}\p{M}.]*/gu) ?? []
  const months = words.map((word) => monthOf(names, word)).filter((month) => month !== null)
  const [month, ...otherMonths] = new Set(months)
  if (month === undefined || otherMonths.length > 0) return null
  const numbers = numbersIn(text)
  const [year, ...otherYears] = numbers.length > 1 ? numbers.filter(isYear) : [numbers[0] ?? ""]
  if (year === undefined || otherYears.length > 0) return dateIn(text).trim()
  return `${String(month).padStart(2, "0")} / ${shortYear(year)}`
}

/** Formats digits with nothing between them. `isEnded` is true if something follows them. */
const inOne = (digits: string, isEnded: boolean): string => {
  const [, pastedYear, pastedMonth = ""] =
    /^20(\d\d)(?:(0[1-9]|1[0-2])(?:\d\d)?|[1-9])$/.exec(digits) ?? []
  if (pastedYear !== undefined)
    return `${fullMonth(pastedMonth || digits.slice(4))} / ${pastedYear}`
  // With a day and a year in four digits it is not clear which other digits are the month.
  if (digits.length > 6) return digits.slice(0, 8)
  if (/^20\d{0,2}$/.test(digits)) return digits
  if (digits === "" || /^0+$/.test(digits)) return digits.slice(0, 1)
  if (digits === "1") return isEnded ? "01 / " : "1"
  // 13 is no month, so it is January and the year's first digit. 1327 is no date at all.
  const ofMonth = isMonth(digits.slice(0, 2)) || digits.length > 3 ? 2 : 1
  return `${fullMonth(digits.slice(0, ofMonth))} / ${shortYear(digits.slice(ofMonth))}`
}

/**
 * Formats a date that the payer corrects or deletes in the middle. Nothing is added to their text.
 */
export const correctedExpiry = (text: string): string => {
  // A month's name, or its beginning after a year.
  if (/^\s*(?:20\d\d )?\p{L}/u.test(text)) return text.slice(0, longestDate)
  const [first = "", second] = numbersIn(text)
  if (second !== undefined && isYear(first)) return `${first}-${second.slice(0, 2)}`
  if (second !== undefined) return `${first.slice(0, 2)} / ${shortYear(second)}`
  return /^\s*\//.test(text) ? ` / ${shortYear(first)}` : first.slice(0, 6)
}

/** Returns the expiry in a field's text or in four digits, or null if there is none. */
export const readExpiry = (text: string): Expiry | null => {
  if (/\p{L}/u.test(text)) return null
  const numbers = numbersIn(text)
  const [month = "", year = "", ...others] =
    numbers.length === 1 && numbers[0]?.length === 4
      ? [numbers[0].slice(0, 2), numbers[0].slice(2)]
      : numbers
  if (others.length > 0 || !isMonth(month) || !/^\d\d$/.test(year)) return null
  return { month: Number(month), year: 2000 + Number(year) }
}

/** Returns the four digits of an expiry, as frames send them, or null if there is none. */
export const expiryDigits = (text: string): string | null => {
  const expiry = readExpiry(text)
  if (expiry === null) return null
  return `${String(expiry.month).padStart(2, "0")}${String(expiry.year).slice(2)}`
}

/** Returns true if a card has expired. It is valid to the end of its month, everywhere on earth. */
export const isPast = ({ month, year }: Expiry, now: Date): boolean =>
  now.getTime() > Date.UTC(year, month) + 12 * 3_600_000
