/**
 * A port on which nobody listens. Systems give no program a port below 1024 by chance, so no other
 * test's server can have it.
 */
const refusing = "http://127.0.0.1:4"

/** The connection of a connector to its fake, which tests can break. */
export interface BreakableConnection {
  /** Wraps a `fetch`. Its requests meet a port without a server while the connection is broken. */
  readonly over: (send: typeof fetch) => typeof fetch
  /** Refuses the connection of the next POST. Lookups by GET still work. */
  readonly refuseNext: () => void
  /** Refuses all connections until `restore`. */
  readonly refuseAll: () => void
  /** Accepts all connections again. */
  readonly restore: () => void
}

/**
 * Creates a connection to a fake at a URL such as `http://127.0.0.1:4242`.
 *
 * @example
 * ```ts
 * const connection = breakableConnection(fake.url)
 * const provider = connector({ url: fake.url, fetch: connection.over(fetch) })
 * connection.refuseNext()
 * ```
 */
export const breakableConnection = (url: string): BreakableConnection => {
  let refused: "none" | "next" | "all" = "none"
  return {
    over: (send) => (address, init) => {
      const isRefused = refused === "all" || (refused === "next" && init?.method === "POST")
      if (!isRefused) return send(address, init)
      if (refused === "next") refused = "none"
      return send(String(address).replace(url, refusing), init)
    },
    refuseNext: () => {
      refused = "next"
    },
    refuseAll: () => {
      refused = "all"
    },
    restore: () => {
      refused = "none"
    }
  }
}
