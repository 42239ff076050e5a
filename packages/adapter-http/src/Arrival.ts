import { Predicate } from "effect"

/** What the server that took a request knows of it beside the request itself. */
export interface Arrival {
  /** The address that it came from; null where the server doesn't say. */
  readonly address: string | null
  /** Names and values in turn, each header as it was sent; null where the server doesn't say. */
  readonly rawHeaders: ReadonlyArray<string> | null
  /** True if the application has read the body, and kept no bytes of it for Hono's adapter. */
  readonly isRead: boolean
  /** True if the connection was cut before all of the request had come. */
  readonly isCut: boolean
}

/**
 * How a request came to a server of Node's, which Hono's adapter hands on as the environment.
 * Other runtimes hand on something else, or nothing.
 */
export const arrivalOf = (environment: unknown): Arrival => {
  const incoming = memberOf(environment, "incoming")
  const rawHeaders = memberOf(incoming, "rawHeaders")
  const address = memberOf(memberOf(incoming, "socket"), "remoteAddress")
  return {
    address: typeof address === "string" ? address : null,
    rawHeaders: Array.isArray(rawHeaders) ? rawHeaders : null,
    isCut: memberOf(incoming, "complete") === false && memberOf(incoming, "destroyed") === true,
    isRead:
      memberOf(incoming, "readableDidRead") === true && memberOf(incoming, "rawBody") === undefined
  }
}

const memberOf = (value: unknown, name: string): unknown =>
  Predicate.hasProperty(value, name) ? value[name] : undefined
