/**
 * Keeps bare card numbers out of the engine (spec 1 and 2.13). Nothing that looks like one is
 * stored or logged; the input is refused as `card_number_not_allowed`.
 *
 * Texts come from outside, so every walk here is linear. Characters are folded one by one: the
 * compatibility form of a whole text costs the square of a run of combining marks.
 */
import creditCardType from "credit-card-type"

const passesLuhn = (digits: string): boolean => {
  let sum = 0
  for (let position = 0; position < digits.length; position++) {
    const digit = Number(digits[digits.length - 1 - position])
    const doubled = position % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

const brands = Object.values(creditCardType.types).map((type) => creditCardType.getTypeInfo(type))

/** Whether digits begin as a number does, or as one between two of the same length. */
const beginsLike = (digits: string, beginning: number | ReadonlyArray<number>): boolean => {
  const [first = 0, last = first] = [beginning].flat()
  const head = Number(digits.slice(0, String(first).length))
  return first <= head && head <= last
}

/**
 * Whether digits are a card's number: as many as a brand has whose numbers begin so, and with the
 * check digit. Of any 16 digits one in thirty is, where one in ten has the check digit alone.
 */
const isCardNumber = (digits: string): boolean =>
  /^\d{13,19}$/.test(digits) &&
  passesLuhn(digits) &&
  brands.some(
    ({ lengths, patterns }) =>
      lengths.includes(digits.length) && patterns.some((pattern) => beginsLike(digits, pattern))
  )

const isDigit = (point: number): boolean => /^\p{Nd}$/u.test(String.fromCodePoint(point))

/** Each script has its ten digits in a row, so a digit's place in the row is its value. */
const digitValue = (point: number): string => {
  let zero = point
  while (isDigit(zero - 1)) zero--
  return String((point - zero) % 10)
}

const foldOne = (form: string): string => {
  if (form <= "\x7f") return form
  if (/^\p{Nd}$/u.test(form)) return digitValue(form.codePointAt(0) ?? 0)
  if (/^\p{Z}$/u.test(form)) return " "
  return /^\p{Pd}$/u.test(form) ? "-" : "?"
}

// What can't be seen, or only decorates the character before it, keeps no number apart.
const unseen = "\\p{Cf}\\p{M}"
const isUnseen = new RegExp(`^[${unseen}]$`, "u")
const unseenRuns = new RegExp(`[${unseen}]+`, "gu")

// Most texts of other scripts are letters, and no letter's plain form is a digit.
const letter = "[^\\0-\\x7f\\P{L}]"
const isLetter = new RegExp(`^${letter}$`, "u")
const letterRuns = new RegExp(`${letter}+`, "gu")

/** A character of another script or width, with digits, spaces and dashes as those of ASCII. */
const foldCharacter = (character: string): string => {
  if (isUnseen.test(character)) return ""
  if (isLetter.test(character)) return "?"
  let forms = ""
  for (const form of character.normalize("NFKC")) forms += foldOne(form)
  return forms
}

/** The text with digits, spaces and dashes of all scripts and widths as those of ASCII. */
const folded = (text: string): string =>
  // The two that come in runs are taken as runs first, which is faster.
  text
    .replace(unseenRuns, "")
    .replace(letterRuns, "?")
    .replace(/[^\0-\x7f]/gu, foldCharacter)

const longestNumber = 19

/**
 * Whether the text as a whole is a card's number, in whichever script and however spaced. It is
 * read no further than to where it can't be one: long texts are looked at many times over.
 */
export const isBareCardNumber = (text: string): boolean => {
  if (text.length < 13) return false
  let digits = ""
  for (const character of text) {
    const part = character <= "\x7f" ? character : foldCharacter(character)
    const more = part.replace(/[\s.,_/-]/g, "")
    digits += more
    if (!/^\d*$/.test(more) || digits.length > longestNumber) return false
  }
  return isCardNumber(digits)
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

/** Digits, in one piece or in several with no more than two separators between them. */
const digitRun = /\d+(?:[ \t./_-]{1,2}\d+)*/g

/** How card numbers are printed: in fours, as 4-6-4 and as 4-6-5. */
const printedGroups = [/^4(?:-4){2}-[1-4]$/, /^4(?:-4){3}-[1-3]$/, /^4-6-[45]$/]

const mostGroups = 5

/**
 * What may be a card's number within a run: all of it, a piece by itself, and pieces side by side
 * that are as long as printed groups, for other numbers may stand beside them.
 */
function* candidatesIn(run: string): Generator<string> {
  const pieces = run.split(/\D+/)
  const digits = pieces.join("")
  if (digits.length <= 19) yield digits
  for (const [at, piece] of pieces.entries()) {
    yield piece
    let lengths = `${piece.length}`
    let group = piece
    for (const next of pieces.slice(at + 1, at + mostGroups)) {
      lengths += `-${next.length}`
      group += next
      if (printedGroups.some((printed) => printed.test(lengths))) yield group
    }
  }
}

/** Whether free text holds a card's number. */
export const holdsCardNumber = (text: string): boolean => {
  if (text.length < 13) return false
  const plain = folded(text).replace(identifiers, "?")
  for (const [run] of plain.matchAll(digitRun)) {
    for (const candidate of candidatesIn(run)) if (isCardNumber(candidate)) return true
  }
  return false
}
