import type {
  ChargeFound,
  ChargeLookup,
  ChargeQuery,
  Fields,
  ModificationFound,
  ModificationLookup,
  ModificationQuery
} from "@payloom/core"
import { decimalMoneyIn } from "../../amounts.ts"
import { textOf } from "../../fields.ts"
import { foundCharge, unavailable } from "../../lookups.ts"
import type { Ask } from "../../Processor.ts"
import { timeOfReference } from "../../references.ts"
import { type Reporting, transactionBy, transactionsUnder } from "./authorizedotnetCalls.ts"
import { invoiceOf, isTaken, referenceIn } from "./authorizedotnetPayments.ts"

/** Clocks may differ by this much. */
const slackMs = 10 * 60_000

/** A search for a refund goes back by this much, if its reference has no likely time. */
const monthMs = 31 * 24 * 3_600_000

/** A transaction of Authorize.net's, or the reason why there is none. */
type Found = Fields | "absent" | "unreadable" | "several"

/** Returns the one transaction under our reference: by its id, or by its invoice number. */
const transactionUnder = async (
  ask: Ask,
  account: Reporting,
  { reference, providerReference }: Pick<ChargeQuery, "reference" | "providerReference">,
  since: number
): Promise<Found> => {
  if (providerReference !== null) {
    const found = await transactionBy(ask, account, providerReference)
    if (found === null || found === "absent") return "unreadable"
    return referenceIn(found) === reference ? found : "unreadable"
  }
  const ids = await transactionsUnder(ask, account, invoiceOf(reference), since)
  if (ids === null) return "unreadable"
  const ours: Array<Fields> = []
  for (const id of ids) {
    const found = await transactionBy(ask, account, id)
    if (found === null || found === "absent") return "unreadable"
    if (referenceIn(found) === reference) ours.push(found)
  }
  const [first, ...more] = ours
  if (first === undefined) return ids.length === 0 ? "absent" : "unreadable"
  return more.length === 0 ? first : "several"
}

const reasons = {
  unreadable: "The lists of transactions can't be read.",
  several: "There are several transactions under this reference."
} as const

/** Looks a charge up by its id, or among the unsettled and the settled transactions. */
export const lookUpAuthorizedotnet = async (
  ask: Ask,
  query: ChargeQuery,
  account: Reporting
): Promise<ChargeLookup> => {
  const found = await transactionUnder(ask, account, query, query.created - slackMs)
  if (found === "absent") return { _tag: "Absent" }
  if (typeof found === "string") return unavailable(reasons[found])
  const charge = chargeIn(found, account.currency)
  return charge ?? unavailable(`The state ${found.transactionStatus} can't be read.`)
}

/** Returns a payment as the engine reads it, or null if its state is unknown. */
export const chargeIn = (transaction: Fields, currency: string): ChargeFound | null =>
  foundCharge({
    id: transaction.transId,
    state: stateIn(transaction),
    money: decimalMoneyIn(transaction.authAmount, currency),
    refused: () => ({
      rawCode: String(transaction.responseReasonCode ?? transaction.transactionStatus),
      networkCode: null,
      message: textOf(transaction.responseReasonDescription)
    })
  })

const stateIn = (transaction: Fields): ChargeFound["state"] | null => {
  if (isTaken(transaction)) return "captured"
  switch (transaction.transactionStatus) {
    case "authorizedPendingCapture":
    case "authorizedPendingRelease":
      return "authorized"
    case "FDSPendingReview":
    case "FDSAuthorizedPendingReview":
    case "underReview":
    case "approvedReview":
      return "pending"
    case "voided":
      return "voided"
    case "expired":
      return "expired"
    case "declined":
    case "failedReview":
    case "generalError":
    case "communicationError":
      return "declined"
    default:
      return null
  }
}

/** Looks a refund up by its id, or among the unsettled and the settled transactions. */
export const lookUpAuthorizedotnetRefund = async (
  ask: Ask,
  query: ModificationQuery,
  account: Reporting
): Promise<ModificationLookup> => {
  if (query.kind !== "refund") return { _tag: "Absent" }
  const [now, made] = [Date.now(), timeOfReference(query.reference)]
  const isLikely = made < now + slackMs && made > now - 12 * monthMs
  const since = isLikely ? made - slackMs : now - monthMs
  const found = await transactionUnder(ask, account, query, since)
  if (found === "absent") return { _tag: "Absent" }
  if (typeof found === "string") return unavailable(reasons[found])
  return refundIn(found) ?? unavailable(`The state ${found.transactionStatus} can't be read.`)
}

const refundStates: Readonly<Record<string, ModificationFound["state"]>> = {
  refundPendingSettlement: "pending",
  refundSettledSuccessfully: "succeeded",
  declined: "failed",
  voided: "failed",
  generalError: "failed",
  communicationError: "failed"
}

/** Returns a refund as the engine reads it, or null if it is something else. */
export const refundIn = (transaction: Fields): ModificationFound | null => {
  const { transactionType, transactionStatus, responseReasonCode } = transaction
  const state = refundStates[String(transactionStatus)]
  const providerReference = textOf(transaction.transId)
  if (transactionType !== "refundTransaction" || state === undefined) return null
  if (providerReference === null) return null
  const rawCode = state === "failed" ? String(responseReasonCode ?? transactionStatus) : null
  return { _tag: "Found", state, providerReference, rawCode }
}
