import type { CardsInFlight } from "./cardsInFlight.ts"
import { maskNumbers } from "./maskNumbers.ts"
import { NotForwarded } from "./NotForwarded.ts"
import type { Origin, RelayedAnswer } from "./originOf.ts"
import { readBounded } from "./readBounded.ts"

/** A request on its way through a vault's service. */
interface RelayedRequest {
  readonly url: URL
  readonly method: string
  readonly headers: Headers
  readonly body: string | null
  readonly signal: AbortSignal | null
}

/** The parts of a relay that differ between services. */
export interface RelayParts {
  /** The name of the service, for messages. */
  readonly service: string
  /** The hosts that the relay may send to. */
  readonly hosts: ReadonlyArray<string>
  readonly cards: CardsInFlight
  /** Sends a request through the service, once. */
  readonly send: (request: RelayedRequest) => Promise<Pick<Response, "status" | "headers" | "body">>
  /** Returns the origin of an answer. */
  readonly originOf: (answer: RelayedAnswer) => Origin
}

/** The longest answer that is read, in bytes. */
const mostBytes = 1024 * 1024

/** Headers that describe the body as it was transferred. The body that is passed on differs. */
const transferHeaders = ["content-length", "content-encoding", "transfer-encoding"]

/**
 * Creates the `fetch` of a relay. It sends each request once, only to a listed host, without
 * following redirects. It throws `NotForwarded` if the provider provably got nothing, and another
 * error if the outcome is unclear. An answer is returned only if it is the provider's own. Numbers
 * of the request's cards are masked in it.
 */
export const relayFetch = (parts: RelayParts): typeof fetch => {
  const { service, cards, send, originOf } = parts
  const hosts = checkedHosts(parts.hosts)
  return async (address, init) => {
    const request = readyRequest(address, init)
    const url = new URL(request.url)
    const objection = objectionTo(url, hosts)
    if (objection !== null) throw new NotForwarded(objection)
    const body = request.body === null ? null : await request.text()
    const { method, headers } = request
    // A Request holds the controller of its own signal weakly, so the signal of the caller is sent.
    const signal = init?.signal ?? (address instanceof Request ? address.signal : null)
    const {
      status,
      headers: got,
      body: stream
    } = await send({ url, method, headers, body, signal })
    const text = await readBounded({ body: stream }, mostBytes)
    switch (originOf({ status, headers: got, text })) {
      case "service_refused":
        throw new NotForwarded(`${service} refused to send the request: HTTP ${status}.`)
      case "service_unclear":
        throw new Error(`${service} answered HTTP ${status} in place of the provider.`)
      case "provider":
        return passedOn(status, got, text, cards.lastFourIn(decoded(body)))
    }
  }
}

/** Reads the arguments of `fetch`. A request that can't be read is not sent. */
const readyRequest = (address: Parameters<typeof fetch>[0], init?: RequestInit): Request => {
  try {
    return new Request(address, init)
  } catch (cause) {
    throw new NotForwarded("The request is not valid.", { cause })
  }
}

/** A program without types may leave the hosts out. */
const checkedHosts = (hosts: ReadonlyArray<string> | undefined): ReadonlySet<string> => {
  if (!Array.isArray(hosts) || hosts.length === 0) {
    throw new TypeError(
      "hosts must list the hosts that the relay may send to, such as api.stripe.com."
    )
  }
  return new Set(hosts.map(checkedHost))
}

const checkedHost = (host: string): string => {
  if (!/^[a-z0-9.-]+(:\d{1,5})?$/.test(host)) {
    throw new TypeError(
      `hosts has ${JSON.stringify(host)}, which is no host such as api.stripe.com.`
    )
  }
  return host
}

/** Returns the reason why an address gets no cards, or null. */
const objectionTo = (url: URL, hosts: ReadonlySet<string>): string | null => {
  const isLoopback = url.hostname === "127.0.0.1" || url.hostname === "localhost"
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback)) {
    return `The relay sends cards by HTTPS, not by ${url.protocol}`
  }
  if (url.username !== "" || url.password !== "") return "The address has a user or a password."
  return hosts.has(url.host) ? null : `${url.host} is not in the relay's hosts.`
}

/** Marks are escaped in forms, so they are found in the decoded text. */
const decoded = (body: string | null): string => {
  if (body === null || !body.includes("%")) return body ?? ""
  try {
    return `${body}\n${decodeURIComponent(body.replaceAll("+", " "))}`
  } catch {
    return body
  }
}

const passedOn = (
  status: number,
  got: Response["headers"],
  text: string,
  lastFour: ReadonlySet<string>
): Response => {
  const headers = new Headers(
    [...got].map(([name, value]): [string, string] => [name, maskNumbers(value, lastFour)])
  )
  for (const name of transferHeaders) headers.delete(name)
  return new Response(text === "" ? null : maskNumbers(text, lastFour), { status, headers })
}
