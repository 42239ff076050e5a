import { createHmac } from "node:crypto"
import type { Fields, Scope, VaultedCard } from "@payloom/core"
import { describeCard, scopeName } from "../cards/describeCard.ts"
import { askService, inside, textIn } from "../service/askService.ts"
import type { BasisTheoryOptions } from "./BasisTheoryOptions.ts"

/** A token of a card, as Basis Theory answers it. */
export type Token = Fields

/** The calls of Basis Theory's API for tokens. */
export interface TokensApi {
  /** Returns a token, or null if there is none. */
  readonly read: (id: string, signal: AbortSignal) => Promise<Token | null>
  /** Changes a token by a merge patch. Returns it, or null if there is none. */
  readonly change: (id: string, patch: object, signal: AbortSignal) => Promise<Token | null>
  /** Deletes a token. Does nothing if there is none. */
  readonly delete: (id: string, signal: AbortSignal) => Promise<void>
}

const unknownIf = [404]

/** Creates the calls of an application. */
export const tokensApi = ({
  apiKey,
  url = "https://api.basistheory.com",
  fetch: send = fetch
}: BasisTheoryOptions): TokensApi => {
  const service = "Basis Theory"
  const ask = (
    id: string,
    signal: AbortSignal,
    more: {
      readonly method: "GET" | "PATCH" | "DELETE"
      readonly type?: string
      readonly body?: string
    }
  ) =>
    askService({
      service,
      url: `${url}/tokens/${id}`,
      method: more.method,
      headers: {
        "bt-api-key": apiKey,
        ...(more.type === undefined ? {} : { "content-type": more.type })
      },
      ...(more.body === undefined ? {} : { body: more.body }),
      signal,
      unknownIf,
      fetch: send
    }).then((token) => withoutNumber(token))
  return {
    read: (id, signal) => ask(id, signal, { method: "GET" }),
    change: (id, patch, signal) =>
      ask(id, signal, {
        method: "PATCH",
        type: "application/merge-patch+json",
        body: JSON.stringify(patch)
      }),
    delete: async (id, signal) => {
      await ask(id, signal, { method: "DELETE" })
    }
  }
}

/**
 * Throws if an answer has a card number, because the number is then in the memory of this process.
 * The message says how to prevent that.
 */
export const withoutNumber = <Answer extends Fields | null>(
  answer: Answer,
  hint = "Set the transform of its access rule to redact."
): Answer => {
  const number = answer === null ? null : inside(answer, "data").number
  if (typeof number === "string" && /^\d{12,19}$/.test(number)) {
    throw new Error(`Basis Theory shows card numbers to this application. ${hint}`)
  }
  return answer
}

/** The field of a token's metadata that names the scope of the card. */
const scopeField = "payloom_scope"

/** The change that makes a token the card of a scope. */
export const claimOf = (scope: Scope): object => ({
  metadata: { [scopeField]: scopeName(scope) },
  // A page can create a token with any expression. With another one, a payer would get a new
  // fingerprint for the same number.
  fingerprint_expression: "{{ data.number }}"
})

/** The field of a token's metadata that names the network token of the card. */
const networkField = "payloom_network_token"

/**
 * Returns the id of a card's network token, or null if none was requested yet. A page can write
 * metadata too, so the id counts only with a signature that binds it to the card.
 */
export const networkTokenOf = (token: Token, id: string, key: Uint8Array): string | null => {
  const text = textIn(inside(token, "metadata"), networkField) ?? ""
  const [networkToken = ""] = text.split(".")
  return text === signed(networkToken, id, key) ? networkToken : null
}

/** The change that stores the id of a card's network token. */
export const withNetworkToken = (networkToken: string, id: string, key: Uint8Array): object => ({
  metadata: { [networkField]: signed(networkToken, id, key) }
})

const signed = (networkToken: string, id: string, key: Uint8Array): string => {
  const signature = createHmac("sha256", key).update(`network token ${networkToken} of ${id}`)
  return `${networkToken}.${signature.digest("base64url").slice(0, 22)}`
}

/** The field of a token's metadata that says that its code was deleted. */
const codeField = "payloom_code"

/** The change that deletes a card's security code. */
export const releasing: object = { data: { cvc: null }, metadata: { [codeField]: "deleted" } }

/** Returns true if the security code of a token was deleted. */
export const isReleased = (token: Token): boolean =>
  textIn(inside(token, "metadata"), codeField) !== null

/** Returns true if a token is a card that a scope may store, and lasts. */
export const isFreeFor = (token: Token, scope: Scope): boolean => {
  const claimed = textIn(inside(token, "metadata"), scopeField)
  const isOurs = claimed === null || claimed === scopeName(scope)
  return isOurs && token.type === "card" && textIn(token, "expires_at") === null
}

/** Returns the engine's description of a token, or null if its card can't be charged. */
export const cardOf = (
  token: Token,
  fingerprintKey: Uint8Array
): Omit<VaultedCard, "vaultReference"> | null => {
  const fingerprint = textIn(token, "fingerprint")
  if (fingerprint === null) throw new Error("Basis Theory returned no fingerprint of the token.")
  const card = inside(token, "card")
  return describeCard(
    {
      last4: card.last4,
      expMonth: card.expiration_month,
      expYear: card.expiration_year,
      brand: card.brand,
      funding: card.funding,
      country: inside(card, "issuer_country").alpha2 ?? inside(card, "issuer").country,
      fingerprint: `basis_theory ${fingerprint}`
    },
    fingerprintKey
  )
}
