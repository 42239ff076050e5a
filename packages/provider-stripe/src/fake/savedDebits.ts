import type { FakeStore, KeptPayment } from "./FakeStore.ts"
import { invalid, missing } from "./refusals.ts"

/** A saved bank account, as a request names it. */
interface NamedDebit {
  readonly account: string
  /** The id of the PaymentMethod. */
  readonly id: string
  readonly type: string
  readonly customer: string | null
}

/** Refuses a saved bank account that is not the Customer's own, or was never saved. */
export const assertSaved = (
  { debits }: FakeStore,
  { account, id, type, customer }: NamedDebit
): null => {
  const saved = debits.get(id)
  if (saved?.account !== account || saved.type !== type) throw missing("PaymentMethod", id)
  if (saved.customer !== customer) {
    throw invalid("The customer does not have the PaymentMethod.", { code: "resource_missing" })
  }
  return null
}

/** Saves the bank account of a payment for later, if the payment has a Customer. */
export const saveDebit = (store: FakeStore, { account, payment, card }: KeptPayment): void => {
  const { setup_future_usage: usage, payment_method: id, customer } = payment
  const [type = "card"] = payment.payment_method_types
  if (card !== null || usage !== "off_session") return
  if (typeof id !== "string" || typeof customer !== "string") return
  store.debits.set(id, { account, type, customer })
}
