import {
  type ChargeFound,
  type ChargeLookup,
  type ChargeQuery,
  type Fields,
  fieldsIn,
  type HttpFailure,
  isFields,
  type ModificationFound,
  type ModificationLookup,
  type ModificationQuery,
  type ModificationRequest
} from "@payloom/core"
import { decimalMoneyIn } from "../../amounts.ts"
import { at, listAt, textOf } from "../../fields.ts"
import type { Message } from "../../library/PrismLibrary.ts"
import { unavailable } from "../../lookups.ts"
import type { Ask, Kind, Money } from "../../Processor.ts"
import { chargedIn, refusedIn } from "./cybersourcePayments.ts"

/** The most transactions of a charge that a search reads. */
const limit = 200

/** The Business Center searches up to six months, and only a week if no time is set. */
const searchedDays = 170

/**
 * Returns the transactions under a charge's reference: the authorization and all that followed it.
 * Returns null if the answer can't be read, or lists fewer than it says.
 */
const transactionsUnder = async (
  ask: Ask,
  reference: string
): Promise<ReadonlyArray<Fields> | null> => {
  const time = `submitTimeUtc:[NOW/DAY-${searchedDays}DAYS TO NOW/DAY+1DAY}`
  const query = `clientReferenceInformation.code:${reference} AND ${time}`
  const sort = "submitTimeUtc:asc"
  const body = JSON.stringify({ save: false, timezone: "UTC", query, offset: 0, limit, sort })
  const answer = await ask("tss/v2/searches", { body })
  const search = fieldsIn(answer.body)
  if (answer.status !== 201 || typeof search?.totalCount !== "number") return null
  const listed = listAt(search, "_embedded", "transactionSummaries").filter(isFields)
  if (listed.length < search.totalCount) return null
  return listed.filter((each) => at(each, "clientReferenceInformation").code === reference)
}

/** Returns the details of a transaction, or null if they can't be read. */
const detailsOf = async (ask: Ask, id: unknown): Promise<Fields | null> => {
  const answer = await ask(`tss/v2/transactions/${encodeURIComponent(String(id))}`)
  const details = fieldsIn(answer.body)
  return answer.status === 200 && details?.id === id ? details : null
}

/** The names of Cybersource's services. */
const services = {
  charge: "ics_auth",
  capture: "ics_bill",
  void: "ics_auth_reversal",
  refund: "ics_credit"
} as const satisfies Readonly<Record<Kind, string>>

/** Returns the result of a service in a transaction, or null if it wasn't requested. */
const serviceIn = (transaction: Fields, kind: Kind): Fields | null =>
  listAt(transaction, "applicationInformation", "applications")
    .filter(isFields)
    .find(({ name }) => name === services[kind]) ?? null

/** The states of a capture or refund that failed after it was accepted, or was taken back. */
const undone: ReadonlySet<unknown> = new Set(["VOIDED", "REVERSED", "CANCELLED", "FAILED"])

/** Returns a reason code, which is a text or a number. */
const reasonOf = ({ reasonCode }: Fields): string => String(reasonCode)

const isDone = (service: Fields | null): boolean =>
  service?.rCode === "1" && !undone.has(service.status)

const totalOf = (transaction: Fields): Money | null => {
  const { totalAmount, currency } = at(transaction, "orderInformation", "amountDetails")
  return decimalMoneyIn(totalAmount, currency)
}

const sumOf = (transactions: ReadonlyArray<Fields>): bigint =>
  transactions.reduce((sum, each) => sum + (totalOf(each)?.amount ?? 0n), 0n)

/** Looks a charge up by its reference, with all that was done to it. */
export const lookUpCybersource = async (ask: Ask, query: ChargeQuery): Promise<ChargeLookup> => {
  const all = await transactionsUnder(ask, query.reference)
  if (all === null) return unavailable("The search can't be read.")
  if (all.length === 0)
    return isSearched(query) ? { _tag: "Absent" } : unavailable("It is older than a search.")
  // A repeat that Cybersource rejected as a duplicate is no charge of its own.
  const charges = all.filter((each) => {
    const service = serviceIn(each, "charge")
    return service !== null && reasonOf(service) !== "104"
  })
  const approved = charges.filter((each) => serviceIn(each, "charge")?.rCode === "1")
  if (approved.length > 1) return unavailable("There are several charges under this reference.")
  const details = await detailsOf(ask, (approved[0] ?? charges.at(-1))?.id)
  if (details === null) return unavailable("The transaction can't be read.")
  return foundIn(details, all, query) ?? unavailable("The transaction's state can't be read.")
}

const isSearched = ({ created, askedAt = created }: ChargeQuery): boolean =>
  askedAt - created < searchedDays * 24 * 3_600_000

/** The reason codes after which the charge may have been made: time-outs and failures. */
const unresolved: ReadonlySet<string> = new Set(["150", "151", "152", "250"])

/** The reason codes of a charge that the issuer approved, and Cybersource's rules rejected. */
const rejected: ReadonlySet<string> = new Set(["400", "481"])

/** The reason codes of an approved charge that is under review. */
const underReview: ReadonlySet<string> = new Set(["200", "230", "480"])

