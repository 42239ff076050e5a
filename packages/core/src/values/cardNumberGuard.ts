/**
 * Keeps bare card numbers out of the engine (spec 1 and 2.13). Nothing that looks like one is
 * stored or logged; the input is refused as `card_number_not_allowed`.
 */

const separators = /[\s.\-_/\u00ad\u200b-\u200d\u2060\ufeff]/g

const passesLuhn = (digits: string): boolean => {
  let sum = 0
  for (let position = 0; position < digits.length; position++) {
    const digit = Number(digits[digits.length - 1 - position])
    const doubled = position % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/** Whether the text as a whole is 13 to 19 digits, however they are written or spaced. */
export const isBareCardNumber = (text: string): boolean =>
  /^\d{13,19}$/.test(text.normalize("NFKC").replace(separators, ""))

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
