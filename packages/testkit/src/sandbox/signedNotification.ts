import { createHmac } from "node:crypto"
import { isSameText, type RawNotification } from "@payloom/core"
import { sandboxKey } from "./sandboxKeys.ts"

/**
 * The headers of a sandbox notification. One has the time of signing, in seconds since the epoch.
 * The other has `v1=` and the HMAC-SHA256, in hex, of the time, a full stop and the body.
 */
export const notificationHeaders = {
  timestamp: "sandbox-timestamp",
  signature: "sandbox-signature"
} as const

/** The largest age of a signed notification, in seconds, and the largest difference of clocks. */
const toleranceSeconds = 300

const signatureOf = (secret: string, voice: string, timestamp: string, body: string): string => {
  const key = sandboxKey(secret, voice)
  const mac = createHmac("sha256", key).update(`${timestamp}.${body}`).digest("hex")
  return `v1=${mac}`
}

/** Signs a body with the sender's key. */
export const signed = (
  secret: string,
  voice: string,
  body: string,
  now: number
): RawNotification => {
  const timestamp = String(Math.floor(now / 1000))
  return {
    headers: {
      "content-type": "application/json",
      [notificationHeaders.timestamp]: timestamp,
      [notificationHeaders.signature]: signatureOf(secret, voice, timestamp, body)
    },
    body
  }
}

/**
 * Returns true if the signature is the expected sender's, and its time differs by at most five
 * minutes.
 */
export const isAuthentic = (
  secret: string,
  voice: string,
  { headers, body }: RawNotification,
  now: number
): boolean => {
  const timestamp = headers[notificationHeaders.timestamp] ?? ""
  const signature = headers[notificationHeaders.signature] ?? ""
  const isFresh = Math.abs(now / 1000 - Number(timestamp)) <= toleranceSeconds
  return isFresh && isSameText(signature, signatureOf(secret, voice, timestamp, body))
}
