import { type Check, chooseInput, compare, countPlace, isLike, oneOf } from "../Check.ts"
import { prefixOf, slotsOf, unknownText, withId } from "../idSlots.ts"
import { type Asked, credentialsOf, type HttpGround, send } from "./HttpGround.ts"
import type { HttpOperation } from "./HttpOperation.ts"
import { requestWith } from "./requestWith.ts"

/**
 * Sends each operation with an id of others in each place of its path, query and body that has an
 * id, and in headers. Places that take any text get a text of others from a field of the same name,
 * such as an email address.
 */
export const checkPlaces = async (http: HttpGround, rounds: number): Promise<void> => {
  for (const operation of http.operations) {
    for (let round = 0; round < rounds; round++) await checkOperation(http, operation)
  }
}

/** The number of places without an own id that each call of an operation tries. There are many. */
const furtherPlaces = 3

const checkOperation = async (http: HttpGround, operation: HttpOperation): Promise<void> => {
  const { check } = http
  const input = await chooseInput(check, operation.calls)
  if (input === null) return
  const chosen = requestWith(operation, input)
  const asked = check.random() < 0.5 ? chosen : { ...chosen, path: `/v1${chosen.path}` }
  for (const slot of slotsOf({ id: asked.id, query: asked.query, body: asked.body })) {
    const foreign = oneOf(check, check.others.ids.get(prefixOf(slot.id)) ?? [])
    if (foreign === undefined) continue
    const ask = (id: string): Asked => ({
      ...asked,
      ...(withId(partsOf(asked), slot, id) as object)
    })
    await checkPlace(http, operation, slot.path, { foreign, own: slot.id, ask })
  }
  const further = furtherIn(operation, asked)
  for (let nth = 0; nth < furtherPlaces; nth++) {
    const place = oneOf(check, further)
    const foreign = place === undefined ? undefined : oneOf(check, textsFor(check, place))
    if (place === undefined || foreign === undefined) continue
    const ask = (text: string): Asked => ({ ...asked, ...withText(asked, place, text) })
    await checkPlace(http, operation, place, { foreign, own: null, ask })
  }
  await checkHeader(http, operation, asked)
  await checkMethod(http, operation, asked)
}

const partsOf = ({ id, query, body }: Asked) => ({ id, query, body })

/** Something of somebody else, and the request that has it in one place. */
interface Trial {
  readonly foreign: string
  /** The own one. Null if there is none. */
  readonly own: string | null
  readonly ask: (text: string) => Asked
}

const checkPlace = async (
  http: HttpGround,
  operation: HttpOperation,
  at: string,
  { foreign, own, ask }: Trial
): Promise<void> => {
  const { check } = http
  const place = `${operation.name} ${at}`
  countPlace(check, place)
  const call = (text: string) => sendKeyed(http, operation, ask(text), { [text]: "ID" })
  const nobodys = unknownText(foreign, check.random)
  const before = await call(unknownText(foreign, check.random))
  const given = await call(foreign)
  const expected = await call(nobodys)
  // The rest of the request may have an effect, which only the first call has, or all but the last.
  compare(check, place, given, isLike(given, before) ? before : expected)
  if (own === null || check.told.has(place)) return
  check.tellable.add(place)
  if ((await call(own)).text !== expected.text) check.told.add(place)
}

let keys = 0

/** Sends a request as the own merchant, with a new key if the operation takes one. */
const sendKeyed = (
  http: HttpGround,
  { surface, takesKey }: HttpOperation,
  asked: Asked,
  instead: Readonly<Record<string, string>>
) => {
  const [own] = http.accounts
  if (own === undefined) throw new Error("There is no merchant.")
  keys += 1
  const key = `isolated request ${keys}`
  const keyed = takesKey ? { "Idempotency-Key": key } : {}
  const headers = { ...credentialsOf(own, surface), ...keyed, ...asked.headers }
  return send(http, { ...asked, headers }, { ...instead, [key]: "KEY" })
}

/** Returns the places that take any text and that the request leaves out. */
const furtherIn = ({ filters, fields }: HttpOperation, { query, body }: Asked) => [
  ...filters.filter((name) => !(name in query)).map((name) => `query.${name}`),
  ...fields.filter((path) => Object(body)[path] === undefined).map((path) => `body.${path}`)
]

/** Returns the texts that others have in the field of a place. */
const textsFor = ({ others }: Check, place: string): ReadonlyArray<string> => {
  const name = place.split(".").at(-1) ?? ""
  const field = name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return others.fields.get(field) ?? []
}

const withText = ({ query, body }: Asked, place: string, text: string): Partial<Asked> => {
  const [part, ...path] = place.split(".")
  if (part === "query") return { query: { ...query, [path.join(".")]: text } }
  return { body: withField(body, path, text) }
}

const withField = (
  value: unknown,
  [name = "", ...rest]: ReadonlyArray<string>,
  text: string
): object => {
  const fields = Object(value) as Readonly<Record<string, unknown>>
  return { ...fields, [name]: rest.length === 0 ? text : withField(fields[name], rest, text) }
}

/** Headers that a careless server might believe. */
const headers = [
  "Service-Version",
  "Session-Token",
  "Request-Id",
  "X-Request-Id",
  "X-Tenant",
  "X-Forwarded-For",
  "If-None-Match",
  "Cookie",
  "Traceparent"
]

/** Sends a request with an id of others in a header. */
const checkHeader = async (
  http: HttpGround,
  operation: HttpOperation,
  asked: Asked
): Promise<void> => {
  const { check } = http
  const [header, foreign] = [
    oneOf(check, headers),
    oneOf(check, [...check.others.ids.values()].flat())
  ]
  if (header === undefined || foreign === undefined) return
  const ask = (text: string): Asked => ({ ...asked, headers: { [header]: text } })
  await checkPlace(http, operation, `header ${header}`, { foreign, own: null, ask })
}

/** Methods that a path doesn't offer, and HEAD, whose answer has headers only. */
const methods = ["HEAD", "PUT", "DELETE", "OPTIONS"]

/** Sends another method to the path of something of others, or to a path below it. */
const checkMethod = async (
  http: HttpGround,
  operation: HttpOperation,
  asked: Asked
): Promise<void> => {
  const { check } = http
  const method = oneOf(check, methods)
  const foreign = oneOf(check, check.others.ids.get(prefixOf(asked.id)) ?? [])
  if (method === undefined || foreign === undefined) return
  const bare = { ...asked, query: {}, body: null, headers: {} }
  const other = (id: string): Asked => ({ ...bare, id, method })
  await checkPlace(http, operation, `method ${method}`, { foreign, own: null, ask: other })
  const below = (id: string): Asked => ({ ...bare, id, path: `${asked.path}/none` })
  await checkPlace(http, operation, "path below", { foreign, own: null, ask: below })
}
