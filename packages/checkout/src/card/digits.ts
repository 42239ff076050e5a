/** Replaces the digits of every script, and full-width digits, by 0 to 9. */
export const latinDigits = (text: string): string =>
  text.normalize("NFKC").replaceAll(/\p{Nd}/gu, (digit) => String(valueOf(digit)))

/** Returns a digit's value. Unicode keeps the ten digits of a script side by side, from zero. */
const valueOf = (digit: string): number => {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  return code - zero
}
