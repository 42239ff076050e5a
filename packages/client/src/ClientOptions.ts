/** A function such as the global `fetch`. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** A request's result, for logs. It has no data of payers. */
export interface SentRequest {
  readonly method: string
  /** The path, such as `/payments/payment_01HZX3J6W2Q8N4T7V9B5C1D0EF`. */
  readonly path: string
  /** The HTTP status. Null if no answer came. */
  readonly status: number | null
  /** The id to quote to support, `req_…`. Null if no answer came. */
  readonly requestId: string | null
  /** True if the server repeated the answer of an earlier request with the same key. */
  readonly isReplay: boolean
  /** The number of the try, from 1. */
  readonly attempt: number
  /** The time from sending to the end of the answer, in milliseconds. */
  readonly durationMs: number
}

/** How requests are sent. */
export interface SendingOptions {
  /**
   * The address of the API, such as `https://pay.shop.example`. It may have a path. Only addresses
   * of this machine may begin with `http:`.
   */
  readonly baseUrl: string
  /** Sends the requests. The global `fetch` if absent. */
  readonly fetch?: Fetch
  /**
   * The longest time of each try, in milliseconds, from 1 to 2,147,483,647. If absent, 100,000 for
   * changes, because several providers may be tried, and 30,000 for reads.
   */
  readonly timeoutMs?: number
  /** Is called after each try, for logs. Must not throw. */
  readonly onRequest?: (request: SentRequest) => void
}

/** The options of a client. */
export interface ClientOptions extends SendingOptions {
  /** The secret key of the account, `sk_test_…` or `sk_live_…`. */
  readonly apiKey: string
  /** The API revision of the answers, such as `2026-11-01`. The account's own if absent. */
  readonly serviceVersion?: string
  /**
   * Allows a secret key in a browser. Everybody who opens the page can then read the key and move
   * money, so set this in tests only. False if absent.
   */
  readonly allowBrowser?: boolean
}

/** The options of a call. */
export interface CallOptions {
  /** Ends the call, also between tries. A change that was sent may still be made. */
  readonly signal?: AbortSignal
  /** The longest time of each try, in milliseconds. */
  readonly timeoutMs?: number
}

/** The options of a change. */
export interface ChangeOptions extends CallOptions {
  /**
   * The key of the change: 1 to 255 printable ASCII characters, such as `order-7-charge`. The same
   * key and the same input make the change once, and return its result again for 24 hours. Use an
   * id of yours, so that the change can be repeated after a crash. A random key if absent.
   */
  readonly idempotencyKey?: string
}
