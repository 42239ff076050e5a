import { coreParts, type HttpRoute, isKeyed } from "@payloom/core"
import { Schema } from "effect"
import { CommandFailed } from "../command/CommandFailed.ts"
import { UsageError } from "../command/UsageError.ts"
import { safeText } from "../output/safeText.ts"
import { boundedText } from "./boundedText.ts"
import { networkReason } from "./networkReason.ts"
import type { Shop, Target } from "./Target.ts"

/** Short, because a person waits. */
const answerTimeoutMs = 30_000

/** The largest answer, in bytes. A page has at most a hundred items. */
const mostBytes = 64 * 2 ** 20

/** The server's address and the key of an account. */
interface Server {
  /** Without a slash at the end. */
  readonly url: string
  readonly key: string
  /** Ends requests, such as by Ctrl-C. */
  readonly signal: AbortSignal
}

/** Returns the account of an API key at a server. Nothing is sent until an operation is called. */
export const serverTarget = (given: Server): Target => {
  const server = { ...given, url: checkedUrl(given.url) }
  const shop = shopAt(server)
  return {
    kind: "server",
    name: server.url,
    shop: async () => shop,
    isModeAssumed: () => false,
    close: async () => undefined
  }
}

/** A key must not cross a network in plain text, so only loopback is reached over http. */
const checkedUrl = (given: string): string => {
  const url = URL.canParse(given) ? new URL(given) : null
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new UsageError("--url takes the URL of a server, such as https://pay.example.")
  }
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    throw new UsageError("--url takes only a URL: the key belongs into PAYLOOM_KEY.")
  }
  const isLoopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)
  if (url.protocol === "http:" && !isLoopback) {
    throw new UsageError("--url must begin with https://, because the key is sent to it.")
  }
  return url.href.replace(/\/+$/, "")
}

/** Makes the operations of a shop from the routes of the HTTP handler. */
const shopAt = (server: Server): Shop => {
  const services: Record<string, Record<string, unknown>> = {}
  for (const route of coreParts.routes) {
    const [service, operation] = route.calls
    const operations = services[service] ?? {}
    operations[operation] = (...input: ReadonlyArray<unknown>) => call(server, route, input)
    services[service] = operations
  }
  return services as unknown as Shop
}

/** An operation gets the id, the body or the query, and the options, as its route has them. */
const call = async (
  { url, key, signal }: Server,
  route: HttpRoute,
  input: ReadonlyArray<unknown>
): Promise<unknown> => {
  const rest = [...input]
  const path = route.path.includes("{id}")
    ? route.path.replace("{id}", encodeURIComponent(String(rest.shift())))
    : route.path
  const body = route.body === undefined ? undefined : Schema.encodeSync(route.body)(rest.shift())
  const query = route.query === undefined ? "" : queryText(route.query.schema, rest.shift())
  const options = Object(rest.shift()) as { readonly idempotencyKey?: string }
  const answer = await request(`${url}${path}${query}`, {
    method: route.method,
    // A redirect would send the key to another server.
    redirect: "error",
    signal: AbortSignal.any([signal, AbortSignal.timeout(answerTimeoutMs)]),
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(isKeyed(route) ? { "idempotency-key": options.idempotencyKey ?? "" } : {})
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  try {
    return Schema.decodeUnknownSync(route.output.schema)(answer)
  } catch {
    throw new CommandFailed("answer_invalid", `${url} is not a Payloom server: check --url.`)
  }
}

const queryText = (schema: Schema.Codec<unknown, unknown>, query: unknown): string => {
  const encoded = Object(Schema.encodeSync(schema)(query ?? {}))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(encoded)) {
    for (const each of Array.isArray(value) ? value : [value]) search.append(name, String(each))
  }
  return search.size === 0 ? "" : `?${search}`
}

interface ErrorBody {
  readonly error?: {
    readonly code?: unknown
    readonly message?: unknown
    readonly request_id?: unknown
  }
}

const request = async (url: string, init: RequestInit): Promise<unknown> => {
  const { origin } = new URL(url)
  const unavailable = (error: unknown) => {
    const message = `${origin} does not answer (${networkReason(error)}).`
    throw new CommandFailed("server_unavailable", message)
  }
  const response = await fetch(url, init).catch(unavailable)
  const text = await boundedText(response, mostBytes).catch(unavailable)
  if (text === null) {
    throw new CommandFailed("answer_invalid", `${origin} answered more than 64 MB: check --url.`)
  }
  const answer: unknown = parsed(text)
  if (response.ok) return answer
  const { error } = Object(answer) as ErrorBody
  if (response.status === 401 && typeof error?.code === "string") {
    const message = `${origin} does not accept PAYLOOM_KEY: it must be a whole secret key of it.`
    throw new CommandFailed(error.code, message)
  }
  if (error?.code === "secret_key_required") {
    const message =
      "PAYLOOM_KEY is a publishable key, with the rights of a payer only. This command needs the " +
      "rights of a secret key, sk_…: create one with payloom keys create."
    throw new CommandFailed(error.code, message)
  }
  if (typeof error?.message !== "string") {
    throw new CommandFailed("answer_invalid", `${origin} answered ${response.status}: check --url.`)
  }
  const id = response.status >= 500 && error.request_id ? ` (request ${error.request_id})` : ""
  throw new CommandFailed(String(error.code), safeText(`${error.message}${id}`))
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
