/**
 * Keeps bare card numbers out of the engine (spec 1 and 2.13). Nothing that looks like one is
 * stored or logged; the input is refused as `card_number_not_allowed`.
 */

/** Spaces, dashes, marks between numbers, and what can't be seen at all. */
const separators = /[\s.,_/\p{Z}\p{Pd}\p{Cf}]/gu

const passesLuhn = (digits: string): boolean => {
  let sum = 0
  for (let position = 0; position < digits.length; position++) {
    const digit = Number(digits[digits.length - 1 - position])
    const doubled = position % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/** Whether the text as a whole is 13 to 19 digits, in whichever script and however spaced. */
export const isBareCardNumber = (text: string): boolean =>
  /^\p{Nd}{13,19}$/u.test(text.normalize("NFKC").replace(separators, ""))

/** Of a bare number, whether a card could have it: no moment in milliseconds, and Luhn holds. */
export const isLikelyCardNumber = (text: string): boolean => {
  const digits = text.normalize("NFKC").replace(separators, "")
  const isCounted = /^[2-9]\d{13,18}$/.test(digits) || /^4\d{12}$/.test(digits)
  return isCounted && passesLuhn(digits)
}

/** UUIDs, hashes and ULIDs are full of digits and are no card numbers. */
const identifiers = new RegExp(
  [
    "\\b[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}\\b",
    "\\b(?=\\d*[a-fA-F])[0-9a-fA-F]{24,}\\b",
    "\\b(?:[a-z][a-z0-9]{1,9}_)?[0-7][0-9A-HJKMNP-TV-Z]{25}\\b"
  ].join("|"),
  "g"
)

/**
 * Where a card number may stand: any run of digits with single spaces, dots or dashes between them;
 * and inside of a longer one, with other numbers beside it, digits in one piece, in fours, or as
 * 4-6-5 and 4-6-4. They may overlap, so each is found by looking ahead.
 */
const digitRuns = [
  /(?<!\d|\d[ .-])(?=(\d(?:[ .-]?\d){12,}))/g,
  /(?<!\d)(?=(\d{13,19})(?!\d))/g,
  /(?<!\d)(?=(\d{4}(?:[ .-]\d{4}){3})(?!\d))/g,
  /(?<!\d)(?=(\d{4}[ .-]\d{6}[ .-]\d{4,5})(?!\d))/g
]

/** Whether free text holds a run of 13 to 19 digits that passes the Luhn check. */
export const holdsCardNumber = (text: string): boolean => {
  if (text.length < 13) return false
  const plain = text.normalize("NFKC").replace(identifiers, " ")
  return digitRuns.some((run) =>
    [...plain.matchAll(run)].some(([, found = ""]) => {
      const digits = found.replace(/\D/g, "")
      return digits.length <= 19 && passesLuhn(digits)
    })
  )
}
