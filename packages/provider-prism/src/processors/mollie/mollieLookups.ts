import {
  type ChargeFound,
  type ChargeLookup,
  type ChargeQuery,
  type Fields,
  fieldsIn,
  isFields,
  type ModificationFound,
  type ModificationLookup,
  type ModificationQuery
} from "@payloom/core"
import { at, listAt, textOf } from "../../fields.ts"
import { foundCharge, unavailable } from "../../lookups.ts"
import type { Ask } from "../../Processor.ts"
import { moneyIn, refusedIn } from "./molliePayments.ts"

/** The most pages of the list of payments that a look-up reads. A page has 250 payments. */
const mostPages = 80

/** A charge is sent soon after its attempt was created. Clocks may differ by this much. */
const clockSlackMs = 10 * 60_000

/** Looks a charge up by its id, or in the list of payments, the newest first. */
export const lookUpMollie = async (ask: Ask, query: ChargeQuery): Promise<ChargeLookup> => {
  const payment = await paymentFor(ask, query)
  if (payment === "absent") return { _tag: "Absent" }
  if (payment === null) return unavailable("The list of payments can't be read to its end.")
  return foundIn(payment) ?? unavailable(`The payment's state ${payment.status} can't be read.`)
}

/** Returns our reference in the metadata of a payment or a refund. */
export const referenceIn = (object: Fields): string | null => textOf(at(object, "metadata").orderId)

const paymentFor = async (ask: Ask, query: ChargeQuery): Promise<Fields | "absent" | null> => {
  const { reference, providerReference, created } = query
  if (providerReference !== null) {
    const { status, body } = await ask(`payments/${encodeURIComponent(providerReference)}`)
    const payment = fieldsIn(body)
    return status === 200 && payment !== null && referenceIn(payment) === reference ? payment : null
  }
  let from = ""
  for (let page = 0; page < mostPages; page += 1) {
    const { status, body } = await ask(`payments?limit=250${from}`)
    const answer = fieldsIn(body)
    if (status !== 200 || !Array.isArray(at(answer, "_embedded").payments)) return null
    const payments = listAt(answer, "_embedded", "payments").filter(isFields)
    const found = payments.find((payment) => referenceIn(payment) === reference)
    if (found !== undefined) return found
    const next = textOf(at(answer, "_links", "next").href)
    const oldest = Date.parse(String(payments.at(-1)?.createdAt))
    if (next === null || oldest < created - clockSlackMs) return "absent"
    const id = new URL(next).searchParams.get("from")
    if (id === null) return null
    from = `&from=${encodeURIComponent(id)}`
  }
  return null
}

/** Returns a payment as the engine reads it, or null if its state is unknown. */
export const foundIn = (payment: Fields): ChargeFound | null =>
  foundCharge({
    id: payment.id,
    state: stateIn(payment),
    money: moneyIn(payment.amount),
    refused: () => refusedIn(payment)
  })

const stateIn = (payment: Fields): ChargeFound["state"] | null => {
  switch (payment.status) {
    case "open":
      return "requires_action"
    case "pending":
      return "pending"
    case "authorized":
      return "authorized"
    case "paid": {
      const refunded = moneyIn(payment.amountRefunded)
      const whole = moneyIn(payment.amount)
      return refunded !== null && refunded.amount === whole?.amount ? "refunded" : "captured"
    }
    case "failed":
    case "canceled":
    case "expired":
      return "declined"
    default:
      return null
  }
}

/** Looks a refund up in the list of refunds of its payment. */
export const lookUpMollieRefund = async (
  ask: Ask,
  { kind, reference, providerReference, charge }: ModificationQuery
): Promise<ModificationLookup> => {
  if (kind !== "refund") return { _tag: "Absent" }
  const path = `payments/${encodeURIComponent(charge.providerReference)}/refunds?limit=250`
  const { status, body } = await ask(path)
  const answer = fieldsIn(body)
  if (status !== 200 || !Array.isArray(at(answer, "_embedded").refunds)) {
    return unavailable("The list of refunds can't be read.")
  }
  const refunds = listAt(answer, "_embedded", "refunds").filter(isFields)
  const found = refunds.find(
    (refund) => referenceIn(refund) === reference || refund.id === providerReference
  )
  if (found !== undefined) return refundIn(found)
  return textOf(at(answer, "_links", "next").href) === null
    ? { _tag: "Absent" }
    : unavailable("The list of refunds has more than a page.")
}

/** Returns a refund as the engine reads it. */
export const refundIn = (refund: Fields): ModificationFound => {
  const { status } = refund
  const isFailed = status === "failed" || status === "canceled"
  return {
    _tag: "Found",
    state: status === "refunded" ? "succeeded" : isFailed ? "failed" : "pending",
    providerReference: String(refund.id),
    rawCode: isFailed ? String(status) : null
  }
}
