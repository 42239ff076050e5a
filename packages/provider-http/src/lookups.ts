import {
  type ChargeLookup,
  type ChargeQuery,
  type Fields,
  isFields,
  type ModificationLookup,
  type ModificationQuery,
  type ProviderCall
} from "@payloom/core"
import { foundOf, readCharge, unavailable } from "./charges.ts"
import { isAbsent } from "./errors.ts"
import { lookedUp, textOf, timeOf, valueOf } from "./fields.ts"
import type { About, HttpProviderTable, Search } from "./HttpProviderTable.ts"
import { modificationFound } from "./modifications.ts"
import { type Api, pathFor, readJson } from "./requests.ts"

/** The most pages of a list that are read. */
const mostPages = 20

/** A charge is sent soon after its attempt was created. Clocks may differ by this much. */
const clockSlackMs = 10 * 60_000

type Read = ReturnType<Api<never>["reading"]>

/** The objects that a search found, or the reason why it can't tell. */
type Searched = ReadonlyArray<Fields> | { readonly reason: string }

interface Wanted<Query> {
  readonly search: Search<Query>
  readonly query: Query
  readonly isWanted: (object: Fields) => boolean
  /** The time before which it can't have been created. */
  readonly since?: number
}

/** Looks a charge up by our reference. */
export const lookUpCharge = async <Account>(
  table: HttpProviderTable<Account>,
  api: Api<Account>,
  query: Pick<ChargeQuery, "reference" | "providerReference" | "capture" | "mid"> & {
    readonly created?: number
  },
  call: Pick<ProviderCall, "signal">
): Promise<ChargeLookup> => {
  const search = table.searches?.charge
  if (search === undefined) return unavailable("The connector has no search for charges.")
  const { reference, providerReference, created } = query
  const about: About = { ...lookedUp, capture: query.capture }
  const charge = providerReference === null ? null : encodeURIComponent(providerReference)
  const found = await searched(table, api.reading(query.mid.credentials, call), {
    search,
    query: { reference: encodeURIComponent(reference), charge },
    isWanted: (object) => textOf(table.charge.reference, object, about) === reference,
    ...(created === undefined ? {} : { since: created - clockSlackMs })
  })
  if ("reason" in found) return unavailable(found.reason)
  const [object, ...more] = found
  if (object === undefined) return { _tag: "Absent" }
  if (more.length > 0) return unavailable("There are several charges under this reference.")
  return foundOf(readCharge(table, object, about))
}

/** Looks a capture, void, refund or increment up by our reference, or by the provider's id. */
export const lookUpModification = async <Account>(
  table: HttpProviderTable<Account>,
  api: Api<Account>,
  { kind, reference, providerReference, charge }: ModificationQuery,
  call: Pick<ProviderCall, "signal">
): Promise<ModificationLookup> => {
  const { modification: fields } = table
  const search = table.searches?.modification
  if (search === undefined || fields === undefined) {
    return unavailable("The connector has no search for captures, voids and refunds.")
  }
  const found = await searched(table, api.reading(charge.mid.credentials, call), {
    search,
    query: {
      kind,
      reference: encodeURIComponent(reference),
      charge: encodeURIComponent(charge.providerReference)
    },
    isWanted: (object) => {
      const word = textOf(fields.kind, object, lookedUp)
      if (fields.kind !== undefined && (word === null || fields.kinds?.[kind] !== word))
        return false
      const id = textOf(fields.id, object, lookedUp)
      const isById = providerReference !== null && id === providerReference
      return isById || textOf(fields.reference, object, lookedUp) === reference
    }
  })
  if ("reason" in found) return unavailable(found.reason)
  const [object, ...more] = found
  if (object === undefined) return { _tag: "Absent" }
  if (more.length > 0) return unavailable("There are several under this reference.")
  return modificationFound(fields, object, lookedUp)
}

/** Returns the wanted objects of the first page that has some. */
const searched = async <Account, Query>(
  table: HttpProviderTable<Account>,
  read: Read,
  { search, query, isWanted, since = 0 }: Wanted<Query>
): Promise<Searched> => {
  const { list, next, created, absentCode, complete } = search
  let path: string | null = pathFor(search.path, query)
  for (let page = 0; page < mostPages && path !== null; page += 1) {
    const answer = await read(path, page > 0)
    // A further page that doesn't exist says nothing about the charge.
    if (page === 0 && isAbsent(table, answer, absentCode)) return []
    const json = readJson(table, answer)
    const objects = objectsIn(json, list)
    if (objects === null) return { reason: "The answer of the search can't be read." }
    const wanted = objects.filter(isWanted)
    if (list === undefined && wanted.length === 0) {
      return { reason: "The answer of the search is about something else." }
    }
    if (wanted.length > 0) {
      const get = async (address: string) => readJson(table, await read(address))
      return Promise.all(wanted.map((each) => complete?.(each, get) ?? each))
    }
    const last = objects.at(-1)
    const oldest = last === undefined ? null : timeOf(created, last, lookedUp)
    const isOlder = oldest !== null && oldest < since
    path = isOlder || !isFields(json) ? null : textOf(next, json, lookedUp)
  }
  return path === null ? [] : { reason: `The search has more than ${mostPages} pages.` }
}

/** Returns the objects of an answer. Null if it has no such list. */
const objectsIn = (json: unknown, list: Search<never>["list"]): ReadonlyArray<Fields> | null => {
  if (list === undefined) return isFields(json) ? [json] : null
  const found = list === "" ? json : isFields(json) ? valueOf(list, json, lookedUp) : null
  return Array.isArray(found) ? found.filter(isFields) : null
}
