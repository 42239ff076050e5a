import type { CallOptions, SendingOptions } from "../ClientOptions.ts"
import { checkSending } from "../checkOptions.ts"
import { send } from "../send.ts"

/** The credentials of a payer or customer, and how requests are sent. */
interface PayerCredentials extends SendingOptions {
  readonly publishableKey: string
  readonly sessionToken: string
}

/** A change, and what is known about repeating it. */
interface Change {
  /** The body as JSON. */
  readonly body: string
  readonly repeats: boolean
  /** How to find out if the change was made. */
  readonly findOut: string
}

/** The longest times of a try, in milliseconds. A change may try several providers. */
const changeTimeoutMs = 100_000
const readTimeoutMs = 15_000

/**
 * Returns a function that sends a payer's request. Throws a `TypeError` that names an option that
 * is wrong.
 */
export const payerSender = (options: PayerCredentials, session: string) => {
  checkSending(options)
  const { publishableKey, sessionToken } = options
  if (typeof publishableKey !== "string" || !/^pk_[\x21-\x7e]+$/.test(publishableKey)) {
    throw new TypeError("publishableKey must be a publishable key, pk_test_… or pk_live_…")
  }
  if (typeof sessionToken !== "string" || !/^[\x21-\x7e]+$/.test(sessionToken)) {
    throw new TypeError(`sessionToken must be the token of ${session}.`)
  }
  const base = options.baseUrl.replace(/\/+$/, "")
  return (path: string, call: CallOptions = {}, change: Change | null = null): Promise<unknown> =>
    send({
      url: base + path,
      path,
      method: change === null ? "GET" : "POST",
      headers: {
        Authorization: `Bearer ${publishableKey}`,
        "Session-Token": sessionToken,
        ...(change === null ? {} : { "Content-Type": "application/json" })
      },
      body: change === null ? null : change.body,
      timeoutMs:
        call.timeoutMs ?? options.timeoutMs ?? (change === null ? readTimeoutMs : changeTimeoutMs),
      signal: call.signal ?? null,
      fetch: options.fetch ?? fetch,
      settings: { cache: "no-store", credentials: "omit", referrerPolicy: "no-referrer" },
      idempotencyKey: null,
      repeats: change === null || change.repeats,
      findOut: change === null ? null : change.findOut,
      onRequest: options.onRequest ?? null
    })
}
