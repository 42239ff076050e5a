import { randomUUID } from "node:crypto"
import type { IncomingMessage } from "node:http"
import { fieldsIn } from "@payloom/core"
import { checkDigit } from "@payloom/testkit/fake-provider"
import { brandOf } from "./cardFacts.ts"
import type { Reply } from "./forward.ts"
import { problem } from "./problem.ts"
import type { FakeToken } from "./startFakeBasisTheory.ts"

/** A network token in the fake's memory. */
export interface FakeNetworkToken {
  readonly id: string
  readonly tokenId: string
  readonly data: { number: string; expiration_month: number; expiration_year: number }
  status: "active" | "suspended"
  /** The cryptograms that were requested for it. */
  readonly cryptograms: Array<string>
}

/** The tokens of the fake. */
interface NetworkTokenParts {
  readonly tokens: ReadonlyMap<string, FakeToken>
  readonly networkTokens: Map<string, FakeNetworkToken>
}

/** Creates, shows, uses or deletes a network token. */
export const networkTokenReply = (
  { tokens, networkTokens }: NetworkTokenParts,
  { url = "", method }: IncomingMessage,
  body: string
): Reply => {
  const [, id, what] = /^\/network-tokens(?:\/([\w-]+)(\/cryptogram)?)?$/.exec(url) ?? []
  if (id === undefined) {
    const token = tokens.get(String(fieldsIn(body)?.token_id))
    if (token === undefined) return problem(400, "token_id names no token.")
    const { number, expiration_month, expiration_year } = token.data
    if (!["visa", "mastercard"].includes(brandOf(number) ?? "")) {
      return problem(422, "The card is not eligible.")
    }
    const made: FakeNetworkToken = {
      id: randomUUID(),
      tokenId: token.id,
      data: { number: networkNumberOf(number), expiration_month, expiration_year },
      status: "active",
      cryptograms: []
    }
    networkTokens.set(made.id, made)
    return [201, shownNetworkToken(made)]
  }
  const found = networkTokens.get(id)
  if (found === undefined) return problem(404, "Not found")
  if (method === "DELETE") {
    networkTokens.delete(id)
    return [204, {}]
  }
  if (what === undefined) {
    // The documented answer to this call has no `token_id`.
    const { token_id: _, ...shown } = shownNetworkToken(found)
    return [200, shown]
  }
  if (method !== "POST" || found.status !== "active") return problem(422, "It is not active.")
  const cryptogram = Buffer.from(randomUUID().slice(0, 20)).toString("base64")
  found.cryptograms.push(cryptogram)
  return [201, { cryptogram, eci: "07" }]
}

/** Returns another number of the same scheme, with a valid check digit. */
const networkNumberOf = (number: string): string => {
  const start = `${number.slice(0, 1)}89537${number.slice(6, -1)}`
  return `${start}${checkDigit(start)}`
}

const shownNetworkToken = ({ id, tokenId, data, status }: FakeNetworkToken) => {
  const { number, expiration_month, expiration_year } = data
  const last4 = number.slice(-4)
  return {
    id,
    tenant_id: "77cb0024-123e-41a8-8ff8-a3d5a0fa8a08",
    data: { number: `XXXXXXXXXXXX${last4}`, expiration_month, expiration_year },
    network_token: {
      bin: number.slice(0, 6),
      last4,
      expiration_month,
      expiration_year,
      brand: brandOf(number)
    },
    par: `V${id.replaceAll("-", "").slice(0, 28).toUpperCase()}`,
    status,
    token_id: tokenId
  }
}
