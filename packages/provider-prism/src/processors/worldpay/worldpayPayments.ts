import { type Fields, fieldsIn, isFields } from "@payloom/core"
import { moneyIn } from "../../amounts.ts"
import { at, textOf } from "../../fields.ts"
import { adviceOf } from "../../networkAdvice.ts"
import type { Ask, Money, Refused } from "../../Processor.ts"
import { kindOfReference } from "../../references.ts"

const queries = "paymentQueries/payments"

/** Returns an amount of Worldpay's, in minor units. */
export const worldpayMoney = (value: unknown): Money | null => {
  const { amount, currency } = at(value)
  return moneyIn(amount, currency)
}

/**
 * Returns the scheme's code for a refusal code of Worldpay, which lacks the zero in front. Returns
 * null for the name of an error.
 */
export const schemeCode = (code: string): string | null =>
  /^[0-9A-Z]{1,2}$/.test(code) ? code.padStart(2, "0") : null

/**
 * Returns the decline in an answer. Worldpay sends a code of its own beside the scheme's to
 * merchants who get the scheme's.
 */
export const refusedIn = (body: Fields): Refused => {
  const code = textOf(body.refusalCode)
  return {
    rawCode: textOf(body.gatewayRefusalCode) ?? code ?? String(body.outcome),
    networkCode: code === null ? null : schemeCode(code),
    message: textOf(body.refusalDescription),
    networkAdvice: adviceOf(at(body, "advice").code)
  }
}

/** Returns a refund's reference in Worldpay's form, which has no underscore. */
export const worldpayReference = (reference: string): string => reference.replace("_", "-")

/** Returns the engine's reference of a refund, or null if it is another program's. */
export const ownReference = (reference: unknown): string | null => {
  const own = textOf(reference)?.replace("-", "_") ?? null
  return kindOfReference(own) === "refund" ? own : null
}

/**
 * Returns a payment with its events and links, by Worldpay's id. Returns null if Worldpay doesn't
 * have it yet, which takes up to a minute. Throws if the answer can't be read.
 */
export const paymentById = async (ask: Ask, id: string): Promise<Fields | null> => {
  const { status, body } = await ask(`${queries}/${encodeURIComponent(id)}`)
  const payment = fieldsIn(body)
  if (status === 404 && payment?.errorName === "paymentNotFound") return null
  if (status === 200 && payment !== null && Array.isArray(payment.events)) return payment
  throw new Error(`Worldpay answered HTTP ${status} for the payment ${id}.`)
}

/**
 * Returns the ids of the payments under a reference of ours. Throws if the answer can't be read.
 */
export const paymentIdsUnder = async (
  ask: Ask,
  reference: string
): Promise<ReadonlyArray<string>> => {
  const { status, body } = await ask(
    `${queries}?${new URLSearchParams({ transactionReference: reference })}`
  )
  const answer = fieldsIn(body)
  const { payments } = at(answer, "_embedded")
  const hasMore = textOf(at(answer, "_links", "next").href) !== null
  if (status !== 200 || !Array.isArray(payments) || hasMore) {
    throw new Error(`Worldpay answered HTTP ${status} for the reference ${reference}.`)
  }
  return payments
    .filter(isFields)
    .filter(({ transactionReference }) => transactionReference === reference)
    .map(({ paymentId }) => {
      const id = textOf(paymentId)
      if (id === null) throw new Error(`Worldpay has a payment without an id under ${reference}.`)
      return id
    })
}
