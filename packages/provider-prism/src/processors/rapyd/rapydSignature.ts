import { randomBytes } from "node:crypto"
import { isSameText } from "@payloom/core"
import { withHeaders } from "../../body.ts"
import type { BuiltRequest } from "../../library/PrismLibrary.ts"
import { hmac } from "../../signatures.ts"

/** The keys that sign requests to Rapyd, and Rapyd's webhooks. */
export interface RapydKeys {
  readonly accessKey: string
  readonly secretKey: string
}

/** Returns a signature as Rapyd makes it: the HMAC in hexadecimal, and that text in Base64. */
const signatureOf = ({ accessKey, secretKey }: RapydKeys, salted: string, body: string): string =>
  Buffer.from(hmac(secretKey, `${salted}${accessKey}${secretKey}${body}`)).toString("base64")

/**
 * Signs a request over its method, path, time and body. The key for repeats isn't part of the
 * signature.
 */
export const signRapyd = (
  built: BuiltRequest,
  keys: RapydKeys,
  now: number,
  salt = randomBytes(8).toString("hex")
): BuiltRequest => {
  const { pathname, search } = new URL(built.url)
  const timestamp = String(Math.floor(now / 1000))
  const salted = `${built.method.toLowerCase()}${pathname}${search}${salt}${timestamp}`
  const signature = signatureOf(keys, salted, built.body)
  return withHeaders(built, { access_key: keys.accessKey, salt, timestamp, signature })
}

/** The age from which on a signature isn't accepted any more. */
const mostAgeMs = 5 * 60_000

/** Returns true if Rapyd signed a webhook for an address with the account's keys, and lately. */
export const isSignedByRapyd = (
  keys: RapydKeys,
  webhookUrl: string,
  headers: Readonly<Record<string, string | undefined>>,
  body: string,
  now: number
): boolean => {
  const { salt = "", timestamp = "", signature = "" } = headers
  if (keys.secretKey === "" || !/^\d+$/.test(timestamp)) return false
  if (Math.abs(now - Number(timestamp) * 1000) > mostAgeMs) return false
  return isSameText(signature, signatureOf(keys, `${webhookUrl}${salt}${timestamp}`, body))
}
