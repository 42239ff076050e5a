import {
  type ChangeListing,
  type ChangesQuery,
  type Fields,
  fieldsIn,
  isFields,
  type ProviderChange
} from "@payloom/core"
import { at, listAt, textOf } from "../../fields.ts"
import { unavailable } from "../../lookups.ts"
import type { Ask } from "../../Processor.ts"
import { foundIn, referenceIn, refundIn } from "./mollieLookups.ts"
import { moneyIn } from "./molliePayments.ts"

/** The lists in the order in which they are read, with their paths. */
const lists = {
  payments: "payments?limit=250",
  refunds: "refunds?limit=250&embed=payment"
} as const
type ListName = keyof typeof lists

/**
 * Lists the payments and then the refunds since a time. Both lists are the newest first, so an
 * older object ends a list. A cursor is the list, and the id with which its next page begins.
 */
export const listMollieChanges = async (
  ask: Ask,
  { since, cursor }: ChangesQuery
): Promise<ChangeListing> => {
  const [given, from] = (cursor ?? "payments").split(" ")
  const name: ListName = given === "refunds" ? "refunds" : "payments"
  const more = from === undefined ? "" : `&from=${encodeURIComponent(from)}`
  const { status, body } = await ask(`${lists[name]}${more}`)
  const answer = fieldsIn(body)
  if (status !== 200 || !Array.isArray(at(answer, "_embedded")[name])) {
    return unavailable(`The list of ${name} can't be read.`)
  }
  const objects = listAt(answer, "_embedded", name).filter(isFields)
  const fresh = objects.filter(({ createdAt }) => !(Date.parse(String(createdAt)) < since))
  const changes: Array<ProviderChange> = []
  for (const object of fresh) {
    const change = name === "payments" ? paymentIn(object) : refundChangeIn(object)
    if (typeof change === "string") return unavailable(change)
    if (change !== null) changes.push(change)
  }
  const isOlder = fresh.length < objects.length
  const next = isOlder ? null : textOf(at(answer, "_links", "next").href)
  const nextFrom = next === null ? null : new URL(next).searchParams.get("from")
  if (next !== null && nextFrom === null) return unavailable(`The list of ${name} has no next id.`)
  const after = name === "payments" ? "refunds" : null
  return { _tag: "Listed", changes, cursor: nextFrom === null ? after : `${name} ${nextFrom}` }
}

/** Returns a payment of ours, null for another program's, or the reason why it can't be read. */
const paymentIn = (payment: Fields): ProviderChange | null | string => {
  const reference = referenceIn(payment)
  if (reference === null) return null
  const charge = foundIn(payment)
  const created = Date.parse(String(payment.createdAt))
  if (charge === null || Number.isNaN(created)) return `The payment ${reference} can't be read.`
  const origin = textOf(at(payment, "metadata").origin)
  return { _tag: "Charge", reference, origin, created, charge }
}

const refundChangeIn = (refund: Fields): ProviderChange | null | string => {
  const reference = referenceIn(at(refund, "_embedded", "payment"))
  if (reference === null) return null
  const money = moneyIn(refund.amount)
  if (money === null) return `A refund of ${reference} can't be read.`
  const { status } = refund
  const { providerReference, rawCode } = refundIn(refund)
  const isFailed = status === "failed" || status === "canceled"
  const state = status === "refunded" ? "succeeded" : isFailed ? "failed" : "pending"
  return {
    _tag: "Refund",
    reference,
    refundReference: referenceIn(refund),
    refund: { providerReference, ...money, state, rawCode }
  }
}
