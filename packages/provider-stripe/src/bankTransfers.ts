import type Stripe from "stripe"
import { ownMember } from "./ownMember.ts"
import type { PayerFacts } from "./payerFacts.ts"

type MethodOptions = Stripe.PaymentIntentCreateParams.PaymentMethodOptions

/** The kinds of bank accounts to which payers transfer money. */
export const transferTypes: Readonly<Record<string, string>> = {
  EUR: "eu_bank_transfer",
  GBP: "gb_bank_transfer",
  JPY: "jp_bank_transfer",
  MXN: "mx_bank_transfer",
  USD: "us_bank_transfer"
}

/** The countries in which Stripe has accounts for transfers in euros. */
const euroCountries: ReadonlyArray<string> = ["BE", "DE", "ES", "FR", "IE", "NL"]

/** Returns the options of a bank transfer, with the country of the account that receives it. */
export const transferOf = ({ country }: PayerFacts, currency: string): MethodOptions => {
  const type = ownMember(transferTypes, currency) ?? ""
  const own = euroCountries.find((code) => code === country) ?? "DE"
  const place = currency === "EUR" ? { eu_bank_transfer: { country: own } } : {}
  return { customer_balance: { funding_type: "bank_transfer", bank_transfer: { type, ...place } } }
}
