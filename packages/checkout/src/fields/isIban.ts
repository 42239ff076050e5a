/**
 * Returns true if a text without spaces is an IBAN of ISO 13616 with the right check digits. Read
 * as one number with `A` as 10 to `Z` as 35, its remainder by 97 is 1.
 */
export const isIban = (text: string): boolean => {
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(text)) return false
  const turned = text.slice(4) + text.slice(0, 4)
  return BigInt(turned.replaceAll(/[A-Z]/g, (letter) => `${parseInt(letter, 36)}`)) % 97n === 1n
}
