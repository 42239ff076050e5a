import type { Client } from "./client.ts"

/** A session, and the headers of its payer's browser. */
export interface PayerSession {
  readonly id: string
  readonly headers: Headers
}

/**
 * Creates a session. Resolves to null if the answer was lost, because then nobody has the session's
 * token.
 */
export const openPayerSession = async (
  client: Client,
  publishableKey: string,
  order: string,
  price: object
): Promise<PayerSession | null> => {
  const body = { ...price, metadata: { order } }
  const session = await client.ask({ path: "/checkout_sessions", key: order, body })
  const token = session?.json.session_token
  if (typeof token !== "string") return null
  return {
    id: String(session?.json.id),
    headers: new Headers({ Authorization: `Bearer ${publishableKey}`, "Session-Token": token })
  }
}
