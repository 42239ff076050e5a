import { cardByName, cardByNumber, type FakeCard } from "./cards.ts"
import type { FakeStore } from "./FakeStore.ts"
import type { FormTree, FormValue } from "./form.ts"
import { invalid, missing, Refusal } from "./refusals.ts"
import { assertSaved } from "./savedDebits.ts"

/** Returns a text in a form, or null if it is missing or empty. */
export const text = (value: FormValue | undefined): string | null =>
  typeof value === "string" && value !== "" ? value : null

/**
 * Returns the members that are nested under a name. Returns no members if the value is a text, a
 * list or missing.
 */
export const tree = (value: FormValue | undefined): FormTree =>
  typeof value === "object" && !Array.isArray(value) ? (value as FormTree) : {}

/** Returns the metadata in a form. */
export const metadataIn = (form: FormTree): Record<string, string> =>
  Object.fromEntries(
    Object.entries(tree(form.metadata)).map(([name, value]) => [name, text(value) ?? ""])
  )

const leastAmounts: Readonly<Record<string, number>> = { eur: 50, usd: 50, gbp: 30, jpy: 50 }
const mostAmount = 99_999_999
const threeDecimals: ReadonlyArray<string> = ["bhd", "jod", "kwd", "omr", "tnd"]
const asTwoDecimals: ReadonlyArray<string> = ["isk", "ugx"]

/** Returns a form's amount. Throws a refusal if Stripe can't charge the amount in that currency. */
export const amountIn = (form: FormTree, currency: string): number => {
  const written = text(form.amount)
  if (written === null || !/^\d{1,12}$/.test(written)) {
    throw invalid("Invalid integer: amount", { param: "amount", code: "parameter_invalid_integer" })
  }
  const amount = Number(written)
  const step = threeDecimals.includes(currency) ? 10 : asTwoDecimals.includes(currency) ? 100 : 1
  if (amount % step !== 0) throw invalid("Invalid decimal amount.", { param: "amount" })
  if (amount < (leastAmounts[currency] ?? 1)) {
    throw invalid("Amount must be more.", { param: "amount", code: "amount_too_small" })
  }
  if (amount > mostAmount) {
    throw invalid("Amount must be less.", { param: "amount", code: "amount_too_large" })
  }
  return amount
}

/** Refuses payer details that Stripe would refuse. */
export const assertPayer = (form: FormTree): void => {
  const { email } = tree(form.billing_details)
  if (typeof email === "string" && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) {
    const param = "billing_details[email]"
    throw invalid(`Invalid email address: ${email}`, { param, code: "email_invalid" })
  }
}

/**
 * Returns the card of the PaymentMethod that a request names. Stripe charges a PaymentMethod
 * without a Customer only once.
 */
export const cardOf = (store: FakeStore, account: string, form: FormTree): FakeCard | null => {
  const id = text(form.payment_method)
  if (id === null) return null
  if (typeOf(form) !== "card")
    return assertSaved(store, { account, id, type: typeOf(form), customer: text(form.customer) })
  const kept = store.methods.get(id)
  const card = kept?.account === account ? kept.card : cardByName(id)
  if (card === undefined) throw missing("PaymentMethod", id)
  if (kept === undefined) return card
  const owner = kept.method.customer
  if (owner !== null && owner !== text(form.customer)) {
    throw invalid("The customer does not have the PaymentMethod.", { code: "resource_missing" })
  }
  if (owner === null && kept.isUsed) {
    throw invalid("This PaymentMethod was previously used without a Customer.")
  }
  store.methods.set(id, { ...kept, isUsed: true })
  return card
}

/** Returns the type of payment method that a form asks for. */
export const typeOf = (form: FormTree): string => {
  const allowed = form.allowed_payment_method_types
  return text(Array.isArray(allowed) ? allowed[0] : undefined) ?? "card"
}

/** Returns the card of the number in a form, or null if the form has no number. */
export const cardIn = (form: FormTree): FakeCard | null => {
  const number = text(tree(form.card).number)
  if (number === null) return null
  if (!/^\d{12,19}$/.test(number)) {
    throw new Refusal(402, {
      type: "card_error",
      code: "invalid_number",
      param: "number",
      message: "The card number is not a valid credit card number."
    })
  }
  return cardByNumber(number)
}
