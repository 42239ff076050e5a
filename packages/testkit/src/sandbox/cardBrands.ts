interface Brand {
  readonly name: string
  /** The first digits of its numbers. */
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

/** Returns the brand whose numbers begin like this one, or `unknown`. */
export const brandOf = (number: string): string => brandByNumber(number).name

/** Returns the check digit of a number's other digits (ISO/IEC 7812, Luhn). */
export const checkDigit = (digits: string): number => {
  const sum = [...digits].reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === digits.length % 2 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return (10 - (sum % 10)) % 10
}

const passesLuhn = (number: string): boolean =>
  Number(number.at(-1)) === checkDigit(number.slice(0, -1))

/**
 * Returns true if a text is a card number: only digits, the length of its brand, and a valid check
 * digit.
 */
export const isCardNumber = (text: string): boolean =>
  /^\d+$/.test(text) && brandByNumber(text).lengths.includes(text.length) && passesLuhn(text)
