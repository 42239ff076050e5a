import { createHash, createHmac } from "node:crypto"
import { withHeaders } from "../../body.ts"
import type { BuiltRequest } from "../../library/PrismLibrary.ts"

/** The keys that sign requests to Cybersource. */
export interface CybersourceKeys {
  readonly merchantId: string
  readonly keyId: string
  /** In Base64. */
  readonly sharedSecret: string
}

/** The header of the server, which the client sets itself. */
const withoutHost = (headers: BuiltRequest["headers"]): BuiltRequest["headers"] =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== "host"))

/**
 * Signs a request as Cybersource's own client does: over the server, the time, the path, the
 * digest of the body, and the merchant's id.
 */
export const signCybersource = (
  built: BuiltRequest,
  { merchantId, keyId, sharedSecret }: CybersourceKeys,
  now: number
): BuiltRequest => {
  const { host, pathname, search } = new URL(built.url)
  const digest = `SHA-256=${createHash("sha256").update(built.body).digest("base64")}`
  const signed: ReadonlyArray<readonly [name: string, value: string]> = [
    ["host", host],
    ["date", new Date(now).toUTCString()],
    ["request-target", `${built.method.toLowerCase()} ${pathname}${search}`],
    ...(built.method === "GET" ? [] : ([["digest", digest]] as const)),
    ["v-c-merchant-id", merchantId]
  ]
  const text = signed.map(([name, value]) => `${name}: ${value}`).join("\n")
  const signature = createHmac("sha256", Buffer.from(sharedSecret, "base64"))
    .update(text)
    .digest("base64")
  const names = signed.map(([name]) => name).join(" ")
  const parts = [
    `keyid="${keyId}"`,
    'algorithm="HmacSHA256"',
    `headers="${names}"`,
    `signature="${signature}"`
  ]
  // The server is the client's header, and the target is no header.
  const headers = signed.filter(([name]) => name !== "host" && name !== "request-target")
  return withHeaders(
    { ...built, headers: withoutHost(built.headers) },
    { ...Object.fromEntries(headers), signature: parts.join(", ") }
  )
}
