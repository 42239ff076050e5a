import { createHmac } from "node:crypto"
import { isHmac } from "@payloom/core"

/** Returns the HMAC of a text, by default with SHA-256. */
export const hmac = (
  key: string | Buffer,
  text: string,
  encoding: "hex" | "base64" = "hex",
  algorithm: "sha256" | "sha512" = "sha256"
): string => createHmac(algorithm, key).update(text).digest(encoding)

/** Returns true if one of the keys signed the text, by HMAC with SHA-256 in hex. */
export const isSignedBy = (
  keys: ReadonlyArray<string>,
  text: string,
  signature: string | undefined
): boolean => keys.some((key) => isHmac({ key, text, signature }))
