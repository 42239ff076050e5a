import { bodyOf } from "./bodyOf.ts"
import type { CallOptions, ChangeOptions, ClientOptions } from "./ClientOptions.ts"
import { checkOptions } from "./checkOptions.ts"
import type { Operation, Operations } from "./Operations.ts"
import { type Page, pagesOf } from "./Pages.ts"
import { type Query, queryOf } from "./queryOf.ts"
import { send } from "./send.ts"

/** The longest times of a try, in milliseconds. */
const changeTimeoutMs = 100_000
const readTimeoutMs = 30_000

/**
 * Returns a client of the given operations. `createClient` has those of the engine. A file that
 * `payloom client` wrote has those of a server with modules.
 */
export const clientOf = <Api>(operations: Operations, options: ClientOptions): Api => {
  checkOptions(options)
  const resources = Object.entries(operations).map(([resource, calls]) => {
    const functions = Object.entries(calls).map(([name, operation]) => [
      name,
      callOf(operation, `${resource}.${name}`, options)
    ])
    return [resource, Object.fromEntries(functions)]
  })
  return Object.fromEntries(resources) as Api
}

type Argument = string | object | undefined

/** Returns the function of an operation. It takes the id, the input and the options, as it has. */
const callOf = (operation: Operation, name: string, client: ClientOptions) => {
  const takesId = operation.path.includes("{id}")
  return (...given: ReadonlyArray<Argument>) => {
    const rest = [...given]
    const path = takesId ? pathWith(operation.path, rest.shift(), name) : operation.path
    const input = operation.takes === undefined ? undefined : rest.shift()
    const options = (rest.shift() ?? {}) as ChangeOptions
    if (operation.pages !== true) return run(operation, path, input, options, client)
    const query = (input ?? {}) as Query
    const read = (cursor: string | null) => {
      const from = cursor === null ? {} : cursorOf(query, cursor)
      return run(operation, path, { ...query, ...from }, options, client) as Promise<Page<unknown>>
    }
    return pagesOf(read)
  }
}

/** Returns the cursor of the next page. A list of the items before one continues backwards. */
const cursorOf = (query: Query, cursor: string): Query =>
  query.ending_before === undefined ? { starting_after: cursor } : { ending_before: cursor }

const pathWith = (path: string, id: Argument, name: string): string => {
  if (typeof id === "string" && id !== "") return path.replace("{id}", encodeURIComponent(id))
  throw new TypeError(`${name} needs an id as its first argument.`)
}

const run = (
  { method, takes, keyed, findOut }: Operation,
  path: string,
  input: Argument,
  options: ChangeOptions,
  client: ClientOptions
): Promise<unknown> => {
  const isChange = method !== "GET"
  const query = takes === "query" ? queryOf((input ?? {}) as Query) : ""
  const body = takes === "body" ? bodyOf(input ?? {}) : null
  const idempotencyKey = keyed === true ? (options.idempotencyKey ?? crypto.randomUUID()) : null
  return send({
    url: client.baseUrl.replace(/\/+$/, "") + path + query,
    path,
    method,
    headers: headersOf(client, body, idempotencyKey),
    body,
    timeoutMs: timeoutOf(options, client) ?? (isChange ? changeTimeoutMs : readTimeoutMs),
    signal: options.signal ?? null,
    fetch: client.fetch ?? fetch,
    idempotencyKey,
    repeats: true,
    findOut: isChange ? (findOut ?? "Read the resource to find out.") : null,
    onRequest: client.onRequest ?? null
  })
}

const timeoutOf = (options: CallOptions, client: ClientOptions): number | undefined =>
  options.timeoutMs ?? client.timeoutMs

const headersOf = (
  { apiKey, serviceVersion }: ClientOptions,
  body: string | null,
  key: string | null
): Readonly<Record<string, string>> => ({
  Authorization: `Bearer ${apiKey}`,
  ...(serviceVersion === undefined ? {} : { "Service-Version": serviceVersion }),
  ...(body === null ? {} : { "Content-Type": "application/json" }),
  ...(key === null ? {} : { "Idempotency-Key": key })
})
