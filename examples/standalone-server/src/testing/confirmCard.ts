import type { runServer } from "./runServer.ts"

type RunningServer = Pick<Awaited<ReturnType<typeof runServer>>, "post" | "printed">

/** Pays a new session of 12.50 EUR with a card's ciphertext, and returns the payer's response. */
export const confirmCard = async (
  { post, printed }: RunningServer,
  ciphertext: string | null
): Promise<{ readonly object?: string; readonly status?: string }> => {
  const session = await post("/v1/checkout_sessions", { amount: "1250" })
  const paid = await fetch(`${printed.url}/session/confirm`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${printed.publishable_key}`,
      "Session-Token": String(session.json.session_token)
    },
    body: JSON.stringify({ method: "card", card: { ciphertext } })
  })
  return (await paid.json()) as { object?: string; status?: string }
}
