import type { HttpFailure, ProviderCall } from "@payloom/core"
import { encodedBody } from "./body.ts"
import { failureOf } from "./errors.ts"
import { jsonIn } from "./fields.ts"
import type { HttpProviderOptions } from "./HttpProviderOptions.ts"
import type { HttpProviderTable, HttpRequest } from "./HttpProviderTable.ts"
import { sendRequest } from "./sendRequest.ts"

/** An answer of the provider. Undefined in place of JSON that can't be read. */
export interface Answer {
  readonly status: number
  readonly json: unknown
}

/** The connection to a provider. */
export interface Api<Account> {
  readonly accountOf: (credentials: string) => Account
  /** Sends a request that changes something. Rejects with an `HttpFailure` if none was answered. */
  readonly post: <Order>(
    request: HttpRequest<Order>,
    order: Order,
    to: Destination
  ) => Promise<Answer>
  /** Returns a function that reads a path, or the next page of a list as the provider names it. */
  readonly reading: (
    credentials: string,
    call: Pick<ProviderCall, "signal">
  ) => (path: string, isNext?: boolean) => Promise<Answer>
}

/** The account and the call of a request. */
interface Destination {
  readonly credentials: string
  readonly call: Pick<ProviderCall, "signal" | "isLate">
  /** The key by which the provider recognizes a repeat. */
  readonly key: string
  /** The relay's `fetch`, if the relay has to send the request. */
  readonly by?: typeof fetch
}

/** Creates the connection to a provider. */
export const apiOf = <Account>(
  table: HttpProviderTable<Account>,
  options: HttpProviderOptions<Account>
): Api<Account> => {
  const { accountOf, environment = "test", fetch: own = fetch } = options
  const { idempotencyHeader, format = "json" } = table
  const base = (options.url ?? table.url[environment]).replace(/\/$/, "")
  const type = format === "json" ? "application/json" : "application/x-www-form-urlencoded"

  const post: Api<Account>["post"] = async (request, order, to) => {
    const { credentials, call, key, by = own } = to
    const { method = "POST" } = request
    const path = pathFor(request.path, order)
    const fields = request.body?.(order)
    const body = fields === undefined ? null : encodedBody(fields, format)
    const account = accountOf(credentials)
    const headers = {
      ...(await table.headers({ account, method, path, body })),
      ...(body === null ? {} : { "content-type": type }),
      ...(idempotencyHeader === undefined ? {} : { [idempotencyHeader]: key })
    }
    if (call.isLate()) throw late
    const sent = { method, url: base + path, headers, body: body ?? "" }
    return answerIn(await sendRequest(sent, by, call.signal))
  }

  const reading: Api<Account>["reading"] = (credentials, { signal }) => {
    const account = accountOf(credentials)
    return async (given, isNext = false) => {
      const path = given.startsWith("/") && !isNext ? given : pathIn(given, base)
      const headers = await table.headers({ account, method: "GET", path, body: null })
      const sent = { method: "GET", url: base + path, headers, body: "" }
      return answerIn(await sendRequest(sent, own, signal))
    }
  }
  return { accountOf, post, reading }
}

/** Returns a path, with the values of an order or a query in it. */
export const pathFor = <Order>(path: string | ((order: Order) => string), order: Order): string =>
  typeof path === "function"
    ? path(order)
    : path.replace(/\{(\w+)\}/g, (_, name) => String(Object(order)[name]))

const late: HttpFailure = { _tag: "NotSent", reason: "The request was built too late." }

const answerIn = ({
  status,
  body
}: {
  readonly status: number
  readonly body: string
}): Answer => ({
  status,
  json: body === "" ? {} : jsonIn(body)
})

/**
 * Returns the path of an address of the provider's, below its base. A path may begin at the host or
 * at the base. Throws for all other addresses.
 */
const pathIn = (address: string, base: string): string => {
  const { href } = new URL(address, base)
  if (href.startsWith(`${base}/`)) return href.slice(base.length)
  if (/^\/(?!\/)/.test(address)) return address
  throw new Error("The next page is not at the provider's address.")
}

/** Returns the JSON of an answer. Throws if the status is not 200. */
export const readJson = (table: HttpProviderTable<never>, answer: Answer): unknown => {
  if (answer.status !== 200) throw failureOf(table, answer)
  return answer.json
}
