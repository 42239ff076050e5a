/**
 * Returns true if a text is an IBAN of ISO 13616: country, check digits and account, with any
 * spaces. Read as one number with `A` as 10 to `Z` as 35, its remainder by 97 is 1.
 */
export const isIban = (text: string): boolean => {
  const iban = text.replaceAll(" ", "").toUpperCase()
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(iban)) return false
  const turned = iban.slice(4) + iban.slice(0, 4)
  return BigInt(turned.replaceAll(/[A-Z]/g, (letter) => `${parseInt(letter, 36)}`)) % 97n === 1n
}
