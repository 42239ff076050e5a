/** How brands and schemes write themselves, where that is not their name with a capital. */
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

/** What stands on the sign of a brand or scheme: its name, as text, which everybody can read. */
export const markName = (name: string): string => {
  const plain = name.replaceAll("_", " ")
  return spellings.get(name) ?? plain.charAt(0).toUpperCase() + plain.slice(1)
}
