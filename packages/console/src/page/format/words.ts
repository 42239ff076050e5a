/** Returns a code as words: `partially_refunded` as `Partially refunded`. */
export const words = (code: string): string => {
  const text = code.replaceAll(/[._]/g, " ")
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const names: Readonly<Record<string, string>> = {
  amex: "Amex",
  apm: "Other method",
  card: "Card",
  diners: "Diners Club",
  jcb: "JCB",
  mastercard: "Mastercard",
  sepa_debit: "SEPA debit",
  unionpay: "UnionPay",
  visa: "Visa"
}

/** Returns the name of a brand or a method. */
export const named = (code: string): string => names[code] ?? words(code)

/** Returns a number with its noun: `1 payment`, `2 payments`. */
export const count = (number: number, noun: string, nouns = `${noun}s`): string =>
  `${new Intl.NumberFormat().format(number)} ${number === 1 ? noun : nouns}`
