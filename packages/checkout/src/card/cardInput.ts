/** A scheme's cards, as far as a form has to know them. */
interface Brand {
  readonly name: string
  readonly prefix: RegExp
  readonly lengths: ReadonlyArray<number>
}

const brands: ReadonlyArray<Brand> = [
  { name: "visa", prefix: /^4/, lengths: [13, 16, 19] },
  {
    name: "mastercard",
    prefix: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
    lengths: [16]
  },
  { name: "amex", prefix: /^3[47]/, lengths: [15] },
  { name: "diners", prefix: /^3(0[0-5]|[689])/, lengths: [14, 15, 16, 17, 18, 19] },
  { name: "jcb", prefix: /^35(2[89]|[3-8])/, lengths: [16, 17, 18, 19] },
  { name: "discover", prefix: /^6(011|4[4-9]|5)/, lengths: [16, 17, 18, 19] },
  { name: "unionpay", prefix: /^62/, lengths: [16, 17, 18, 19] }
]

const anyBrand: Brand = { name: "unknown", prefix: /^/, lengths: [12, 13, 14, 15, 16, 17, 18, 19] }

const brandByNumber = (number: string): Brand =>
  brands.find(({ prefix }) => prefix.test(number)) ?? anyBrand

/** The digits of what was typed or pasted, those of other scripts and full width included. */
export const digitsOf = (text: string): string => text.normalize("NFKC").replace(/\D/g, "")

/** The brand that a number begins like, `unknown` where none does. */
export const brandOf = (digits: string): string => brandByNumber(digits).name

/** Digits in the groups that are printed on the card. */
export const groupNumber = (digits: string): string => {
  const { name, lengths } = brandByNumber(digits)
  const kept = digits.slice(0, Math.max(...lengths))
  return name === "amex"
    ? [kept.slice(0, 4), kept.slice(4, 10), kept.slice(10)]
        .filter((group) => group !== "")
        .join(" ")
    : kept.replace(/(\d{4})(?=\d)/g, "$1 ")
}

/** Month and year with a slash between them, added as soon as the month is clear. */
export const groupExpiry = (digits: string, isDeleting: boolean): string => {
  const kept = (/^[2-9]/.test(digits) ? `0${digits}` : digits).slice(0, 6)
  if (kept.length < 2 || (kept.length === 2 && isDeleting)) return kept
  // A browser that fills the form in may give the year in four digits.
  const year = kept.length === 6 ? kept.slice(4) : kept.slice(2, 4)
  return `${kept.slice(0, 2)} / ${year}`
}

/** Whether the digits are as many as the brand has, with the check digit of the others. */
export const isCardNumber = (digits: string): boolean =>
  brandByNumber(digits).lengths.includes(digits.length) && luhnSum(digits) % 10 === 0

const luhnSum = (digits: string): number =>
  [...digits].toReversed().reduce((sum, digit, position) => {
    const weighted = position % 2 === 1 ? Number(digit) * 2 : Number(digit)
    return sum + (weighted > 9 ? weighted - 9 : weighted)
  }, 0)

/** Month and year in four digits. */
export interface Expiry {
  readonly month: number
  readonly year: number
}

/** The expiry that was typed as MM / YY; null where it is none. */
export const readExpiry = (text: string): Expiry | null => {
  const [, month, year] = /^(0[1-9]|1[0-2])(\d{2})$/.exec(digitsOf(text)) ?? []
  return month === undefined ? null : { month: Number(month), year: 2000 + Number(year) }
}

/** Whether a card is over: it is valid to the end of its month, everywhere on earth. */
export const isPast = ({ month, year }: Expiry, now: Date): boolean =>
  now.getTime() > Date.UTC(year, month) + 12 * 3_600_000

/** Three digits, four on an American Express card. */
export const isSecurityCode = (digits: string, brand: string): boolean =>
  (brand === "unknown" ? [3, 4] : [brand === "amex" ? 4 : 3]).includes(digits.length)
