import { Predicate } from "effect"

/** Facts about a request that only the server knows. */
export interface Arrival {
  /** The address that the request came from. Null if the server doesn't provide it. */
  readonly address: string | null
  /**
   * Names and values in turn, each header as it was sent. Null if the server doesn't provide them.
   */
  readonly rawHeaders: ReadonlyArray<string> | null
  /** True if the application has read the body and kept no bytes of it for Hono's adapter. */
  readonly isRead: boolean
  /** True if the connection was cut before the whole request had arrived. */
  readonly isCut: boolean
}

/**
 * Reads the facts about a request from the environment that Hono's adapter for Node passes. Other
 * runtimes pass something else, or nothing.
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
