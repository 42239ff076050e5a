import { isSameText } from "@payloom/core"
import { Base64Url } from "effect/encoding"
import { Refused } from "./refusals.ts"

/** The header in which the page repeats the token of its cookie. */
export const tokenHeader = "console-token"

/**
 * Refuses a request that another site's page may have caused. Browsers send `Sec-Fetch-Site` over
 * TLS and on this machine. Elsewhere the origin's host must be the request's host. The scheme may
 * differ, because a proxy may end TLS.
 */
export const requireSameOrigin = ({ headers, url }: Request): void => {
  const site = headers.get("sec-fetch-site")
  if (site !== null) {
    if (site !== "same-origin") throw foreign()
    return
  }
  const origin = headers.get("origin")
  if (origin === null || !URL.canParse(origin)) throw foreign()
  if (new URL(origin).host !== (headers.get("host") ?? new URL(url).host)) throw foreign()
}

/** Refuses data to other sites' pages. An address that a person typed is allowed. */
export const refuseOtherSites = ({ headers }: Request): void => {
  const site = headers.get("sec-fetch-site")
  if (site !== null && site !== "same-origin" && site !== "none") throw foreign()
}

const foreign = (): Refused =>
  new Refused(403, "other_origin", "This request came from a page of another site.")

const tokenShape = /^[\w-]{43}$/
const name = "payloom-console"

/** Returns the name of the cookie. Its prefix forbids subdomains to set the cookie. */
const cookieName = (isSecure: boolean): string => (isSecure ? `__Host-${name}` : name)

const isSecure = ({ url }: Request): boolean => new URL(url).protocol === "https:"

/** Returns the token of a request's cookie. Null if there is none. */
export const tokenOf = (request: Request): string | null => {
  const wanted = `${cookieName(isSecure(request))}=`
  const cookies = (request.headers.get("cookie") ?? "").split(/;\s*/)
  const token = cookies.find((cookie) => cookie.startsWith(wanted))?.slice(wanted.length) ?? ""
  return tokenShape.test(token) ? token : null
}

/** Returns a new token of 256 random bits. */
export const newToken = (): string => Base64Url.encode(crypto.getRandomValues(new Uint8Array(32)))

/** Returns the `Set-Cookie` of a token. */
export const tokenCookie = (request: Request, token: string): string => {
  const secure = isSecure(request)
  const flags = `Path=/; HttpOnly; SameSite=Strict${secure ? "; Secure" : ""}`
  return `${cookieName(secure)}=${token}; ${flags}`
}

/**
 * Refuses a change that the console's own page did not send. The page repeats the cookie's token in
 * a header. Pages of other sites can neither read the token nor set the header.
 */
export const requireToken = (request: Request): void => {
  const token = tokenOf(request)
  const given = request.headers.get(tokenHeader)
  if (token !== null && given !== null && isSameText(token, given)) return
  throw new Refused(403, "token_invalid", "This page is out of date. Reload it and try again.")
}
