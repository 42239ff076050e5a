import {
  type ChangeListing,
  type ChangesQuery,
  type Fields,
  isFields,
  type ProviderCall,
  type ProviderChange
} from "@payloom/core"
import { readAmount } from "./amounts.ts"
import type { ChangeLists, ListOf } from "./ChangeLists.ts"
import { foundOf, readCharge, unavailable } from "./charges.ts"
import { lookedUp, textOf, timeOf, valueOf } from "./fields.ts"
import type { HttpProviderTable } from "./HttpProviderTable.ts"
import { modificationFound } from "./modifications.ts"
import { type Api, pathFor, readJson } from "./requests.ts"

/** The lists in the order in which they are read. A cursor names a list and its page. */
const names = ["charges", "refunds"] as const
type ListName = (typeof names)[number]

/** The refund or the charge in an object. Null if it is not ours, a text if it can't be read. */
type ReadChange = ProviderChange | null | string

/** Lists the charges and refunds that were made since a time, a page at a time. */
export const listChanges = async <Account>(
  table: HttpProviderTable<Account>,
  lists: ChangeLists,
  api: Api<Account>,
  { mid, since, cursor }: ChangesQuery,
  call: Pick<ProviderCall, "signal">
): Promise<ChangeListing> => {
  const [name, path] = readCursor(lists, since, cursor)
  const { [name]: list } = lists
  const isNext = path !== firstPath(list, since)
  const json = readJson(table, await api.reading(mid.credentials, call)(path, isNext))
  const objects = isFields(json) ? valueOf(list.list, json, lookedUp) : json
  if (!Array.isArray(objects)) return unavailable(`The list of ${name} can't be read.`)
  const changes: Array<ProviderChange> = []
  let isOlder = false
  for (const object of objects.filter(isFields)) {
    const created = timeOf(list.created, object, lookedUp)
    if (created !== null && created < since) {
      isOlder = true
      continue
    }
    const change = read[name](table, lists, object)
    if (typeof change === "string") return unavailable(change)
    if (change !== null) changes.push(change)
  }
  const next = isOlder || !isFields(json) ? null : textOf(list.next, json, lookedUp)
  return { _tag: "Listed", changes, cursor: next === null ? afterList(name) : `${name} ${next}` }
}

const readCursor = (
  lists: ChangeLists,
  since: number,
  cursor: string | null
): readonly [ListName, string] => {
  const [given, ...rest] = (cursor ?? "charges").split(" ")
  const name = names.find((each) => each === given) ?? "charges"
  return [name, rest.length === 0 ? firstPath(lists[name], since) : rest.join(" ")]
}

const firstPath = ({ path }: ListOf, since: number): string =>
  pathFor(path, { since: new Date(since).toISOString() })

const afterList = (name: ListName): string | null => names[names.indexOf(name) + 1] ?? null

type Table = HttpProviderTable<never>

const chargeIn = (table: Table, { charges }: ChangeLists, object: Fields): ReadChange => {
  const reference = textOf(table.charge.reference, object, lookedUp)
  // A charge of another program has no reference or no origin of ours.
  const origin = textOf(charges.origin, object, lookedUp)
  if (reference === null) return null
  const created = timeOf(charges.created, object, lookedUp)
  if (created === null) return `The charge ${reference} has no time that can be read.`
  const charge = foundOf(readCharge(table, object, lookedUp))
  if (charge._tag !== "Found") return `The charge ${reference} can't be read.`
  return { _tag: "Charge", reference, origin, created, charge }
}

const refundIn = (table: Table, { refunds }: ChangeLists, object: Fields): ReadChange => {
  const { modification: fields, amounts } = table
  const reference = textOf(refunds.charge, object, lookedUp)
  if (reference === null) return null
  if (fields === undefined) return "The table doesn't say how a refund is read."
  const currency = textOf(refunds.currency, object, lookedUp)?.toUpperCase() ?? null
  const amount =
    currency === null
      ? null
      : readAmount(valueOf(refunds.amount, object, lookedUp), currency, amounts)
  const found = modificationFound(fields, object, lookedUp)
  if (found._tag !== "Found" || amount === null || currency === null) {
    return `A refund of ${reference} can't be read.`
  }
  const { state, providerReference, rawCode } = found
  if (state !== "pending" && state !== "succeeded" && state !== "failed") {
    return `A refund of ${reference} has the state ${state}.`
  }
  return {
    _tag: "Refund",
    reference,
    refundReference: textOf(fields.reference, object, lookedUp),
    refund: { providerReference, amount, currency, state, rawCode }
  }
}

const read = { charges: chargeIn, refunds: refundIn }
