import type {
  ChargeLookup,
  ChargeQuery,
  ModificationLookup,
  ModificationQuery
} from "@payloom/core"
import { at, type Fields, fieldsIn, isFields, listAt } from "../../fields.ts"
import { unavailable } from "../../lookups.ts"
import type { Ask } from "../../Processor.ts"
import { foundIn, refundIn } from "./rapydPayments.ts"

/** The most entries of a page. */
const limit = 100

/** The most pages of the list of refunds that a look-up reads. */
const mostPages = 20

/** A list has the payments of the last 90 days. */
const listedMs = 89 * 24 * 3_600_000

/** Returns a list of Rapyd's, or null if it can't be read. */
const listOf = async (ask: Ask, path: string): Promise<ReadonlyArray<Fields> | null> => {
  const { status, body } = await ask(path)
  const answer = fieldsIn(body)
  return status === 200 && Array.isArray(answer?.data)
    ? listAt(answer, "data").filter(isFields)
    : null
}

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

/** Looks a charge up by its id, or by our reference. */
export const lookUpRapyd = async (ask: Ask, query: ChargeQuery): Promise<ChargeLookup> => {
  const { reference, providerReference, created, askedAt = created } = query
  if (providerReference !== null && providerReference !== reference) {
    const payment = await oneOf(ask, "payments", providerReference)
    const isOurs = payment?.merchant_reference_id === reference
    return payment !== null && isOurs ? read(payment) : unavailable("The payment can't be read.")
  }
  const listed = await listOf(
    ask,
    `v1/payments?limit=${limit}&merchant_reference_id=${encodeURIComponent(reference)}`
  )
  if (listed === null) return unavailable("The list of payments can't be read.")
  const payments = listed.filter((each) => each.merchant_reference_id === reference)
  if (payments.length === 0) {
    // A list with other payments wasn't filtered, and may lack ours.
    const isComplete = listed.length === 0 && askedAt - created < listedMs
    return isComplete ? { _tag: "Absent" } : unavailable("The list may lack the payment.")
  }
  const lasting = payments.filter(({ status }) => status !== "ERR")
  if (lasting.length > 1) return unavailable("There are several payments under this reference.")
  return read(lasting[0] ?? payments[0] ?? {})
}

const read = (payment: Fields): ChargeLookup =>
  foundIn(payment) ?? unavailable(`The payment's state ${payment.status} can't be read.`)

/** Looks a refund up by its id, or in the list of refunds, the newest first. */
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
  let before = ""
  for (let page = 0; page < mostPages; page += 1) {
    const refunds = await listOf(ask, `v1/refunds?limit=${limit}${before}`)
    if (refunds === null) return unavailable("The list of refunds can't be read.")
    const found = refunds.find((refund) => refund.merchant_reference_id === reference)
    if (found !== undefined) return refundIn(found) ?? unavailable("The refund can't be read.")
    const last = refunds.at(-1)
    if (last === undefined || refunds.length < limit) return { _tag: "Absent" }
    if (!isNewestFirst(refunds)) return unavailable("The list of refunds has no order.")
    // A refund isn't older than its payment.
    if (Number(last.created_at) < Number(payment.created_at)) return { _tag: "Absent" }
    before = `&ending_before=${encodeURIComponent(String(last.id))}`
  }
  return unavailable("The list of refunds has too many pages.")
}

const isNewestFirst = (refunds: ReadonlyArray<Fields>): boolean =>
  refunds.every((refund, index) => {
    const next = refunds[index + 1]
    return next === undefined || Number(refund.created_at) >= Number(next.created_at)
  })
