import type { StripeClient } from "./stripeClients.ts"
import { accountUnavailable } from "./stripeErrors.ts"

/** The wallets that the connector supports. */
export const knownWallets: ReadonlyArray<string> = ["apple_pay", "google_pay"]

const member = (value: unknown, ...path: ReadonlyArray<string>): unknown =>
  path.reduce<unknown>((inner, name) => new Map(Object.entries(inner ?? {})).get(name), value)

const text = (value: unknown): string | null => (typeof value === "string" ? value : null)

/**
 * Returns the token in a wallet's payload. Google Pay contains a token if its gateway is `stripe`.
 * Stripe.js hands over a token or a PaymentMethod.
 */
const tokenIn = (payload: unknown): string | null => {
  const google = text(member(payload, "paymentMethodData", "tokenizationData", "token"))
  const own = ["payment_method", "token", "id"].map((name) => text(member(payload, name)))
  const given = [text(payload), ...own].find((each) => each !== null)
  return given ?? /"(tok_\w+)"/.exec(google ?? "")?.[1] ?? null
}

/** Returns the PaymentMethod of a wallet's payload, and creates it if Stripe.js didn't. */
export const walletMethod = async (
  payload: unknown,
  reference: string,
  client: StripeClient
): Promise<string> => {
  const token = tokenIn(payload) ?? (await appleToken(payload, reference, client)) ?? ""
  if (/^pm_\w{1,250}$/.test(token)) return token
  if (/^tok_\w{1,250}$/.test(token)) {
    const once = { idempotencyKey: `${reference}_card` }
    const { paymentMethods } = client.api
    return (await paymentMethods.create({ type: "card", card: { token } }, once)).id
  }
  const reason = "The wallet's payload has no token of Stripe's."
  throw accountUnavailable(reason, "wallet_payload_unknown")
}

/**
 * Creates a token from an Apple Pay payload, as Stripe's libraries for Apple's devices do. Stripe's
 * API reference leaves this call out.
 */
const appleToken = async (payload: unknown, reference: string, { api }: StripeClient) => {
  const inner = member(payload, "token")
  const token = member(inner, "paymentData") === undefined ? payload : inner
  const paymentData = member(token, "paymentData")
  if (paymentData === undefined) return null
  const made = await api.rawRequest(
    "POST",
    "/v1/tokens",
    {
      pk_token: JSON.stringify(paymentData),
      pk_token_instrument_name: text(member(token, "paymentMethod", "displayName")) ?? "",
      pk_token_payment_network: text(member(token, "paymentMethod", "network")) ?? "",
      pk_token_transaction_id: text(member(token, "transactionIdentifier")) ?? ""
    },
    { idempotencyKey: `${reference}_token` }
  )
  return text(member(made, "id"))
}
