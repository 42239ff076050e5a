import { type Fields, fieldsIn, type HttpFailure } from "@payloom/core"
import { decimalMoneyIn } from "../../amounts.ts"
import { at, listAt, textOf } from "../../fields.ts"
import type { Ask, Money } from "../../Processor.ts"

/** The payments of an order, by PayPal's ids. */
export interface OrderPayments {
  readonly authorization: string | null
  readonly capture: string | null
}

/** Returns the payments of an order. Its captures and refunds are made under their ids. */
export const paymentOfOrder = async (ask: Ask, order: string): Promise<OrderPayments> => {
  const { status, body } = await ask(`v2/checkout/orders/${encodeURIComponent(order)}`)
  const answer = fieldsIn(body)
  if (status !== 200 || answer === null) {
    const reason = `PayPal answered HTTP ${status} for the order ${order}.`
    throw { _tag: "NotSent", reason } satisfies HttpFailure
  }
  const payments = at(listAt(answer, "purchase_units")[0], "payments")
  return {
    authorization: textOf(at(listAt(payments, "authorizations")[0]).id),
    capture: textOf(at(listAt(payments, "captures")[0]).id)
  }
}

/** Returns the amount of a capture, an authorization or a refund. */
export const moneyIn = (payment: Fields): Money | null => {
  const { value, currency_code: currency } = at(payment, "amount")
  return decimalMoneyIn(value, currency)
}
