/**
 * Keeps bare card numbers out of the engine. Text that looks like one is never stored or logged.
 * Such input is refused as `card_number_not_allowed`.
 *
 * Texts come from outside, so every walk here is linear. Characters are folded one by one, because
 * normalizing a whole text takes quadratic time in the length of a run of combining marks.
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

/**
 * Returns true if digits begin with a number, or with one in a range of numbers of the same length.
 */
const beginsLike = (digits: string, beginning: number | ReadonlyArray<number>): boolean => {
  const [first = 0, last = first] = [beginning].flat()
  const head = Number(digits.slice(0, String(first).length))
  return first <= head && head <= last
}

/**
 * Returns true if digits are a card number: they have a brand's prefix and length, and the check
 * digit. About one in thirty random 16-digit numbers passes, compared with one in ten by the check
 * digit alone.
 */
const isCardNumber = (digits: string): boolean =>
  /^\d{13,19}$/.test(digits) &&
  passesLuhn(digits) &&
  brands.some(
    ({ lengths, patterns }) =>
      lengths.includes(digits.length) && patterns.some((pattern) => beginsLike(digits, pattern))
  )

const isDigit = (point: number): boolean => /^\p{Nd}$/u.test(String.fromCodePoint(point))

/** Returns the value of a digit. The ten digits of each script are consecutive. */
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

// Invisible characters and combining marks don't separate the digits of a number.
const unseen = "\\p{Cf}\\p{M}"
const isUnseen = new RegExp(`^[${unseen}]$`, "u")
const unseenRuns = new RegExp(`[${unseen}]+`, "gu")

// Most texts of other scripts are letters, and no letter's plain form is a digit.
const letter = "[^\\0-\\x7f\\P{L}]"
const isLetter = new RegExp(`^${letter}$`, "u")
const letterRuns = new RegExp(`${letter}+`, "gu")

/** Bounds the memory of the folded characters. A text has fewer different ones. */
const mostFolded = 4096
const foldedCharacters = new Map<string, string>()

/** Folds a character of another script or width to ASCII digits, spaces and dashes. */
const foldCharacter = (character: string): string => {
  const known = foldedCharacters.get(character)
  if (known !== undefined) return known
  if (foldedCharacters.size >= mostFolded) foldedCharacters.clear()
  const made = foldAnew(character)
  foldedCharacters.set(character, made)
  return made
}

const foldAnew = (character: string): string => {
  if (isUnseen.test(character)) return ""
  if (isLetter.test(character)) return "?"
  let forms = ""
  for (const form of character.normalize("NFKC")) forms += foldOne(form)
  return forms
}

/** Folds the digits, spaces and dashes of all scripts and widths to ASCII. */
const folded = (text: string): string =>
  // Invisible characters and letters come in runs. Replacing whole runs first is faster.
  text
    .replace(unseenRuns, "")
    .replace(letterRuns, "?")
    .replace(/[^\0-\x7f]/gu, foldCharacter)

const longestNumber = 19

/**
 * Returns true if the whole text is a card number, in any script and with any spacing. It stops at
 * the first character that rules this out, because long texts are checked many times.
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

/** UUIDs, hashes and ULIDs have many digits and are not card numbers. */
const identifiers = new RegExp(
  [
    "\\b[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}\\b",
    "\\b(?=\\d*[a-fA-F])[0-9a-fA-F]{24,}\\b",
    "\\b(?:[a-z][a-z0-9]{1,9}_)?[0-7][0-9A-HJKMNP-TV-Z]{25}\\b"
  ].join("|"),
  "g"
)

/** Digits with at most two separators between them. */
const digitRun = /\d+(?:[ \t./_-]{1,2}\d+)*/g

/** The printed groups of card numbers: in fours, as 4-6-4 and as 4-6-5. */
const printedGroups = [/^4(?:-4){2}-[1-4]$/, /^4(?:-4){3}-[1-3]$/, /^4-6-[45]$/]

const firstGroup = 4
const mostGroups = 5

/**
 * Yields the possible card numbers in a run: the whole run, each piece, and adjacent pieces with
 * the lengths of printed groups, because other numbers may be next to them.
 */
function* candidatesIn(run: string): Generator<string> {
  const pieces = run.split(/\D+/)
  const digits = pieces.join("")
  if (digits.length <= 19) yield digits
  for (const [at, piece] of pieces.entries()) {
    yield piece
    if (piece.length !== firstGroup) continue
    let lengths = `${piece.length}`
    let group = piece
    for (const next of pieces.slice(at + 1, at + mostGroups)) {
      lengths += `-${next.length}`
      group += next
      if (printedGroups.some((printed) => printed.test(lengths))) yield group
    }
  }
}

/** Returns true if free text contains a card number. */
export const holdsCardNumber = (text: string): boolean => {
  if (text.length < 13) return false
  const plain = folded(text).replace(identifiers, "?")
  for (const [run] of plain.matchAll(digitRun)) {
    for (const candidate of candidatesIn(run)) if (isCardNumber(candidate)) return true
  }
  return false
}
