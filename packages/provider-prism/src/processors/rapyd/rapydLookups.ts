import {
  type ChargeLookup,
  type ChargeQuery,
  type Fields,
  fieldsIn,
  isFields,
  type ModificationLookup,
  type ModificationQuery
} from "@payloom/core"
import { at, listAt } from "../../fields.ts"
import { unavailable } from "../../lookups.ts"
import type { Ask } from "../../Processor.ts"
import { foundIn, refundIn } from "./rapydPayments.ts"

/** The most entries of a page. */
const limit = 100

/** The most pages of a list that a look-up reads. */
const mostPages = 20

/** By its reference page, a list has the entries of the last 90 days. */
const listedMs = 89 * 24 * 3_600_000

/** Clocks may differ by this much. */
const clockSlackMs = 10 * 60_000

/** Returns one payment or refund, or null if it can't be read. */
const oneOf = async (
  ask: Ask,
  kind: "payments" | "refunds",
  id: string
): Promise<Fields | null> => {
  const { status, body } = await ask(`v1/${kind}/${encodeURIComponent(id)}`)
  const found = at(fieldsIn(body), "data")
  return status === 200 && found.id === id ? found : null
}

/** Returns a page of a list, or null if it can't be read. */
const pageOf = async (ask: Ask, path: string): Promise<ReadonlyArray<Fields> | null> => {
  const { status, body } = await ask(path)
  const answer = fieldsIn(body)
  return status === 200 && Array.isArray(answer?.data)
    ? listAt(answer, "data").filter(isFields)
    : null
}

/**
 * Returns the entries of a list that have our reference, from the newest to those of a time.
 * Returns null if the list can't be read so far, or has another order.
 */
const listedUnder = async (
  ask: Ask,
  path: string,
  older: "created_before" | "ending_before",
  reference: string,
  since: number
): Promise<ReadonlyArray<Fields> | null> => {
  let from = ""
  for (let page = 0; page < mostPages; page += 1) {
    const entries = await pageOf(ask, `${path}${from}`)
    if (entries === null) return null
    const found = entries.filter((each) => each.merchant_reference_id === reference)
    const last = entries.at(-1)
    if (found.length > 0 || last === undefined || entries.length < limit) return found
    if (!isNewestFirst(entries)) return null
    if (timeOf(last) < since - clockSlackMs) return []
    from = `&${older}=${encodeURIComponent(String(last.id))}`
  }
  return null
}

const timeOf = ({ created_at }: Fields): number => Number(created_at) * 1000

const isNewestFirst = (entries: ReadonlyArray<Fields>): boolean =>
  entries.every((entry, index) => {
    const next = entries[index + 1]
    return next === undefined || timeOf(entry) >= timeOf(next)
  })

/** Looks a charge up by its id, or by our reference. */
export const lookUpRapyd = async (ask: Ask, query: ChargeQuery): Promise<ChargeLookup> => {
  const { reference, providerReference, created, askedAt = created } = query
  if (providerReference !== null && providerReference !== reference) {
    const payment = await oneOf(ask, "payments", providerReference)
    const isOurs = payment?.merchant_reference_id === reference
    return payment !== null && isOurs ? read(payment) : unavailable("The payment can't be read.")
  }
  // Rapyd's client filters by the reference, and its reference page doesn't name the filter. So the
  // list may have other payments too.
  const path = `v1/payments?limit=${limit}&merchant_reference_id=${encodeURIComponent(reference)}`
  const payments = await listedUnder(ask, path, "created_before", reference, created)
  if (payments === null) return unavailable("The list of payments can't be read to its end.")
  const lasting = payments.filter(({ status }) => status !== "ERR")
  if (lasting.length > 1) return unavailable("There are several payments under this reference.")
  const payment = lasting[0] ?? payments[0]
  if (payment !== undefined) return read(payment)
  return askedAt - created < listedMs
    ? { _tag: "Absent" }
    : unavailable("The payment is older than the list.")
}

const read = (payment: Fields): ChargeLookup =>
  foundIn(payment) ?? unavailable(`The payment's state ${payment.status} can't be read.`)

/** Looks a refund up by its id, or in the list of refunds. */
export const lookUpRapydRefund = async (
  ask: Ask,
  { kind, reference, providerReference, charge }: ModificationQuery
): Promise<ModificationLookup> => {
  if (kind !== "refund") return { _tag: "Absent" }
  if (providerReference !== null && providerReference !== reference) {
    const refund = await oneOf(ask, "refunds", providerReference)
    return (refund === null ? null : refundIn(refund)) ?? unavailable("The refund can't be read.")
  }
  const payment = await oneOf(ask, "payments", charge.providerReference)
  if (payment === null) return unavailable("The payment can't be read.")
  // A refund isn't older than its payment.
  const since = timeOf(payment)
  const path = `v1/refunds?limit=${limit}`
  const refunds = await listedUnder(ask, path, "ending_before", reference, since)
  if (refunds === null) return unavailable("The list of refunds can't be read to its end.")
  const lasting = refunds.find((refund) => refundIn(refund)?.state !== "failed")
  const refund = lasting ?? refunds[0]
  if (refund === undefined) return { _tag: "Absent" }
  return refundIn(refund) ?? unavailable("The refund's state can't be read.")
}