/** Returns a charge as the engine reads it, or null if a part of it can't be read. */
const foundIn = (
  details: Fields,
  all: ReadonlyArray<Fields>,
  { capture, reference }: ChargeQuery
): ChargeFound | null => {
  const service = serviceIn(details, "charge")
  const providerReference = textOf(details.id)
  const isOurs = at(details, "clientReferenceInformation").code === reference
  if (service === null || providerReference === null || !isOurs) return null
  if (unresolved.has(reasonOf(service))) return null
  const whole = at(details, "applicationInformation")
  const reason = reasonOf(whole.reasonCode === undefined ? service : whole)
  const charged = chargedIn(details)
  const shared = { _tag: "Found", providerReference, rawCode: null } as const
  const isDeclined = service.rCode !== "1" && !underReview.has(reason)
  const money = charged ?? (isDeclined ? totalOf(details) : null)
  if (money === null) return null
  const { amount, currency } = money
  const found = { ...shared, amount, currency, networkReference: charged?.networkReference ?? null }
  const captured = isDeclined ? 0n : capturedIn(details, all, amount)
  if (captured > 0n) {
    const refunded = sumOf(all.filter((each) => isDone(serviceIn(each, "refund"))))
    const state = refunded >= captured ? "refunded" : "captured"
    return { ...found, state, amountCaptured: captured }
  }
  if (isDeclined || rejected.has(reason)) {
    return { ...found, state: "declined", ...refusedIn(details, reason) }
  }
  const isReleased =
    all.some((each) => isDone(serviceIn(each, "void"))) ||
    undone.has(serviceIn(details, "capture")?.status)
  if (isReleased) return { ...found, state: "voided" }
  // A charge under review, or one that isn't captured yet.
  return { ...found, state: capture || underReview.has(reason) ? "pending" : "authorized" }
}

/** Returns the amount that was captured, with the charge or later. */
const capturedIn = (details: Fields, all: ReadonlyArray<Fields>, amount: bigint): bigint => {
  const later = all.filter((each) => each.id !== details.id && isDone(serviceIn(each, "capture")))
  return (isDone(serviceIn(details, "capture")) ? amount : 0n) + sumOf(later)
}

/**
 * Looks a capture, void or refund up among the transactions of its charge. Our reference is its
 * comment. If a transaction of that kind has no comment that can be read, nothing is said.
 */
export const lookUpCybersourceModification = async (
  ask: Ask,
  { kind, reference, providerReference, charge }: ModificationQuery
): Promise<ModificationLookup> => {
  if (kind === "increment") return { _tag: "Absent" }
  const all = await transactionsUnder(ask, charge.reference)
  if (all === null || all.length === 0) return unavailable("The search can't be read.")
  let isUnread = false
  for (const { id } of all.filter((each) => isOfKind(each, kind))) {
    const details = await detailsOf(ask, id)
    const comment = details === null ? null : textOf(commentIn(details))
    if (details !== null && (comment === reference || id === providerReference)) {
      return modificationIn(details, kind) ?? unavailable("The transaction can't be read.")
    }
    isUnread ||= comment === null
  }
  return isUnread ? unavailable("A transaction has no comment.") : { _tag: "Absent" }
}

/** A charge that is captured at once is no capture of its own. */
const isOfKind = (transaction: Fields, kind: Exclude<Kind, "charge">): boolean =>
  serviceIn(transaction, kind) !== null && serviceIn(transaction, "charge") === null

const commentIn = (details: Fields): unknown => at(details, "clientReferenceInformation").comments

const modificationIn = (
  details: Fields,
  kind: Exclude<Kind, "charge">
): ModificationFound | null => {
  const service = serviceIn(details, kind)
  const providerReference = textOf(details.id)
  if (service === null || providerReference === null) return null
  if (unresolved.has(reasonOf(service))) return null
  const status = service.status ?? at(details, "applicationInformation").status
  if (service.rCode !== "1" || undone.has(status)) {
    const rawCode = service.rCode === "1" ? String(status) : reasonOf(service)
    return { _tag: "Found", state: "failed", providerReference, rawCode }
  }
  // A refund is done once it was transmitted. Captures count from the time they are accepted.
  const state = kind === "refund" && status !== "TRANSMITTED" ? "pending" : "succeeded"
  return { _tag: "Found", state, providerReference, rawCode: null }
}

/**
 * Returns the transaction to refund: the charge itself, or the capture of a hold. Throws if it
 * can't be found, so that nothing is sent.
 */
export const refundedTransaction = async (
  ask: Ask,
  { charge }: ModificationRequest
): Promise<Message> => {
  const details = await detailsOf(ask, charge.providerReference)
  if (details !== null && isDone(serviceIn(details, "capture"))) return {}
  const all = details === null ? null : await transactionsUnder(ask, charge.reference)
  const capture = all?.find((each) => isDone(serviceIn(each, "capture")))
  const connectorTransactionId = textOf(capture?.id)
  if (connectorTransactionId !== null) return { connectorTransactionId }
  const reason = "The captured transaction can't be found at Cybersource yet."
  throw { _tag: "NotSent", reason } satisfies HttpFailure
}
