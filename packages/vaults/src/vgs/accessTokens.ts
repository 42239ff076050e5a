import { fieldsIn } from "@payloom/core"
import { readBounded } from "../relay/readBounded.ts"
import type { VgsOptions } from "./VgsOptions.ts"

/** The access tokens of a service account. */
export interface AccessTokens {
  /** Returns a token that is valid for a while. */
  readonly get: () => Promise<string>
  /** Drops the token, because VGS did not accept it. */
  readonly drop: () => void
}

const usualUrl = "https://auth.verygoodsecurity.com/auth/realms/vgs/protocol/openid-connect/token"

/** How long the endpoint may take, in milliseconds. Several calls wait for one token. */
const timeoutMs = 10_000

/** A token is renewed after this share of its lifetime. */
const usedShare = 0.9

/** Gets access tokens by client credentials, and keeps one in memory. */
export const accessTokens = ({
  clientId,
  clientSecret,
  authUrl = usualUrl,
  fetch: send = fetch
}: Pick<VgsOptions, "clientId" | "clientSecret" | "authUrl" | "fetch">): AccessTokens => {
  let kept: { readonly token: Promise<string>; renewAtMs: number } | null = null
  const request = async (): Promise<string> => {
    const response = await send(authUrl, {
      method: "POST",
      body: new URLSearchParams({
        client_id: clientId,
        client_secret: clientSecret,
        grant_type: "client_credentials"
      }),
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs)
    })
    const fields = fieldsIn(await readBounded(response, 64 * 1024)) ?? {}
    const { access_token: token, expires_in: seconds } = fields
    if (!response.ok || typeof token !== "string") {
      throw new Error(`VGS issued no access token: HTTP ${response.status}.`)
    }
    if (kept !== null) kept.renewAtMs = performance.now() + usedShare * 1000 * Number(seconds || 0)
    return token
  }
  return {
    get: () => {
      if (kept === null || performance.now() >= kept.renewAtMs) {
        kept = { token: request(), renewAtMs: Number.POSITIVE_INFINITY }
        const { token } = kept
        token.catch(() => {
          if (kept?.token === token) kept = null
        })
      }
      return kept.token
    },
    drop: () => {
      kept = null
    }
  }
}
