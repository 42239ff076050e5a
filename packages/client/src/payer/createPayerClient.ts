import { bodyOf } from "../bodyOf.ts"
import type { CallOptions, SendingOptions } from "../ClientOptions.ts"
import type { CheckoutResult, ConfirmSession, PayerSession } from "../generated/api.ts"
import { payerSender } from "./payerSender.ts"

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
  const sendTo = payerSender(options, "a checkout session")
  return {
    retrieve: (call) => sendTo("/session", call) as Promise<PayerSession>,
    confirm: (input, call) =>
      sendTo("/session/confirm", call, {
        body: bodyOf(input),
        repeats: false,
        findOut: "Read the status of the session to find out."
      }) as Promise<CheckoutResult>,
    status: (call) => sendTo("/session/status", call) as Promise<CheckoutResult>
  }
}
