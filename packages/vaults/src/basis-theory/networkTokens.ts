import type { CardMarks, Fields, MarksPurpose, VaultedCard } from "@payloom/core"
import { brandIn, expiryOf } from "../cards/describeCard.ts"
import { askService, inside, textIn } from "../service/askService.ts"
import type { BasisTheoryOptions } from "./BasisTheoryOptions.ts"
import { networkNumber } from "./expressions.ts"

/** A network token, as Basis Theory answers it. */
export interface StoredNetworkToken extends NonNullable<VaultedCard["networkToken"]> {
  readonly id: string
  readonly brand: string | null
}

/** The calls of Basis Theory's API for network tokens. */
export interface NetworkTokensApi {
  /**
   * Returns the network token of a card, and requests one if the card has none yet. `known` is the
   * id of an earlier one. Returns null if the card gets none.
   */
  readonly request: (
    tokenId: string,
    known: string | null,
    signal: AbortSignal
  ) => Promise<StoredNetworkToken | null>
  /** Returns the marks of a network token, or null if it can't be charged. */
  readonly marksOf: (
    id: string,
    purpose: NonNullable<MarksPurpose["networkToken"]>
  ) => Promise<NonNullable<CardMarks["networkToken"]> | null>
  /** Deletes a network token at its scheme. Does nothing if there is none. */
  readonly delete: (id: string, signal: AbortSignal) => Promise<void>
}

/** The longest time that a charge waits for its marks, in milliseconds. */
const marksMs = 10_000

/** Creates the calls of an application. */
export const networkTokensApi = ({
  apiKey,
  url = "https://api.basistheory.com",
  fetch: send = fetch
}: BasisTheoryOptions): NetworkTokensApi => {
  const ask = (
    path: string,
    signal: AbortSignal,
    body?: object,
    method: "GET" | "POST" | "DELETE" = body === undefined ? "GET" : "POST"
  ) =>
    askService({
      service: "Basis Theory",
      url: `${url}/network-tokens${path}`,
      method,
      headers: { "bt-api-key": apiKey, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal,
      unknownIf: [404],
      fetch: send
    })
  return {
    request: async (tokenId, known, signal) => {
      // The scheme may refuse. A card that has no network token is charged by its number.
      const answer = (path: string, body?: object) => ask(path, signal, body).catch(() => null)
      const earlier = known === null ? null : chargeableIn(await answer(`/${known}`))
      const found = earlier ?? chargeableIn(await answer("", { token_id: tokenId }))
      signal.throwIfAborted()
      return found
    },
    marksOf: async (id, purpose) => {
      const signal = AbortSignal.timeout(marksMs)
      const answer = (path: string, body?: object) => ask(path, signal, body).catch(() => null)
      const found = chargeableIn(await answer(`/${id}`))
      if (found === null) return null
      const isWanted = purpose === "with_cryptogram"
      const made = isWanted ? await answer(`/${id}/cryptogram`, {}) : null
      const cryptogram = made === null ? null : textIn(made, "cryptogram")
      const eci = made === null ? null : textIn(made, "eci")
      // A payer's charge without a cryptogram would be declined.
      if (isWanted && cryptogram === null) return null
      return {
        number: networkNumber(id),
        expiryMonth: String(found.expMonth).padStart(2, "0"),
        expiryYear: String(found.expYear),
        cryptogram,
        eci,
        brand: found.brand
      }
    },
    delete: async (id, signal) => {
      await ask(`/${id}`, signal, undefined, "DELETE")
    }
  }
}

const networkTokenId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Returns a network token that is active, or null. */
const chargeableIn = (answer: Fields | null): StoredNetworkToken | null => {
  if (answer === null || answer.status !== "active") return null
  const id = textIn(answer, "id") ?? ""
  const { last4, expiration_month, expiration_year, brand } = inside(answer, "network_token")
  const expiry = expiryOf(expiration_month, expiration_year)
  if (!networkTokenId.test(id) || expiry === null || !/^\d{4}$/.test(String(last4))) return null
  return { id, last4: String(last4), brand: brandIn(brand), ...expiry }
}
