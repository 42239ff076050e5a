import { bodyOf } from "../bodyOf.ts"
import type { CallOptions, SendingOptions } from "../ClientOptions.ts"
import { checkSending } from "../checkOptions.ts"
import type { CheckoutResult, ConfirmSession, PayerSession } from "../generated/api.ts"
import { send } from "../send.ts"

/** The options of a payer's client. */
export interface PayerClientOptions extends SendingOptions {
  /** The publishable key of the account, `pk_test_…` or `pk_live_…`. */
  readonly publishableKey: string
  /** The token of the checkout session, from the answer that created it. */
  readonly sessionToken: string
}

/** The payer's operations on one checkout session. */
export interface PayerClient {
  /** Reads what to show the payer. */
  readonly retrieve: (options?: CallOptions) => Promise<PayerSession>
  /**
   * Pays the session. A decline is an answer: its `status` is `declined`, and the payer may try
   * again. A confirm is sent once. If its answer is lost, the error's `outcome` is `unknown`: read
   * the `status`.
   */
  readonly confirm: (input: ConfirmSession, options?: CallOptions) => Promise<CheckoutResult>
  /** Reads the result of the payment. */
  readonly status: (options?: CallOptions) => Promise<CheckoutResult>
}

/** The longest times of a try, in milliseconds. A confirm may try several providers. */
const confirmTimeoutMs = 100_000
const readTimeoutMs = 15_000

/**
 * Returns a client of the payer's half of the API, for the page on which a payer pays one session.
 * The page's origin must be among the account's return origins.
 *
 * Throws a `TypeError` that names an option that is wrong. Calls reject with a `PayloomError`.
 *
 * @example
 * const session = createPayerClient({ baseUrl, publishableKey, sessionToken })
 * const { status } = await session.confirm({ method: "card", card: { ciphertext } })
 */
export const createPayerClient = (options: PayerClientOptions): PayerClient => {
  checkSending(options)
  const { publishableKey, sessionToken } = options
  if (typeof publishableKey !== "string" || !/^pk_[\x21-\x7e]+$/.test(publishableKey)) {
    throw new TypeError("publishableKey must be a publishable key, pk_test_… or pk_live_…")
  }
  if (typeof sessionToken !== "string" || !/^[\x21-\x7e]+$/.test(sessionToken)) {
    throw new TypeError("sessionToken must be the token of a checkout session.")
  }
  return {
    retrieve: (call) => request(options, call, "/session") as Promise<PayerSession>,
    confirm: (input, call) =>
      request(options, call, "/session/confirm", bodyOf(input)) as Promise<CheckoutResult>,
    status: (call) => request(options, call, "/session/status") as Promise<CheckoutResult>
  }
}

const request = (
  options: PayerClientOptions,
  call: CallOptions = {},
  path: string,
  body: string | null = null
): Promise<unknown> =>
  send({
    url: options.baseUrl.replace(/\/+$/, "") + path,
    path,
    method: body === null ? "GET" : "POST",
    headers: {
      Authorization: `Bearer ${options.publishableKey}`,
      "Session-Token": options.sessionToken,
      ...(body === null ? {} : { "Content-Type": "application/json" })
    },
    body,
    timeoutMs:
      call.timeoutMs ?? options.timeoutMs ?? (body === null ? readTimeoutMs : confirmTimeoutMs),
    signal: call.signal ?? null,
    fetch: options.fetch ?? fetch,
    settings: { cache: "no-store", credentials: "omit", referrerPolicy: "no-referrer" },
    idempotencyKey: null,
    repeats: body === null,
    findOut: body === null ? null : "Read the status of the session to find out.",
    onRequest: options.onRequest ?? null
  })
