import type { Client } from "./client.ts"

/**
 * Creates a session. Resolves to the headers of its payer's browser, or to null if the answer was
 * lost, because then nobody has the session's token.
 */
export const openPayerSession = async (
  client: Client,
  publishableKey: string,
  order: string,
  price: object
): Promise<Headers | null> => {
  const body = { ...price, metadata: { order } }
  const session = await client.ask({ path: "/checkout_sessions", key: order, body })
  const token = session?.json.session_token
  return typeof token === "string"
    ? new Headers({ Authorization: `Bearer ${publishableKey}`, "Session-Token": token })
    : null
}
