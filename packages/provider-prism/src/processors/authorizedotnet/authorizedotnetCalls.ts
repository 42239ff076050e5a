import { type Fields, fieldsIn, isFields } from "@payloom/core"
import { at, listAt, textOf } from "../../fields.ts"
import type { Ask } from "../../Processor.ts"

/** The keys of the reporting calls. */
export interface Reporting {
  /** The API login id. */
  readonly name: string
  /** The transaction key. */
  readonly transactionKey: string
  /** The currency of the account. Authorize.net rejects all others, and reports none. */
  readonly currency: string
}

/** The path of all calls. */
export const endpoint = "request.api"

const call = async (
  ask: Ask,
  { name, transactionKey }: Reporting,
  request: string,
  fields: Fields
): Promise<Fields | null> => {
  const merchantAuthentication = { name, transactionKey }
  const body = JSON.stringify({ [request]: { merchantAuthentication, ...fields } })
  const answer = await ask(endpoint, { body })
  return answer.status === 200 ? fieldsIn(answer.body) : null
}

const isOk = (answer: Fields | null): answer is Fields => at(answer, "messages").resultCode === "Ok"

/** The code of a record that doesn't exist. */
const noRecord = "E00040"

/**
 * Returns a transaction by its id. Returns `absent` if there is none, and null if it can't be read.
 * `refId` names the call that the question is for.
 */
export const transactionBy = async (
  ask: Ask,
  account: Reporting,
  transId: string,
  refId: string | null = null
): Promise<Fields | "absent" | null> => {
  const fields = refId === null ? { transId } : { refId, transId }
  const answer = await call(ask, account, "getTransactionDetailsRequest", fields)
  if (isOk(answer)) {
    const { transaction } = answer
    return isFields(transaction) && transaction.transId === transId ? transaction : null
  }
  return at(listAt(answer, "messages", "message")[0]).code === noRecord ? "absent" : null
}

/** A page of a list of transactions has this many. */
const pageSize = 1000

/** The most pages that a search reads. */
const mostPages = 40

/** The longest time between the dates of a list of batches. */
const windowMs = 30 * 24 * 3_600_000

/** A list that can't be read to its end. */
class Unreadable extends Error {}

/**
 * Returns the ids of the transactions with an invoice number since a time: of those that are not
 * settled, or else of those in settled batches. A transaction moves from the first list into the
 * second. Returns null if a list can't be read to its end.
 */
export const transactionsUnder = async (
  ask: Ask,
  account: Reporting,
  invoiceNumber: string,
  since: number
): Promise<ReadonlyArray<string> | null> => {
  const search = pagesOf(ask, account, invoiceNumber, since)
  try {
    const unsettled = await search("getUnsettledTransactionListRequest", {})
    if (unsettled.length > 0) return unsettled
    for (const batchId of await batchesSince(ask, account, since)) {
      const settled = await search("getTransactionListRequest", { batchId })
      if (settled.length > 0) return settled
    }
    return []
  } catch (failure) {
    if (failure instanceof Unreadable) return null
    throw failure
  }
}

/** Returns a function that searches the pages of a list, the newest transaction first. */
const pagesOf = (ask: Ask, account: Reporting, invoiceNumber: string, since: number) => {
  let pages = 0
  return async (request: string, of: Fields): Promise<ReadonlyArray<string>> => {
    for (let offset = 1; ; offset += 1) {
      pages += 1
      if (pages > mostPages) throw new Unreadable()
      const sorting = { orderBy: "submitTimeUTC", orderDescending: true }
      const paging = { limit: pageSize, offset }
      const answer = await call(ask, account, request, { ...of, sorting, paging })
      if (!isOk(answer)) throw new Unreadable()
      const transactions = listAt(answer, "transactions").filter(isFields)
      const found = transactions.filter((each) => each.invoiceNumber === invoiceNumber)
      if (found.length > 0) return found.flatMap(({ transId }) => textOf(transId) ?? [])
      const oldest = Date.parse(String(transactions.at(-1)?.submitTimeUTC))
      if (transactions.length < pageSize || oldest < since) return []
    }
  }
}

/** Returns the ids of the batches that were settled since a time. */
const batchesSince = async (
  ask: Ask,
  account: Reporting,
  since: number
): Promise<ReadonlyArray<string>> => {
  const ids: Array<string> = []
  const end = Date.now() + windowMs / 30
  for (let first = since; first < end; first += windowMs) {
    const answer = await call(ask, account, "getSettledBatchListRequest", {
      firstSettlementDate: dateOf(first),
      lastSettlementDate: dateOf(Math.min(first + windowMs, end))
    })
    if (!isOk(answer)) throw new Unreadable()
    ids.push(...listAt(answer, "batchList").flatMap((batch) => textOf(at(batch).batchId) ?? []))
  }
  // The newest batches come first.
  return [...new Set(ids)].reverse()
}

const dateOf = (time: number): string => `${new Date(time).toISOString().slice(0, 19)}Z`
