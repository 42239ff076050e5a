import { latinDigits } from "./digits.ts"

/** The properties of a scheme's cards that a form needs. */
interface Brand {
  readonly name: string
  readonly prefix: RegExp
  readonly lengths: ReadonlyArray<number>
  /** The usual number of digits. It is the greatest one if many cards have more than the usual. */
  readonly usual: number
}

const brands: ReadonlyArray<Brand> = [
  { name: "visa", prefix: /^4/, lengths: [13, 16, 19], usual: 16 },
  {
    name: "mastercard",
    prefix: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
    lengths: [16],
    usual: 16
  },
  { name: "amex", prefix: /^3[47]/, lengths: [15], usual: 15 },
  { name: "diners", prefix: /^3(0[0-5]|[689])/, lengths: [14, 15, 16, 17, 18, 19], usual: 14 },
  { name: "jcb", prefix: /^35(2[89]|[3-8])/, lengths: [16, 17, 18, 19], usual: 16 },
  { name: "discover", prefix: /^6(011|4[4-9]|5)/, lengths: [16, 17, 18, 19], usual: 16 },
  { name: "unionpay", prefix: /^62/, lengths: [16, 17, 18, 19], usual: 19 }
]

const anyBrand: Brand = {
  name: "unknown",
  prefix: /^/,
  lengths: [12, 13, 14, 15, 16, 17, 18, 19],
  usual: 19
}

const brandByNumber = (number: string): Brand =>
  brands.find(({ prefix }) => prefix.test(number)) ?? anyBrand

/** Longer than any card number, with all separators between its digits. */
const longestNumber = 200

/** Returns the digits of a text in any script as 0 to 9. */
export const digitsOf = (text: string): string =>
  latinDigits(text.slice(0, longestNumber)).replace(/\D/g, "")

/** Returns the brand that a number begins like, or `unknown`. */
export const brandOf = (digits: string): string => brandByNumber(digits).name

/** Groups digits as they are printed on the card. */
export const groupNumber = (digits: string): string => {
  const { name, lengths } = brandByNumber(digits)
  const kept = digits.slice(0, Math.max(...lengths))
  return name === "amex"
    ? [kept.slice(0, 4), kept.slice(4, 10), kept.slice(10)]
        .filter((group) => group !== "")
        .join(" ")
    : kept.replace(/(\d{4})(?=\d)/g, "$1 ")
}

/** Returns true if the number has a length of its brand and a valid check digit. */
export const isCardNumber = (digits: string): boolean =>
  brandByNumber(digits).lengths.includes(digits.length) && luhnSum(digits) % 10 === 0

const luhnSum = (digits: string): number =>
  [...digits].toReversed().reduce((sum, digit, position) => {
    const weighted = position % 2 === 1 ? Number(digit) * 2 : Number(digit)
    return sum + (weighted > 9 ? weighted - 9 : weighted)
  }, 0)

/** Returns true if a number is complete, because most of the brand's cards have no more digits. */
export const isFullNumber = (digits: string): boolean =>
  isCardNumber(digits) && digits.length >= brandByNumber(digits).usual

/**
 * Returns true if a security code has 3 digits, or 4 for an American Express card. Either is valid
 * for an unknown brand.
 */
export const isSecurityCode = (digits: string, brand: string): boolean =>
  (brand === "unknown" ? [3, 4] : [brand === "amex" ? 4 : 3]).includes(digits.length)

/** Returns true if a code has the most digits that its brand allows. */
export const isFullCode = (digits: string, brand: string): boolean =>
  isSecurityCode(digits, brand) && (brand !== "unknown" || digits.length === 4)
