/** Month and year in four digits. */
export interface Expiry {
  readonly month: number
  readonly year: number
}

/** Longer than any date, however it is written. */
const longestDate = 40

/** The runs of digits in a text, those in full width too. */
const numbersIn = (text: string): ReadonlyArray<string> =>
  text.slice(0, longestDate).normalize("NFKC").match(/\d+/g) ?? []

const isMonth = (digits: string): boolean => /^(0?[1-9]|1[0-2])$/.test(digits)

/** A month in two digits where it is clear which is meant. */
const fullMonth = (digits: string): string =>
  /^[1-9]$/.test(digits) ? `0${digits}` : digits.slice(0, 2)

/** A year as cards have it. One in four digits is left alone until all of them are there. */
const shortYear = (digits: string): string => {
  if (!digits.startsWith("20")) return digits.slice(0, 2)
  return digits.length > 3 ? digits.slice(2, 4) : digits
}

/**
 * What was typed or pasted, as month and year with a slash between them. The slash is there as soon
 * as the month is clear, by a separator, by its second digit or by one that begins no month. Years
 * may have four digits, and may come first where they do.
 */
export const expiryText = (text: string): string => {
  const [first = "", second] = numbersIn(text)
  if (second === undefined) return inOne(first, /\d\D+$/.test(text.slice(0, longestDate)))
  const isYearFirst = /^20\d\d$/.test(first) && isMonth(second)
  const [month, year] = isYearFirst ? [second, first] : [first, second]
  return `${fullMonth(month)} / ${shortYear(year)}`
}

/** Digits with nothing between them; `isEnded` where something follows. */
const inOne = (digits: string, isEnded: boolean): string => {
  const [, pastedYear, pastedMonth] = /^20(\d\d)(0[1-9]|1[0-2])$/.exec(digits) ?? []
  if (pastedYear !== undefined) return `${pastedMonth} / ${pastedYear}`
  if (digits === "" || /^0+$/.test(digits)) return digits.slice(0, 1)
  if (digits === "1") return isEnded ? "01 / " : "1"
  // 13 is no month, so it is January and the year's first digit; 1327 is nothing that makes sense.
  const ofMonth = isMonth(digits.slice(0, 2)) || digits.length > 3 ? 2 : 1
  return `${fullMonth(digits.slice(0, ofMonth))} / ${shortYear(digits.slice(ofMonth))}`
}

/** The same for who deletes or corrects in the middle: nothing is added to what they typed. */
export const correctedExpiry = (text: string): string => {
  const [first = "", second] = numbersIn(text)
  if (second !== undefined) return `${first.slice(0, 2)} / ${shortYear(second)}`
  return /^\s*\//.test(text) ? ` / ${shortYear(first)}` : first.slice(0, 6)
}

/** The expiry that a field holds, or its four digits; null where it is none. */
export const readExpiry = (text: string): Expiry | null => {
  const numbers = numbersIn(text)
  const [month = "", year = "", ...others] =
    numbers.length === 1 && numbers[0]?.length === 4
      ? [numbers[0].slice(0, 2), numbers[0].slice(2)]
      : numbers
  if (others.length > 0 || !isMonth(month) || !/^\d\d$/.test(year)) return null
  return { month: Number(month), year: 2000 + Number(year) }
}

/** The four digits of an expiry, as they pass between frames; null where it is none. */
export const expiryDigits = (text: string): string | null => {
  const expiry = readExpiry(text)
  if (expiry === null) return null
  return `${String(expiry.month).padStart(2, "0")}${String(expiry.year).slice(2)}`
}

/** Whether a card is over: it is valid to the end of its month, everywhere on earth. */
export const isPast = ({ month, year }: Expiry, now: Date): boolean =>
  now.getTime() > Date.UTC(year, month) + 12 * 3_600_000
