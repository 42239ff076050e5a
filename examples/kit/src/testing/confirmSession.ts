/** What a payer's browser knows of its session. */
export interface PayerSide {
  /** Where the payer surface is mounted. */
  readonly api: string
  readonly publishableKey: string
  readonly sessionToken: string
}

/** The answer to a confirm. */
export interface Confirmed {
  readonly status: number
  readonly json: {
    readonly status?: string
    readonly decline?: { readonly code: string } | null
    /** Where to send the payer, or what to tell them. */
    readonly action?: { readonly url?: string } | null
    readonly error?: { readonly code: string }
  }
}

/** Confirms a session as a payer's browser does, with an encrypted card. */
export const confirmSession = (
  payer: PayerSide,
  ciphertext: string,
  more: object = {}
): Promise<Confirmed> => confirmBy(payer, { method: "card", card: { ciphertext }, ...more })

/** The same by any method. */
export const confirmBy = async (
  { api, publishableKey, sessionToken }: PayerSide,
  body: object
): Promise<Confirmed> => {
  const response = await fetch(`${api}/session/confirm`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${publishableKey}`,
      "Session-Token": sessionToken,
      "Content-Type": "application/json",
      Origin: new URL(api).origin
    },
    body: JSON.stringify(body)
  })
  return { status: response.status, json: (await response.json()) as Confirmed["json"] }
}
