/** The spellings of brands and schemes that differ from their name with a capital letter. */
const spellings: ReadonlyMap<string, string> = new Map([
  ["jcb", "JCB"],
  ["unionpay", "UnionPay"],
  ["rupay", "RuPay"],
  ["diners", "Diners Club"],
  ["apple_pay", "Apple Pay"],
  ["google_pay", "Google Pay"],
  ["paypal", "PayPal"],
  ["sepa", "SEPA"],
  ["sepa_debit", "SEPA Direct Debit"],
  ["ideal", "iDEAL"],
  ["blik", "BLIK"]
])

/** Returns the name of a brand or scheme for its mark. */
export const markName = (name: string): string => {
  const plain = name.replaceAll("_", " ")
  return spellings.get(name) ?? plain.charAt(0).toUpperCase() + plain.slice(1)
}
