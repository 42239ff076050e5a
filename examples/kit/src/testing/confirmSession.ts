/** The data of a session in the payer's browser. */
export interface PayerSide {
  /** The address of the payer API. */
  readonly api: string
  readonly publishableKey: string
  readonly sessionToken: string
}

/** The response to a confirm. */
export interface Confirmed {
  readonly status: number
  readonly json: {
    readonly status?: string
    readonly decline?: { readonly code: string } | null
    /** The redirect or the instructions for the payer. */
    readonly action?: { readonly url?: string } | null
    readonly error?: { readonly code: string }
  }
}

/** Confirms a session with an encrypted card, as a payer's browser does. */
export const confirmSession = (
  payer: PayerSide,
  ciphertext: string,
  more: object = {}
): Promise<Confirmed> => confirmBy(payer, { method: "card", card: { ciphertext }, ...more })

/** Confirms a session with any method. */
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
